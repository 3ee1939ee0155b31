import type { CSSProperties } from 'react';
import styles from './Skeleton.module.css';

interface SkeletonProps {
  label: string;
  /** The look of the grid that the cards will stand in. */
  grid: string | undefined;
  /** Of a card, with its unit. */
  height: string;
}

/** The shapes of cards that are on their way. */
export function Skeleton({ label, grid, height }: SkeletonProps) {
  return (
    <div className={styles.skeleton} style={{ '--height': height } as CSSProperties} role="status">
      <p>{label}</p>
      <div className={grid} aria-hidden>
        <div />
        <div />
        <div />
      </div>
    </div>
  );
}
