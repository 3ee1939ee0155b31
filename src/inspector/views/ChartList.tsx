import { useSelector } from '@xstate/react';
import { useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Tab } from '../address';
import type { Chart } from '../catalogue';
import { wantedIn } from '../chart/question';
import { type Finding, searchIn } from '../chart/search';
import { chartAt } from '../shown';
import type { WorkbenchRef } from '../workbench.machine';
import { type LinkTo, useLinks } from './useLinks';
import styles from './Workbench.module.css';

/** The number of findings listed per chart until all of them are asked for. */
const MOST_FOUND = 5;

/** All charts by group, with a search in them. On a narrow page they are folded until they are asked for, to leave room for the drawing. */
export function ChartList({ actor }: { actor: WorkbenchRef }) {
  const [isUnfolded, setUnfolded] = useState(false);
  const { catalogue, models, unread } = useSelector(actor, ({ context }) => context);
  const open = useSelector(actor, ({ context }) => chartAt(context).id);
  const tab = useSelector(actor, ({ context }) => context.address.tab);
  const linkTo = useLinks(actor);
  const search = useSelector(actor, ({ context }) => context.search);
  const searched = useMemo(
    () =>
      catalogue.charts.flatMap((chart) => {
        const model = models.find(({ id }) => id === chart.machine.id);
        return model ? [{ ...chart, model }] : [];
      }),
    [catalogue, models],
  );
  const alike = catalogue.words?.alike;
  const {
    charts: found,
    isNearest,
    unknown,
  } = useMemo(() => searchIn(searched, search, alike), [searched, search, alike]);
  // What is nearest comes first, with its group.
  const listed = [...found.keys()].flatMap((id) => catalogue.charts.find(({ machine }) => machine.id === id) ?? []);
  const groups = [...new Set(listed.map(({ group }) => group))];
  const count = `${listed.length} of ${models.length} charts`;
  const missing = unknown.map((word) => `‘${word}’`).join(', ');
  const told = isNearest
    ? `Nothing has all of these words.${missing && ` Nowhere: ${missing}.`}${listed.length > 0 ? ` Nearest: ${count}` : ''}`
    : count;

  return (
    <nav className={styles.list} aria-label="Charts" data-unfolded={isUnfolded || undefined}>
      <input
        type="search"
        aria-label="Search in all charts"
        placeholder="Words, or a question…"
        value={search}
        onChange={(event) => {
          setUnfolded(true);
          actor.send({ type: 'search.type', text: event.target.value });
        }}
      />
      <button
        type="button"
        className={styles.unfold}
        aria-expanded={isUnfolded}
        onClick={() => setUnfolded((was) => !was)}
      >
        {isUnfolded ? 'Hide the charts' : 'Choose a chart'}
      </button>
      <p role="status" className={styles.source}>
        {wantedIn(search).length > 0 && told}
      </p>
      {groups.map((group) => {
        const charts = listed.filter((chart) => chart.group === group);
        if (charts.length === 0) return null;
        return (
          <section key={group} aria-label={group}>
            <h2>{group}</h2>
            <ul>
              {charts.map(({ machine: { id }, title, callers }) => (
                <li key={id}>
                  <a
                    href={linkTo({ chart: id, tab: tabAfter(tab, callers) })}
                    aria-current={id === open ? 'page' : undefined}
                    onClick={() => setUnfolded(false)}
                  >
                    {title}
                  </a>
                  <Findings
                    key={search}
                    chart={id}
                    findings={found.get(id) ?? []}
                    linkTo={linkTo}
                    onChoose={() => setUnfolded(false)}
                  />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {unread.length > 0 && (
        <section aria-label="Cannot be shown">
          <h2>Cannot be shown</h2>
          <ul>
            {unread.map(({ title, reason }) => (
              <li key={`${title} ${reason}`} className={styles.unread}>
                <strong>{title}</strong> {reason}
              </li>
            ))}
          </ul>
        </section>
      )}
    </nav>
  );
}

/** The tab at which another chart opens: the one that is open, if it is about one chart and the other chart has it. */
function tabAfter(tab: Tab, callers: Chart['callers']): Tab {
  if (tab === 'rules') return callers ? tab : 'drawing';
  return tab === 'table' || tab === 'coverage' || tab === 'changes' ? tab : 'drawing';
}

interface FindingsProps {
  chart: string;
  findings: readonly Finding[];
  linkTo: LinkTo;
  onChoose(): void;
}

/** What was found in a chart. What is left out is counted, and the button that says so lists it. */
function Findings({ chart, findings, linkTo, onChoose }: FindingsProps) {
  const [isWhole, setWhole] = useState(false);
  const listed = isWhole ? findings : findings.slice(0, MOST_FOUND);
  const left = findings.length - listed.length;
  /** The first one that was left out. The button is gone once it is pressed, so the keyboard goes on there. */
  const firstLeft = useRef<HTMLAnchorElement>(null);
  return (
    <ul>
      {listed.map(({ part, text, answer, caller }, place) => (
        <li key={part}>
          <a
            ref={place === MOST_FOUND ? firstLeft : undefined}
            href={linkTo({ chart, tab: 'table', part, ...(caller !== null && { caller }) })}
            onClick={onChoose}
          >
            {text} {answer !== null && <small className={styles.answer}>{answer}</small>}
          </a>
        </li>
      ))}
      {left > 0 && (
        <li>
          <button
            type="button"
            className={styles.more}
            onClick={() => {
              flushSync(() => setWhole(true));
              firstLeft.current?.focus();
            }}
          >
            and {left} more
          </button>
        </li>
      )}
    </ul>
  );
}
