import type { ReactNode } from 'react';
import styles from './FormSection.module.css';

interface FormSectionProps {
  title: string;
  /** `Field`s, and `WholeRow`s around those that need the room. */
  children: ReactNode;
}

/** Fields of a long form that belong together, below their heading; two beside each other where there is room. */
export function FormSection({ title, children }: FormSectionProps) {
  return (
    <fieldset className={styles.section}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

/** A row of a `FormSection` that is not shared with another field. */
export function WholeRow({ children }: { children: ReactNode }) {
  return <div className={styles.whole}>{children}</div>;
}
