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

interface FoldedProps {
  title: string;
  /** What the fields hold, beside the title; empty where they hold nothing. */
  summary: string;
  /** They are unfolded because something in them is wrong. */
  isOpen: boolean;
  children: ReactNode;
}

/** Fields that few people need: folded away below a line that says what they hold. */
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
