import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import {
  type Coverage,
  type Level,
  levels,
  levelTitles,
  type Walked,
  walkedAtAllLevels,
  walkedIn,
} from '../chart/coverage';
import type { ChartModel } from '../chart/model';
import { transitionWords } from '../chart/words';
import { fileAt } from '../ports';
import { stepsAlong } from '../trail';
import type { WorkbenchRef } from '../workbench.machine';
import styles from './ChartTable.module.css';
import { FileChoice } from './FileChoice';
import { type LinkTo, useLinks } from './useLinks';

interface CoverageTabProps {
  actor: WorkbenchRef;
  chart: ChartModel;
}

/** The paths that the tests have walked through the chart, and the transitions that no path takes. */
export function CoverageTab({ actor, chart }: CoverageTabProps) {
  const coverage = useSelector(actor, ({ context }) => context.coverage);
  const recorded = useSelector(actor, ({ context }) => context.catalogue.coverage);
  const linkTo = useLinks(actor);
  const isUnreadable = useSelector(actor, (snapshot) => snapshot.matches('uncovered'));
  // The last recorded run is shown at once, unless another one was opened before.
  useEffect(() => {
    const isOpen = actor.getSnapshot().context.coverage !== null;
    if (!isOpen && recorded !== undefined) actor.send({ type: 'coverage.open', file: fileAt(recorded) });
  }, [actor, recorded]);
  return (
    <div className={styles.frame}>
      <p className={styles.tools}>
        {recorded !== undefined && (
          <button type="button" onClick={() => actor.send({ type: 'coverage.open', file: fileAt(recorded) })}>
            Show the last recorded run
          </button>
        )}
        <FileChoice
          label="Another run: test/results/coverage.json"
          onChoose={(file) => actor.send({ type: 'coverage.open', file })}
        />
      </p>
      <p className={styles.notes}>
        Which transitions the tests take: on the chart alone, on the real server and on a screen in a browser.{' '}
        {coverage?.recordedOn &&
          `Recorded on ${coverage.recordedOn}: what has had another condition or target since then counts as not walked.`}
      </p>
      {isUnreadable && <p role="alert">This is no record of walks, or it could not be fetched.</p>}
      {coverage &&
        levels.map((level) => (
          <LevelPart
            key={level}
            level={level}
            chart={chart}
            walked={walkedIn(coverage, chart, level)}
            linkTo={linkTo}
          />
        ))}
      {coverage && <AllCharts actor={actor} coverage={coverage} linkTo={linkTo} />}
    </div>
  );
}

/** What is said of a transition that nothing can cause at a level, before the reason. */
const excuses: Readonly<Record<Level, string>> = {
  chart: 'Not on the chart',
  server: 'Not on a server',
  browser: 'Not in a browser',
};

interface LevelPartProps {
  level: Level;
  chart: ChartModel;
  walked: Walked | null;
  linkTo: LinkTo;
}

function LevelPart({ level, chart: { id: chart, transitions: all }, walked, linkTo }: LevelPartProps) {
  const addressOf = (part: string) => linkTo({ chart, tab: 'drawing', part });
  const addressOfPath = (path: readonly string[]) => linkTo({ chart, tab: 'drawing', trail: stepsAlong(path) });
  return (
    <section aria-label={levelTitles[level]}>
      <h3>{levelTitles[level]}</h3>
      {!walked && <p>Not walked.</p>}
      {walked && (
        <>
          <p>
            {all.length - walked.unwalked.length - walked.uncaused.length} of {all.length} transitions, by{' '}
            {walked.paths.length} paths.
          </p>
          {walked.failures.length > 0 && (
            <details open>
              <summary>Failed</summary>
              <ul className={styles.lines}>
                {walked.failures.map(({ title, message, transitions }, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: paths of several tests may have one title
                  <li key={place} className={styles.alarm}>
                    <a href={addressOfPath(transitions)}>{title}</a> {message}
                  </li>
                ))}
              </ul>
            </details>
          )}
          {walked.unwalked.length > 0 && (
            <details open>
              <summary>Not walked</summary>
              <ul className={styles.lines}>
                {walked.unwalked.map((one) => (
                  <li key={one.id} className={styles.alarm}>
                    <a href={addressOf(one.id)}>{transitionWords(one)}</a>
                  </li>
                ))}
              </ul>
            </details>
          )}
          {walked.uncaused.length > 0 && (
            <details open>
              <summary>Nothing can cause it here</summary>
              <ul className={styles.lines}>
                {walked.uncaused.map(({ transition, reason }) => (
                  <li key={transition.id}>
                    <a href={addressOf(transition.id)}>{transitionWords(transition)}</a> {excuses[level]}: {reason}
                  </li>
                ))}
              </ul>
            </details>
          )}
          <details open={walked.paths.length <= 20}>
            <summary>Paths</summary>
            <ol className={styles.lines}>
              {walked.paths.map(({ title, transitions }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: paths of several tests may have one title
                <li key={place}>
                  <a href={addressOfPath(transitions)}>{title}</a>
                </li>
              ))}
            </ol>
          </details>
        </>
      )}
    </section>
  );
}

/** How much of every chart was walked at each level, for questions that are not about one chart: 'Which rule has no browser test?' */
function AllCharts({ actor, coverage, linkTo }: { actor: WorkbenchRef; coverage: Coverage; linkTo: LinkTo }) {
  const { catalogue, models } = useSelector(actor, ({ context }) => context);
  const rows = useMemo(
    () => models.map((model) => ({ model, walks: walkedAtAllLevels(coverage, model) })),
    [coverage, models],
  );
  const titleOf = (id: string) => catalogue.charts.find(({ machine }) => machine.id === id)?.title;
  return (
    <section aria-label="All charts">
      <h3>All charts</h3>
      <p className={styles.notes}>
        How many transitions were walked. ✗: the number that were neither walked nor have a reason.
      </p>
      <table aria-label="How many transitions of each chart were walked">
        <thead>
          <tr>
            <th scope="col">Chart</th>
            <th scope="col">Transitions</th>
            {levels.map((level) => (
              <th key={level} scope="col">
                {levelTitles[level]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ model: { id, transitions }, walks }) => (
            <tr key={id}>
              <th scope="row">
                <a href={linkTo({ chart: id, tab: 'coverage' })}>{titleOf(id)}</a>
              </th>
              <td>{transitions.length}</td>
              {walks.map(({ level, walked }) => (
                <td key={level}>
                  {walked ? transitions.length - walked.unwalked.length - walked.uncaused.length : 'not walked'}
                  {walked && walked.unwalked.length > 0 && (
                    <span className={styles.missing}> ✗ {walked.unwalked.length}</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
