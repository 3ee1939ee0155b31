import { type Address, writeAddress } from '../address';
import { explanationOf, notesOf, type Walkers } from '../chart/explanation';
import { type ChartModel, withForbidding } from '../chart/model';
import { headingOf, placeWords } from '../chart/words';
import type { WorkbenchRef } from '../workbench.machine';
import styles from './ChartDrawing.module.css';
import { Cited } from './Cited';

interface ChosenPartProps {
  actor: WorkbenchRef;
  chart: ChartModel;
  address: Address;
  walkers: Walkers;
  /** Whether only the earlier version of a comparison has it, so that the table does not. */
  isGone: boolean;
}

/** All that is known of the state or transition that the address names, because a drawing has no room for it. */
export function ChosenPart({ actor, chart, address, walkers, isGone }: ChosenPartProps) {
  const { part } = address;
  const state = chart.states.find(({ id }) => id === part);
  const transition = withForbidding(chart).find(({ id }) => id === part);
  if (part === null || (!state && !transition)) return null;
  return (
    <section className={styles.chosen} aria-label="Chosen in the drawing">
      {state && (
        <p>
          <strong>{headingOf(state)}</strong>{' '}
          <Cited actor={actor} text={[state.description, notesOf(state).join(' · ')].filter(Boolean).join(' ')} />
        </p>
      )}
      {transition && (
        <p>
          <strong>{placeWords(transition.source)}</strong>{' '}
          <Cited actor={actor} text={explanationOf(transition, walkers)} />
        </p>
      )}
      {!isGone && <a href={writeAddress({ ...address, chart: chart.id, tab: 'table' })}>In the table</a>}
    </section>
  );
}
