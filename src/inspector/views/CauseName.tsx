import type { TransitionModel } from '../chart/model';
import { causeWords } from '../chart/words';
import styles from './Workbench.module.css';

/** What causes a transition. An event with a title has its own name small beside it. */
export function CauseName({ of: transition }: { of: TransitionModel }) {
  const { title } = transition;
  if (title === undefined) return causeWords(transition);
  return (
    <>
      {title} <small className={styles.code}>{causeWords(transition)}</small>
    </>
  );
}
