import type { ReactNode } from 'react';
import styles from './ChartDrawing.module.css';

/** What the signs of a drawing mean. Each is drawn in the styles of the drawing itself, so that they cannot differ. */
export function Legend() {
  return (
    <details className={styles.legend}>
      <summary>How to read it</summary>
      <ul>
        <Sign words="where it is now">
          <g className={styles.state} data-type="atomic" data-active>
            <rect className={styles.box} x={2} y={2} width={36} height={16} rx={6} />
          </g>
        </Sign>
        <Sign words="the start">
          <circle className={styles.start} cx={20} cy={10} r={4} />
        </Sign>
        <Sign words="an end: nothing happens after it">
          <rect className={styles.inner} x={2} y={2} width={36} height={16} rx={6} />
          <rect className={styles.inner} x={5} y={5} width={30} height={10} rx={4} />
        </Sign>
        <Sign words="may happen next, as it is asked now. A bar without a line: it stays where it is">
          <Line next="allowed" />
          <rect className={styles.mark} x={2} y={3} width={3} height={14} />
        </Sign>
        <Sign words="is refused now, or cannot be judged">
          <Line next="possible" />
        </Sign>
        <Sign words="happens by itself: after a time, or at once">
          <Line trigger="after" />
        </Sign>
        <Sign words="something has failed">
          <Line trigger="error" />
        </Sign>
        <li>
          <span>
            <span aria-hidden="true">[ … ]</span>
            only under this condition
          </span>
        </li>
      </ul>
      <p>A press on a name or a transition says all about it below the drawing.</p>
    </details>
  );
}

function Sign({ words, children }: { words: string; children: ReactNode }) {
  return (
    <li>
      <span>
        <svg width={40} height={20} aria-hidden="true">
          {children}
        </svg>
        {words}
      </span>
    </li>
  );
}

function Line({ next, trigger }: { next?: 'allowed' | 'possible'; trigger?: 'after' | 'error' }) {
  return (
    <g className={styles.arrow} data-next={next} data-trigger={trigger}>
      <path d="M8 10H38" />
    </g>
  );
}
