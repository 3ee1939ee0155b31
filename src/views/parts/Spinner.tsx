import { classes } from './classes';
import styles from './Spinner.module.css';

interface SpinnerProps {
  /** Read out by screen readers. Omitted if text beside it, or `aria-busy`, says it already. */
  label?: string | undefined;
  className?: string | undefined;
}

/** Shows that something is in progress, in the colour of the surrounding text. */
export function Spinner({ label, className }: SpinnerProps) {
  return (
    <span className={classes(styles.spinner, className)} role={label && 'status'}>
      {label && <span className="visually-hidden">{label}</span>}
    </span>
  );
}
