import { type KeyboardEvent, type MouseEvent, useMemo } from 'react';
import { decorativePeaks, durationLabel } from '../../../rules/media/sound';
import styles from './AudioPlayer.module.css';

interface ScrubberProps {
  /** The peaks from 0 to 1. If they are null, decorative bars derived from the seed are shown (S1 §9). */
  peaks: readonly number[] | null;
  seed: string;
  seconds: number;
  /** In seconds. Null while it is not known: seeking is then impossible. */
  duration: number | null;
  tabIndex: number;
  onSeek: (seconds: number) => void;
}

/** The waveform. It is also the seek bar, for pointer and arrow keys. */
export function Scrubber({ peaks, seed, seconds, duration, tabIndex, onSeek }: ScrubberProps) {
  const decoration = useMemo(() => decorativePeaks(seed), [seed]);
  const bars = peaks ?? decoration;
  const played = duration ? seconds / duration : 0;

  function seekAt({ currentTarget, clientX }: MouseEvent<HTMLElement>) {
    const { left, width } = currentTarget.getBoundingClientRect();
    if (duration !== null) onSeek(Math.min(Math.max((clientX - left) / width, 0), 1) * duration);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (duration === null) return;
    const step = Math.max(1, duration / 20);
    const to = { ArrowRight: seconds + step, ArrowLeft: seconds - step, Home: 0, End: duration }[event.key];
    if (to === undefined) return;
    // The list uses the same keys for other things.
    event.stopPropagation();
    event.preventDefault();
    onSeek(Math.min(Math.max(to, 0), duration));
  }

  return (
    <div
      className={styles.bars}
      role="slider"
      tabIndex={tabIndex}
      aria-label="Position"
      aria-disabled={duration === null}
      aria-valuemin={0}
      aria-valuemax={Math.round(duration ?? 0)}
      aria-valuenow={Math.round(seconds)}
      aria-valuetext={`${durationLabel(seconds)}${duration === null ? '' : ` of ${durationLabel(duration)}`}`}
      data-decorative={peaks === null}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        // A finger may become a long press on the message (S1 §4): it seeks when it moves or taps.
        if (event.pointerType === 'mouse') seekAt(event);
      }}
      onClick={(event) => event.detail > 0 && seekAt(event)}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && seekAt(event)}
    >
      {bars.map((peak, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar has no identity but its position.
          key={at}
          className={styles.bar}
          data-played={(at + 0.5) / bars.length <= played}
          style={{ blockSize: `${Math.round(12 + peak * 88)}%` }}
        />
      ))}
    </div>
  );
}
