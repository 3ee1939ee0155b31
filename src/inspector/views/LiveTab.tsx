import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ChartModel } from '../chart/model';
import { stateWords } from '../chart/stateValue';
import type { LiveRef } from '../live/liveView.machine';
import { actorsIn, type Names, namesIn, pagesIn, tabName } from '../live/names';
import { type Actor, endAt, valueAt } from '../live/record';
import { saveText } from '../save';
import styles from './ChartTable.module.css';
import { FileChoice } from './FileChoice';
import { LiveLog } from './LiveLog';
import { SequenceDiagram } from './SequenceDiagram';
import type { LinkTo } from './useLinks';

/** The numbers of latest events that are listed, and drawn. */
const MOST_LISTED = 200;
const MOST_DRAWN = 60;

interface LiveTabProps {
  live: LiveRef;
  /** All charts of the workbench. The chart of each of the app's actors is looked up here. */
  models: readonly ChartModel[];
  linkTo: LinkTo;
}

/** What the actors of the app's tabs do, as a tree and as a log, at any moment of the recording. */
export function LiveTab({ live, models, linkTo }: LiveTabProps) {
  const recording = useSelector(live, ({ context }) => context.recording);
  const hasPrevious = useSelector(live, ({ context }) => context.previous.actors.length > 0);
  const state = useSelector(live, ({ value }) => String(value));
  const isFollowing = state === 'following';
  const isEmpty = recording.actors.length === 0;

  return (
    <div className={styles.frame}>
      <p className={styles.tools}>
        <button type="button" onClick={() => live.send({ type: isFollowing ? 'live.pause' : 'live.follow' })}>
          {isFollowing ? 'Pause' : 'Follow the open tabs'}
        </button>
        <button type="button" disabled={isEmpty} onClick={() => saveText(JSON.stringify(recording), 'recording.json')}>
          Save recording
        </button>
        <button type="button" disabled={isEmpty} onClick={() => live.send({ type: 'live.forget' })}>
          Forget all
        </button>
        {hasPrevious && (
          <button type="button" onClick={() => live.send({ type: 'recording.restore' })}>
            Back to the previous recording
          </button>
        )}
        <FileChoice label="Load recording" onChoose={(file) => live.send({ type: 'recording.open', file })} />
      </p>
      {state === 'unreadable' && <p role="alert">This is no recording.</p>}
      {state === 'unavailable' && <p role="alert">This browser does not let tabs talk to each other.</p>}
      <p role="status" className={styles.notes}>
        {isEmpty
          ? `Nothing is recorded. ${isFollowing ? 'Open the app in another tab of this browser.' : emptyWords}`
          : `${recording.actors.length} actors, ${recording.entries.length} events`}
      </p>
      {!isEmpty && <Recorded live={live} models={models} linkTo={linkTo} />}
    </div>
  );
}

/** What is said as long as nothing is recorded and nobody is followed. */
const emptyWords =
  'Follow the tabs of this browser in which the app is open, or load a recording that somebody has saved: you see each actor with its state, each event, and any moment again. Passwords, numbers, places and what somebody typed are never recorded.';

/** The recording at the chosen moment: the tree of its actors, and the events until then. */
function Recorded({ live, models, linkTo }: LiveTabProps) {
  const { recording, filter, actor, count } = useSelector(live, ({ context }) => context);
  const shown = count ?? recording.entries.length;
  const wanted = filter.trim().toLowerCase();
  const names = useMemo(() => namesIn(recording), [recording]);
  const charts = useMemo(() => new Map(recording.actors.map(({ key, chart }) => [key, chart])), [recording]);
  const pages = pagesIn(recording);
  const listed = recording.entries
    .slice(0, shown)
    .filter(
      (entry) =>
        (actor === null || entry.actor === actor) &&
        `${names.full(entry.actor)} ${entry.event}`.toLowerCase().includes(wanted),
    )
    .slice(-MOST_LISTED);

  return (
    <>
      <p className={styles.tools}>
        <label>
          Moment{' '}
          <input
            type="range"
            min={0}
            max={recording.entries.length}
            value={shown}
            onChange={({ target: { valueAsNumber: count } }) =>
              // At its end it stays at the end while more events come.
              live.send({ type: 'time.choose', count: count < recording.entries.length ? count : null })
            }
          />
        </label>
        <output>
          {shown} of {recording.entries.length}
        </output>
        <label>
          Filter{' '}
          <input
            type="search"
            value={filter}
            onChange={({ target }) => live.send({ type: 'filter.type', text: target.value })}
          />
        </label>
        {actor !== null && (
          <button
            type="button"
            title="Show the events of all actors"
            onClick={() => live.send({ type: 'actor.choose', key: actor })}
          >
            Only events of {names.full(actor)} <span aria-hidden>×</span>
          </button>
        )}
      </p>
      <section aria-label="Actors">
        <h3>Actors</h3>
        {pages.map((page, place) => (
          <div key={page}>
            {pages.length > 1 && <h4>{tabName(place)}</h4>}
            <Branch
              live={live}
              actors={actorsIn(recording, page)}
              names={names}
              parent={null}
              count={shown}
              linkTo={linkTo}
            />
          </div>
        ))}
      </section>
      <details>
        <summary>Sequence diagram: the last {MOST_DRAWN} events of these, oldest first</summary>
        <SequenceDiagram entries={listed.slice(-MOST_DRAWN)} names={names} />
      </details>
      <LiveLog
        entries={listed}
        names={names}
        hasTabs={pages.length > 1}
        modelOf={(key) => models.find(({ id }) => id === charts.get(key))}
        linkTo={linkTo}
      />
    </>
  );
}

interface BranchProps {
  live: LiveRef;
  /** All actors of the same tab. */
  actors: readonly Actor[];
  names: Names;
  parent: string | null;
  count: number;
  linkTo: LinkTo;
}

/** The children of an actor, each with its state and its end. Actors whose parent is not in the recording are at the top level. */
function Branch({ live, actors, names, parent, count, linkTo }: BranchProps) {
  const { recording, actor: chosen } = useSelector(live, ({ context }) => context);
  const keys = new Set(actors.map(({ key }) => key));
  const isHere = (actor: Actor) =>
    parent === null ? actor.parent === null || !keys.has(actor.parent) : actor.parent === parent;
  const children = actors.filter((actor) => actor.chart !== null && isHere(actor));
  if (children.length === 0) return null;
  return (
    <ul className={styles.lines}>
      {children.map((actor) => {
        const end = endAt(recording, actor.key, count);
        return (
          <li key={actor.key}>
            <span className={end === null ? undefined : styles.ended}>
              <a
                href={linkTo({ chart: actor.chart, tab: 'drawing' })}
                aria-current={chosen === actor.key || undefined}
                onClick={(event) => {
                  // The second press only takes the choice back. It does not lead to the drawing, which would show nothing of it.
                  if (chosen === actor.key) event.preventDefault();
                  live.send({ type: 'actor.choose', key: actor.key });
                }}
              >
                {names.of(actor.key)}
              </a>{' '}
              {stateWords(valueAt(recording, actor.key, count))}
              {end !== null && ` (${end})`}
            </span>
            <Branch live={live} actors={actors} names={names} parent={actor.key} count={count} linkTo={linkTo} />
          </li>
        );
      })}
    </ul>
  );
}
