import { useSelector } from '@xstate/react';
import { type MouseEvent, useMemo } from 'react';
import { flushSync } from 'react-dom';
import { type Level, levels, levelTitles, type Walked } from '../chart/coverage';
import { differenceOf, mergedOf, remarkOn } from '../chart/difference';
import type { ChartModel } from '../chart/model';
import { transitionWords } from '../chart/words';
import type { LiveRef } from '../live/liveView.machine';
import { namesIn } from '../live/names';
import { isOwn } from '../ownCharts';
import type { WorkbenchRef } from '../workbench.machine';
import { useMarked } from './useMarked';
import styles from './Workbench.module.css';

// What a drawing shows beside the chart itself is said above it, with a button that ends it. Nobody has to remember a press elsewhere.

/** Carries out the press that takes its own button away. The keyboard goes on at the chart, instead of at the top of the page. */
export function endBy({ currentTarget }: MouseEvent, end: () => void): void {
  const main = currentTarget.closest('main');
  flushSync(end);
  main?.focus({ preventScroll: true });
}

interface BarProps {
  actor: WorkbenchRef;
  chart: ChartModel;
}

/** A part that a drawing marks, with what is said of it. */
type Marking = readonly [part: string, lines: readonly string[]];

/** What has changed in a chart, state by state. What no drawing shows comes last. */
function inOrder({ states, transitions }: ChartModel, about: ReadonlyMap<string, readonly string[]>): Marking[] {
  const drawn = states.flatMap(({ id }) => [
    id,
    ...transitions.filter(({ source }) => source === id).map((one) => one.id),
  ]);
  return [...new Set([...drawn, ...about.keys()])].flatMap((id) => {
    const lines = about.get(id);
    return lines ? [[id, lines] as const] : [];
  });
}

interface StepsProps {
  actor: WorkbenchRef;
  name: string;
  parts: readonly Marking[];
}

/** Leads from one marked part of the drawing to the next, and says what there is to say: in a large chart nobody finds them all. */
function Steps({ actor, name, parts }: StepsProps) {
  const part = useSelector(actor, ({ context }) => context.address.part);
  if (parts.length === 0) return null;
  const place = parts.findIndex(([id]) => id === part);
  const [next] = parts[(place + 1) % parts.length] ?? [null];
  return (
    <>
      <button type="button" onClick={() => actor.send({ type: 'address.replace', address: { part: next } })}>
        {name}
      </button>
      <p role="status" className={styles.told}>
        {place < 0 ? `${parts.length} in all` : `${place + 1} of ${parts.length}: ${parts[place]?.[1].join('; ')}`}
      </p>
    </>
  );
}

/** How a comparison is drawn. */
export const SIGNS = 'Green is added, red and dotted is removed, orange and dashed is changed.';

/** Why the version in the address is not compared with a chart. There are none of the workbench's own charts, so nothing is said there. */
function useLost(actor: WorkbenchRef, chart: ChartModel) {
  const lost = useSelector(actor, ({ context }) => context.lost);
  return isOwn(chart.id) ? null : lost;
}

/** Says that the version in the address is not there to be compared with, and fetches it again if that may help. */
export function LostVersion({ actor, chart }: BarProps) {
  const lost = useLost(actor, chart);
  if (lost === null) return null;
  if (lost === 'unknown')
    return <p role="alert">The version in the address is not known here, so nothing is compared.</p>;
  return (
    <p role="alert">
      The version in the address could not be fetched, so nothing is compared.{' '}
      <button type="button" onClick={(event) => endBy(event, () => actor.send({ type: 'version.retry' }))}>
        Try again
      </button>
    </p>
  );
}

/** Says that the drawing has the parts of another version, too. */
export function ComparisonBar({ actor, chart }: BarProps) {
  const { compared, comparedWith, catalogue } = useSelector(actor, ({ context }) => context);
  const lost = useLost(actor, chart);
  const difference = useMemo(
    () => compared && differenceOf(compared, chart, catalogue.words),
    [compared, chart, catalogue],
  );
  const changed = useMemo(
    () => (compared && difference ? inOrder(mergedOf(compared, chart), difference.about) : []),
    [compared, chart, difference],
  );
  if (comparedWith === null && lost === null) return null;
  return (
    <div className={styles.bar}>
      <LostVersion actor={actor} chart={chart} />
      {difference && (
        <p role="status">
          {difference.lines.length > 0 &&
            `The drawing shows what has changed since the version ‘${comparedWith}’. ${SIGNS} `}
          {remarkOn(difference, ` here since the version ‘${comparedWith}’`)}
        </p>
      )}
      <Steps actor={actor} name="Next change" parts={changed} />
      <button type="button" onClick={(event) => endBy(event, () => actor.send({ type: 'comparison.end' }))}>
        End comparison
      </button>
    </div>
  );
}

/** Says that the drawing marks what no test takes, and at which level. */
export function CoverageBar({ actor, chart }: BarProps) {
  const marked = useMarked(actor, chart);
  if (!marked) return null;
  return (
    <div className={styles.bar}>
      <p role="status">{markedWords(marked.walked)}</p>
      <label>
        Where{' '}
        <select
          value={marked.level}
          onChange={({ target }) => actor.send({ type: 'level.choose', level: target.value as Level })}
        >
          {levels.map((one) => (
            <option key={one} value={one}>
              {levelTitles[one].toLowerCase()}
            </option>
          ))}
        </select>
      </label>
      <Steps
        actor={actor}
        name="Next one"
        parts={(marked.walked?.unwalked ?? []).map((one) => [one.id, [transitionWords(one)]])}
      />
      <button type="button" onClick={(event) => endBy(event, () => actor.send({ type: 'coverage.end' }))}>
        End marking
      </button>
    </div>
  );
}

function markedWords(walked: Walked | null): string {
  if (!walked) return 'No test walks this chart.';
  return walked.unwalked.length === 0
    ? 'Nothing is marked: tests take all that can happen.'
    : 'What no test takes is marked.';
}

/** Says that the drawing is not about the path that the questions follow. */
export function LiveBar({ live }: { live: LiveRef }) {
  const { recording, actor, count } = useSelector(live, ({ context }) => context);
  if (actor === null) return null;
  const moment = count === null ? 'now' : `after ${count} of ${recording.entries.length} events`;
  return (
    <div className={styles.bar}>
      <p role="status">
        The drawing shows ‘{namesIn(recording).full(actor)}’ in Live, {moment}. The questions follow a path of their
        own.
      </p>
      <button type="button" onClick={(event) => endBy(event, () => live.send({ type: 'actor.choose', key: actor }))}>
        Show the path instead
      </button>
    </div>
  );
}
