import { useSelector } from '@xstate/react';
import { writeAddress } from '../address';
import { walkedIn } from '../chart/coverage';
import type { ChartModel } from '../chart/model';
import { placesOf } from '../trail';
import type { WorkbenchRef } from '../workbench.machine';
import styles from './ChartTable.module.css';

interface CoverageTabProps {
  actor: WorkbenchRef;
  chart: ChartModel;
}

/** Which paths the tests have walked through the chart, and what none of them takes. */
export function CoverageTab({ actor, chart }: CoverageTabProps) {
  const coverage = useSelector(actor, ({ context }) => context.coverage);
  const isUnreadable = useSelector(actor, (snapshot) => snapshot.matches('unreadable'));
  const walked = coverage && walkedIn(coverage, chart);
  return (
    <div className={styles.frame}>
      <p className={styles.tools}>
        <label>
          What the tests have walked: test/results/coverage.json, which npm test writes{' '}
          <input
            type="file"
            accept=".json"
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              if (file) actor.send({ type: 'coverage.open', file });
            }}
          />
        </label>
      </p>
      {isUnreadable && <p role="alert">This is no such file.</p>}
      {walked && (
        <>
          <p role="status">
            {chart.transitions.length - walked.unwalked.length} of {chart.transitions.length} transitions, by{' '}
            {walked.paths.length} paths.
          </p>
          {walked.unwalked.length > 0 && (
            <section aria-label="Not walked">
              <h3>Not walked</h3>
              <ul className={styles.lines}>
                {walked.unwalked.map(({ id }) => (
                  <li key={id}>
                    <a href={writeAddress({ chart: chart.id, tab: 'drawing', part: id, trail: [] })}>{id}</a>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <h3>Paths</h3>
          <ol className={styles.lines}>
            {walked.paths.map(({ title, transitions }) => (
              <li key={title}>
                <a
                  href={writeAddress({
                    chart: chart.id,
                    tab: 'drawing',
                    part: null,
                    trail: placesOf(chart, transitions),
                  })}
                >
                  {title}
                </a>
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}
