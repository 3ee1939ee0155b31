import { useActor, useSelector } from '@xstate/react';
import { useState } from 'react';
import { differenceOf, notCompared, remarkOn } from '../chart/difference';
import type { ChartModel } from '../chart/model';
import { isOwn } from '../ownCharts';
import { readVersions } from '../ports';
import type { WorkbenchRef } from '../workbench.machine';
import { endBy, LostVersion, SIGNS } from './Bars';
import styles from './ChartTable.module.css';
import { FileChoice } from './FileChoice';
import type { AllVersions } from './useHistory';
import { useLinks } from './useLinks';

interface ChangesProps {
  actor: WorkbenchRef;
  chart: ChartModel;
  history: AllVersions;
}

/** The differences between this chart and another version of it, from the project's history or a file. The drawing shows both versions. */
export function Changes({ actor, chart, history }: ChangesProps) {
  const versionsOf = useSelector(actor, ({ context }) => context.catalogue.versionsOf);
  const compared = useSelector(actor, ({ context }) => context.compared);
  const comparedWith = useSelector(actor, ({ context }) => context.comparedWith);
  const since = useSelector(actor, ({ context }) => context.address.since);
  const isUnreadable = useSelector(actor, (snapshot) => snapshot.matches('unreadable'));
  const words = useSelector(actor, ({ context }) => context.catalogue.words);
  const difference = compared && differenceOf(compared, chart, words);
  const lines = difference?.lines;
  const remark = difference && remarkOn(difference);
  return (
    <div className={styles.frame}>
      <div className={styles.tools}>
        {versionsOf && !isOwn(chart.id) && (
          <EarlierVersions
            key={chart.id}
            actor={actor}
            chart={chart}
            history={history}
            address={versionsOf(chart.id)}
          />
        )}
        <FileChoice
          label={`An earlier version of docs/charts/${chart.id}.json`}
          onChoose={(file) => actor.send({ type: 'file.compare', file })}
        />
        {compared && (
          <button type="button" onClick={(event) => endBy(event, () => actor.send({ type: 'comparison.end' }))}>
            End comparison
          </button>
        )}
      </div>
      {isUnreadable && <p role="alert">This is no file of this chart.</p>}
      {comparedWith !== null && (
        <p>
          Compared with the version ‘{comparedWith}’.
          {since === '' && ' The address is no link to this comparison.'}
        </p>
      )}
      <LostVersion actor={actor} chart={chart} />
      {remark !== null && <p role="status">{remark}</p>}
      {difference && <p className={styles.notes}>{notCompared}</p>}
      {lines && lines.length > 0 && <p>The drawing shows them. {SIGNS}</p>}
      {lines && lines.length > 0 && (
        <ul className={`${styles.lines} ${styles.changes}`} aria-label="Changes">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The versions of the chart that the project itself knows. Where it knows none, a file can still be opened. */
function EarlierVersions(props: EarlierVersionsProps) {
  const [tries, setTries] = useState(0);
  // Another key fetches them again.
  return <VersionList key={tries} {...props} onRetry={() => setTries(tries + 1)} />;
}

interface EarlierVersionsProps extends ChangesProps {
  address: string;
}

function VersionList({ actor, chart: { id }, history, address, onRetry }: EarlierVersionsProps & { onRetry(): void }) {
  const [{ output }] = useActor(readVersions, { input: address });
  const comparedWith = useSelector(actor, ({ context }) => context.comparedWith);
  const linkedTo = useSelector(actor, ({ context }) => context.address.since);
  const linkTo = useLinks(actor);
  if (output === undefined) return null;
  if (output === null)
    return (
      <span role="alert">
        The earlier versions could not be fetched.{' '}
        <button type="button" onClick={(event) => endBy(event, onRetry)}>
          Try again
        </button>
      </span>
    );
  if (output.length === 0) return <span className={styles.notes}>No earlier version is known here.</span>;
  // A link names a version of all charts, which has a title of its own. This chart may have been so before, too.
  const linked = history.versions?.find(({ commit }) => commit === linkedTo);
  const place = linked?.changed[id] ?? output.findIndex(({ title }) => title === comparedWith);
  const chosen = output[place];
  /** The latest version of all charts in which this one was so. */
  const since = chosen && history.versions?.find(({ changed }) => changed[id] === place)?.commit;
  return (
    <>
      <label>
        Compare with{' '}
        <select
          value={chosen?.title ?? ''}
          onChange={({ target }) => {
            const version = output[target.selectedIndex - 1];
            if (version) actor.send({ type: 'file.compare', file: new File([version.text], version.title) });
          }}
        >
          <option value="" disabled>
            choose a version…
          </option>
          {output.map(({ title }) => (
            <option key={title}>{title}</option>
          ))}
        </select>
      </label>
      {since !== undefined && <a href={linkTo({ chart: id, tab: 'changes', since })}>Link to this comparison</a>}
      {chosen && chosen.changed.length > 0 && <OtherCharts actor={actor} ids={chosen.changed} since={since} />}
    </>
  );
}

interface OtherChartsProps {
  actor: WorkbenchRef;
  ids: readonly string[];
  /** The commit of the version of all charts, if it is known. */
  since: string | undefined;
}

/** The other charts that have changed since the chosen version. */
function OtherCharts({ actor, ids, since = '' }: OtherChartsProps) {
  const charts = useSelector(actor, ({ context }) => context.catalogue.charts);
  const linkTo = useLinks(actor);
  return (
    <details>
      <summary>Other charts that have changed since then: {ids.length}</summary>
      <ul className={styles.lines}>
        {ids.map((id) => (
          <li key={id}>
            <a href={linkTo({ chart: id, tab: 'changes', since })}>
              {charts.find(({ machine }) => machine.id === id)?.title ?? id}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
