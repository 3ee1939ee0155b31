import { type ChartModel, withForbidding } from '../chart/model';
import { stateWords } from '../chart/stateValue';
import { transitionWords } from '../chart/words';
import type { Names } from '../live/names';
import { BEGAN, type Entry } from '../live/record';
import styles from './ChartTable.module.css';
import type { LinkTo } from './useLinks';

interface LiveLogProps {
  /** Oldest first. */
  entries: readonly Entry[];
  names: Names;
  hasTabs: boolean;
  /** The open chart of an actor; undefined if this workbench does not have it. */
  modelOf(actor: string): ChartModel | undefined;
  linkTo: LinkTo;
}

/** Events as a table: who got what from whom, where that has led, and which rules it took. */
export function LiveLog({ entries, names, hasTabs, modelOf, linkTo }: LiveLogProps) {
  return (
    <table>
      <caption>Events, the newest first</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          {hasTabs && <th scope="col">Tab</th>}
          <th scope="col">Actor</th>
          <th scope="col">Event</th>
          <th scope="col">From</th>
          <th scope="col">State after it</th>
          <th scope="col">Rule</th>
        </tr>
      </thead>
      <tbody>
        {entries.toReversed().map((entry) => (
          <tr key={`${entry.actor} ${entry.number}`}>
            <td>{clock.format(entry.at)}</td>
            {hasTabs && <td className={styles.tab}>{names.tabOf(entry.actor)}</td>}
            <td>{names.of(entry.actor)}</td>
            <td>
              <Event entry={entry} />
            </td>
            <td>{senderOf(entry, names)}</td>
            <td>{stateWords(entry.value)}</td>
            <td>
              <Rules entry={entry} model={modelOf(entry.actor)} linkTo={linkTo} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** With milliseconds, because much happens within a second. */
const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
});

/** An event, and what it carries. */
function Event({ entry: { event, payload } }: { entry: Entry }) {
  if (event === BEGAN) return 'was running already';
  const fields = Object.entries(payload);
  if (fields.length === 0) return event;
  return (
    <details className={styles.payload}>
      <summary>{event}</summary>
      <ul>
        {fields.map(([name, value]) => (
          <li key={name}>
            {name}: {typeof value === 'string' ? value : JSON.stringify(value)}
          </li>
        ))}
      </ul>
    </details>
  );
}

function senderOf({ event, sender }: Entry, names: Names): string {
  if (event === BEGAN) return '';
  return sender === null ? 'outside' : names.of(sender);
}

/** What happens to an actor without a rule of its chart. */
const withoutRule = ['xstate.init', 'xstate.stop', BEGAN];

interface RulesProps extends Pick<LiveLogProps, 'linkTo'> {
  entry: Entry;
  model: ChartModel | undefined;
}

/** The rules that an event took. */
function Rules({ entry: { event, transitions }, model, linkTo }: RulesProps) {
  if (!transitions || !model || withoutRule.includes(event)) return null;
  if (transitions.length === 0) return 'not taken';
  return (
    <ul>
      {[...new Set(transitions)].map((id) => {
        const rule = withForbidding(model).find((one) => one.id === id);
        return (
          <li key={id}>
            {/* The app that was recorded may be of another version. */}
            {rule ? <a href={linkTo({ chart: model.id, tab: 'table', part: id })}>{transitionWords(rule)}</a> : id}
          </li>
        );
      })}
    </ul>
  );
}
