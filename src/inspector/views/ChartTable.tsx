import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import { type Address, writeAddress } from '../address';
import { walkersOf } from '../chart/coverage';
import { notesOf, type Walkers } from '../chart/explanation';
import { type ChartModel, doesNothing, type StateModel, type TransitionModel, withForbidding } from '../chart/model';
import { actWords, conditionWords, headingOf, ruleWords } from '../chart/words';
import { useTrail } from '../trail';
import type { WorkbenchRef } from '../workbench.machine';
import { CauseName } from './CauseName';
import styles from './ChartTable.module.css';
import { Cited } from './Cited';
import { type LinkTo, useLinks } from './useLinks';

interface ChartTableProps {
  actor: WorkbenchRef;
  chart: ChartModel;
}

/** The chart as tables, one per state: its events with their guards, targets, actions, and the rules in words. */
export function ChartTable({ actor, chart }: ChartTableProps) {
  const address = useSelector(actor, ({ context }) => context.address);
  const { active } = useTrail(actor, chart);
  const linkToChart = useLinks(actor);
  const coverage = useSelector(actor, ({ context }) => context.coverage);
  const walkers = useMemo(() => (coverage ? walkersOf(coverage, chart) : null), [coverage, chart]);
  const frame = useRef<HTMLDivElement>(null);
  // A link to a part leads to it, once. At every drawing of the table it would pull the page away from what is pressed or read meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the part is found in the table that was painted
  useEffect(() => {
    const chosen = frame.current?.querySelector('[data-chosen]');
    chosen?.scrollIntoView?.({ block: chosen.matches('tr') ? 'center' : 'nearest' });
  }, [chart.id, address.part]);
  return (
    <div ref={frame} className={styles.frame}>
      {chart.states.map((state) => (
        <StateTable
          key={state.id}
          actor={actor}
          chart={chart}
          state={state}
          transitions={withForbidding(chart).filter(({ source }) => source === state.id)}
          address={address}
          linkToChart={linkToChart}
          isActive={active.has(state.id)}
          walkers={walkers}
        />
      ))}
    </div>
  );
}

interface StateTableProps {
  actor: WorkbenchRef;
  chart: ChartModel;
  state: StateModel;
  transitions: readonly TransitionModel[];
  address: Address;
  linkToChart: LinkTo;
  isActive: boolean;
  walkers: Walkers;
}

function StateTable({ actor, chart, state, transitions, address, linkToChart, isActive, walkers }: StateTableProps) {
  const { part } = address;
  const linkTo = (id: string) => writeAddress({ ...address, chart: chart.id, part: id });
  const notes = notesOf(state);
  return (
    <section
      className={styles.state}
      data-chosen={part === state.id || undefined}
      data-active={isActive || undefined}
      aria-label={headingOf(state)}
    >
      <h3>
        <a href={linkTo(state.id)}>{headingOf(state)}</a>
        {isActive && state.parent !== null && <span className={styles.badge}>here</span>}
      </h3>
      {state.description && (
        <p>
          <Cited actor={actor} text={state.description} />
        </p>
      )}
      {notes.length > 0 && <p className={styles.notes}>{notes.join(' · ')}</p>}
      {state.invokes.map(({ id, chart: invoked }) => (
        <p key={id} className={styles.notes}>
          runs {invoked === null ? id : <a href={linkToChart({ chart: invoked, tab: 'table' })}>{id}</a>}
        </p>
      ))}
      {transitions.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Event</th>
              <th scope="col">If</th>
              <th scope="col">Leads to</th>
              <th scope="col">Does</th>
              <th scope="col">Rule</th>
              {walkers && <th scope="col">Walked</th>}
            </tr>
          </thead>
          <tbody>
            {transitions.map((transition) => (
              <tr key={transition.id} data-chosen={part === transition.id || undefined}>
                <th scope="row">
                  <a href={linkTo(transition.id)}>
                    <CauseName of={transition} />
                  </a>
                </th>
                <td title={transition.guard ?? undefined}>{conditionWords(transition)}</td>
                <td>
                  {transition.targets.length === 0
                    ? doesNothing(transition)
                      ? 'does nothing'
                      : 'stays'
                    : transition.targets.map((target) => (
                        <a key={target} href={linkTo(target)}>
                          {target}
                        </a>
                      ))}
                </td>
                <td title={transition.actions.join(', ') || undefined}>{actWords(transition)}</td>
                <td>
                  <Cited actor={actor} text={ruleWords(transition)} />
                </td>
                {walkers && <td>{walkers.get(transition.id)?.join('; ')}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
