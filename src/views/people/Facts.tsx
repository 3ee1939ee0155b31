import type { ReactNode } from 'react';
import styles from './Facts.module.css';

/** Labelled facts about a member, in as many columns as fit. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

interface FactProps {
  name: string;
  /** The fact has a row of its own. */
  wide?: boolean | undefined;
  children: ReactNode;
}

export function Fact({ name, wide = false, children }: FactProps) {
  return (
    <div className={wide ? styles.wide : undefined}>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}
