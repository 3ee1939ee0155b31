import { useMemo } from 'react';
import type { StockEvent } from '../../../contract/inventory';
import { curveOf } from '../../../rules/supplies/inventory';
import { dateTimeText } from '../../../rules/timeTexts';
import { useNow } from '../../parts/useNow';
import styles from './Inventory.module.css';

/** The size of the drawing in SVG units. It is stretched to the available width. */
const [WIDTH, HEIGHT] = [300, 80];

interface StockChartProps {
  /** The changes of the stock, newest first. */
  events: readonly StockEvent[];
  name: string;
}

/** An item's quantity over time, as a line and as a table. */
export function StockChart({ events, name }: StockChartProps) {
  const now = useNow();
  const curve = useMemo(() => curveOf(events, now), [events, now]);
  if (curve === null) return null;
  const { points, most, from, to } = curve;
  const line = points.map(({ x, y }) => `${x * WIDTH},${(1 - y) * HEIGHT}`).join(' ');
  return (
    <figure className={styles.chart}>
      <div className={styles.plot}>
        <span>{most}</span>
        <svg
          role="img"
          aria-label={`Quantity of ${name} over time, between 0 and ${most}`}
          viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`}
          preserveAspectRatio="none"
        >
          <polyline points={line} vectorEffect="non-scaling-stroke" />
        </svg>
        <span>0</span>
      </div>
      <figcaption>
        <span>{dateTimeText(from)}</span>
        <span>{dateTimeText(to)}</span>
      </figcaption>
      <details>
        <summary>As a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Quantity</th>
            </tr>
          </thead>
          <tbody>
            {events.map(({ id, at, quantity }) => (
              <tr key={id}>
                <td>{dateTimeText(at)}</td>
                <td>{quantity}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
