import { memo } from 'react';
import type { Names } from '../live/names';
import type { Recording } from '../live/record';
import { type Sequence, sequenceOf } from '../live/sequence';
import styles from './SequenceDiagram.module.css';

/** Sizes in pixels: the width of a lane, and the heights of a row and of the head. */
const LANE = 170;
const ROW = 26;
const HEAD = 48;

interface SequenceDiagramProps {
  /** The events to show, oldest first. */
  entries: Recording['entries'];
  names: Names;
}

/** Events as arrows between the actors, from top to bottom. The table of events has the same as text. */
export const SequenceDiagram = memo(function SequenceDiagram({ entries, names }: SequenceDiagramProps) {
  const { lanes, messages }: Sequence = sequenceOf(entries);
  if (messages.length === 0) return <p>No event to show.</p>;
  const width = lanes.length * LANE;
  const height = HEAD + messages.length * ROW + ROW;
  const middle = (lane: number) => lane * LANE + LANE / 2;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard
    <section className={styles.frame} aria-label="Sequence diagram" tabIndex={0}>
      <svg
        role="img"
        aria-label={`${messages.length} events between ${lanes.length} actors. The table of events says the same.`}
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
      >
        <defs>
          <marker id="message-tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0 0L8 4L0 8z" />
          </marker>
        </defs>
        {lanes.map((key, lane) => (
          <g key={key} className={styles.lane}>
            <line x1={middle(lane)} x2={middle(lane)} y1={HEAD - 8} y2={height} />
            <text x={middle(lane)} y={16}>
              {shortened(names.of(key), 24)}
              <title>{names.full(key)}</title>
            </text>
            {names.tabOf(key) && (
              <text x={middle(lane)} y={32}>
                {names.tabOf(key)}
              </text>
            )}
          </g>
        ))}
        {messages.map(({ from, to, entry }, row) => {
          const y = HEAD + (row + 1) * ROW;
          const [start, end] = [middle(from), middle(to)];
          const path = from === to ? `M${start} ${y - 6}h22v10h-20` : `M${start} ${y}H${end}`;
          const room = from === to ? 1 : Math.abs(to - from);
          return (
            <g key={`${entry.actor} ${entry.number}`} className={styles.message}>
              <path d={path} markerEnd="url(#message-tip)" />
              <text x={from === to ? start + 28 : (start + end) / 2} y={y - 4} data-own={from === to || undefined}>
                {shortened(entry.event, room * 24)}
                <title>{entry.event}</title>
              </text>
            </g>
          );
        })}
      </svg>
    </section>
  );
});

const shortened = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
