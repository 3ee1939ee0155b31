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

/** Gives one field of a `FormSection` a row of its own. */
export function WholeRow({ children }: { children: ReactNode }) {
  return <div className={styles.whole}>{children}</div>;
}

interface FoldedProps {
  title: string;
  /** The values of the fields, shown beside the title; empty if the fields are empty. */
  summary: string;
  /** Unfolds the fields, because one of them has an error. */
  isOpen: boolean;
  children: ReactNode;
}

/** Fields that few people need, folded away below a line with their values. */
export function Folded({ title, summary, isOpen, children }: FoldedProps) {
  return (
    <details className={styles.folded} open={isOpen || undefined}>
      <summary>
        {title} <span>{summary}</span>
      </summary>
      <div className={styles.section}>{children}</div>
    </details>
  );
}
