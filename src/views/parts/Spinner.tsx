import { classes } from './classes';
import styles from './Spinner.module.css';

interface SpinnerProps {
  /** Said to screen readers. Left out where the words beside it, or `aria-busy`, already say it. */
  label?: string | undefined;
  className?: string | undefined;
}

/** Something is under way. Takes the colour of the text around it. */
export function Spinner({ label, className }: SpinnerProps) {
  return (
    <span className={classes(styles.spinner, className)} role={label && 'status'}>
      {label && <span className="visually-hidden">{label}</span>}
    </span>
  );
}
