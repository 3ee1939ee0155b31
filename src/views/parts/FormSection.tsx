import type { ReactNode } from 'react';
import styles from './FormSection.module.css';

interface FormSectionProps {
  title: string;
  /** `Field`s; those that need a whole row are inside a `WholeRow`. */
  children: ReactNode;
}

/** Related fields of a long form below a heading, in two columns if there is room. */
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
