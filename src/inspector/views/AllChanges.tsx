import { useActor, useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { differenceOf, notCompared, remarkOn } from '../chart/difference';
import { chartFrom } from '../chart/file';
import { countOf, isOf, tellsAllUnreviewed, type Version } from '../chart/history';
import type { ChartModel } from '../chart/model';
import { readVersions } from '../ports';
import type { WorkbenchRef } from '../workbench.machine';
import { endBy } from './Bars';
import styles from './ChartTable.module.css';
import type { AllVersions } from './useHistory';
import { useLinks } from './useLinks';

/** The number of lines of a chart that are shown before the others are asked for. */
const MOST_LINES = 12;

interface AllChangesProps {
  actor: WorkbenchRef;
  history: AllVersions;
}

/** What has changed in all charts since a version, chart by chart. */
export function AllChanges({ actor, history }: AllChangesProps) {
  const { versions, baseline, reviewed } = history;
  const since = useSelector(actor, ({ context }) => context.address.since);
  if (versions === undefined)
    return (
      <div className={styles.frame}>
        <p role="status">Reading the history…</p>
      </div>
    );
  if (versions === null)
    return (
      <div className={styles.frame}>
        <p role="alert">
          The earlier versions could not be fetched.{' '}
          <button type="button" onClick={(event) => endBy(event, history.retry)}>
            Try again
          </button>
        </p>
      </div>
    );
  const [now] = versions;
  if (!baseline || !now)
    return (
      <div className={styles.frame}>
        <p role="status">No earlier version is known here, so nothing can be compared.</p>
      </div>
    );
  const isReviewed = isOf(reviewed)(now);
  const tellsAll = tellsAllUnreviewed(versions, baseline, reviewed);
  const lacksReviewed = reviewed !== '' && !versions.some(isOf(reviewed));
  return (
    <div className={styles.frame}>
      <div className={styles.tools}>
        <label>
          Since{' '}
          <select
            value={baseline.commit}
            onChange={({ target }) => actor.send({ type: 'address.replace', address: { since: target.value } })}
          >
            {versions.map((version) => (
              <option key={version.commit} value={version.commit}>
                {versionName(version, now, reviewed)}
              </option>
            ))}
          </select>
        </label>
        {!isReviewed && tellsAll && (
          <button type="button" onClick={(event) => endBy(event, history.markReviewed)}>
            I have reviewed all of this
          </button>
        )}
      </div>
      {since !== '' && !isOf(since)(baseline) && (
        <p role="alert">
          The version in the address is not known here. What is told here has changed since another one.
        </p>
      )}
      {!isReviewed && !tellsAll && (
        <p className={styles.notes}>
          What has changed before this version was not {reviewed === '' ? 'shown' : 'reviewed'} and is not told here.{' '}
          <button
            type="button"
            onClick={(event) => endBy(event, () => actor.send({ type: 'address.replace', address: { since: '' } }))}
          >
            Show all that was not reviewed
          </button>
        </p>
      )}
      {lacksReviewed && (
        <p className={styles.notes}>
          What was reviewed last in this browser is older than all that is known here. This is the oldest version.
        </p>
      )}
      <p role="status">{sumOf(baseline)}</p>
      <p className={styles.notes}>
        {isReviewed
          ? 'This version was reviewed. This browser remembers it, and counts later changes from here.'
          : 'Once you have reviewed it, this browser remembers that, and counts later changes from here.'}{' '}
        The address of this page is a link to this comparison once you have chosen a version. {notCompared}
      </p>
      <ChangedCharts actor={actor} baseline={baseline} />
    </div>
  );
}

function versionName(version: Version, now: Version, reviewed: string): string {
  const marks = [
    ...(version === now ? ['the present version'] : []),
    ...version.releases.map((release) => `released as ${release}`),
    ...(isOf(reviewed)(version) ? ['reviewed'] : []),
  ];
  return `${version.title}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}`;
}

function sumOf(baseline: Version): string {
  const count = countOf(baseline);
  if (count === 0) return 'Nothing has changed since then.';
  return `${count} ${count === 1 ? 'chart has' : 'charts have'} changed since then.`;
}

function ChangedCharts({ actor, baseline }: { actor: WorkbenchRef; baseline: Version }) {
  const { charts } = useSelector(actor, ({ context }) => context.catalogue);
  const models = useSelector(actor, ({ context }) => context.models);
  const linkTo = useLinks(actor);
  const changed = charts.flatMap(({ machine: { id }, title, group }) => {
    const place = baseline.changed[id];
    const chart = models.find((model) => model.id === id);
    return place === undefined || !chart ? [] : [{ chart, title, group, place }];
  });
  const groups = [...new Set(changed.map(({ group }) => group))];
  return (
    <>
      {groups.map((group) => (
        <section key={group} aria-label={group}>
          <h3>{group}</h3>
          {changed
            .filter((one) => one.group === group)
            .map(({ chart, title, place }) =>
              place === null ? (
                <section key={chart.id} aria-label={title}>
                  <h4>
                    <a href={linkTo({ chart: chart.id, tab: 'drawing', since: baseline.commit })}>{title}</a>: a new
                    chart
                  </h4>
                </section>
              ) : (
                <ChangedChart
                  key={`${chart.id} ${baseline.commit}`}
                  actor={actor}
                  chart={chart}
                  title={title}
                  place={place}
                  since={baseline.commit}
                />
              ),
            )}
        </section>
      ))}
      {baseline.gone.length > 0 && (
        <section aria-label="Removed charts">
          <h3>Removed charts</h3>
          <ul className={styles.lines}>
            {baseline.gone.map((id) => (
              <li key={id}>{id}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface ChangedChartProps {
  actor: WorkbenchRef;
  chart: ChartModel;
  title: string;
  /** Where the earlier version is in the list of the chart's versions. */
  place: number;
  /** The commit of the earlier version. */
  since: string;
}

function ChangedChart({ actor, chart, title, place, since }: ChangedChartProps) {
  const { versionsOf = () => '', words } = useSelector(actor, ({ context }) => context.catalogue);
  const [{ output }] = useActor(readVersions, { input: versionsOf(chart.id) });
  const linkTo = useLinks(actor);
  const text = output?.[place]?.text;
  const difference = useMemo(() => {
    if (text === undefined) return undefined;
    try {
      return differenceOf(chartFrom(text), chart, words);
    } catch (error) {
      console.warn('No earlier version', chart.id, error);
      return undefined;
    }
  }, [text, chart, words]);
  // The chart is another one, so if nothing has changed, it is what is told here that has not.
  const remark = difference ? remarkOn(difference, ' that is told here') : null;
  const [first, rest] = [difference?.lines.slice(0, MOST_LINES), difference?.lines.slice(MOST_LINES)];
  return (
    <section aria-label={title}>
      <h4>
        <a href={linkTo({ chart: chart.id, tab: 'drawing', since })}>{title}</a>
      </h4>
      {output === undefined && <p>Reading…</p>}
      {output !== undefined && !difference && <p role="alert">Its earlier version could not be read.</p>}
      {remark !== null && <p className={styles.notes}>{remark}</p>}
      {first && first.length > 0 && <Lines lines={first} />}
      {rest && rest.length > 0 && (
        <details>
          <summary>and {rest.length} more</summary>
          <Lines lines={rest} />
        </details>
      )}
    </section>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={`${styles.lines} ${styles.changes}`}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
