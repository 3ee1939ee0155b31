import type { CSSProperties } from 'react';
import styles from './Skeleton.module.css';

interface SkeletonProps {
  label: string;
  /** The class of the grid that will hold the cards. */
  grid: string | undefined;
  /** The height of a card, with its unit. */
  height: string;
}

/** Placeholder shapes of cards that are still loading. */
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
