import { Spinner } from './Spinner';
import styles from './States.module.css';

/** Something is loading; `label` is shown and read out. It appears with a short delay, so that quick answers do not flicker. */
export function LoadingState({ label }: { label: string }) {
  return (
    <div className={`${styles.state} ${styles.late}`} role="status">
      <Spinner className={styles.big} />
      <p>{label}</p>
    </div>
  );
}
