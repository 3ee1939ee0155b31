import { useSelector } from '@xstate/react';
import { differenceOf } from '../chart/difference';
import type { ChartModel } from '../chart/model';
import type { WorkbenchRef } from '../workbench.machine';
import styles from './ChartTable.module.css';

interface ChangesProps {
  actor: WorkbenchRef;
  chart: ChartModel;
}

/** The differences between this chart and another version of it, from a file of `docs/charts`. The drawing shows both versions. */
export function Changes({ actor, chart }: ChangesProps) {
  const compared = useSelector(actor, ({ context }) => context.compared);
  const isUnreadable = useSelector(actor, (snapshot) => snapshot.matches('unreadable'));
  const lines = compared ? differenceOf(compared, chart).lines : null;
  return (
    <div className={styles.frame}>
      <p className={styles.tools}>
        <label>
          An earlier version of docs/charts/{chart.id}.json{' '}
          <input
            type="file"
            accept=".json"
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              if (file) actor.send({ type: 'file.compare', file });
            }}
          />
        </label>
        {compared && (
          <button type="button" onClick={() => actor.send({ type: 'comparison.end' })}>
            End comparison
          </button>
        )}
      </p>
      {isUnreadable && <p role="alert">This is no file of this chart.</p>}
      {lines?.length === 0 && <p role="status">Nothing has changed.</p>}
      {lines && lines.length > 0 && (
        <p>The drawing shows them: green is added, red and dotted is removed, orange and dashed is changed.</p>
      )}
      {lines && lines.length > 0 && (
        <ul className={styles.lines} aria-label="Changes">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
