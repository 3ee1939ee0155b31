import type { CSSProperties } from 'react';
import styles from './Skeleton.module.css';

interface SkeletonProps {
  /** What is read out. Omitted if something else says so. */
  label?: string;
  /** The class name of the grid that the loaded cards will be in. */
  grid: string | undefined;
  /** The height of a card as a CSS length, such as '5.5rem'. */
  height: string;
}

/** Placeholder shapes of cards that are still loading. */
export function Skeleton({ label, grid, height }: SkeletonProps) {
  return (
    <div className={styles.skeleton} style={{ '--height': height } as CSSProperties} role={label && 'status'}>
      <p>{label}</p>
      <div className={grid} aria-hidden>
        <div />
        <div />
        <div />
      </div>
    </div>
  );
}
