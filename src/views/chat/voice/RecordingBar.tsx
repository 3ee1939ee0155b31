import { useSelector } from '@xstate/react';
import { X } from 'lucide-react';
import type { RecordingRef } from '../../../machines/chat/recording.machine';
import { selectPhase, selectSeconds } from '../../../machines/chat/recording.select';
import { durationLabel } from '../../../rules/sound';
import { IconButton } from '../../parts/IconButton';
import styles from './Voice.module.css';

/** The microphone is asked for, or listens: for how long, and the way out of it. */
export function RecordingBar({ recording }: { recording: RecordingRef }) {
  const phase = useSelector(recording, selectPhase);
  const seconds = useSelector(recording, selectSeconds);
  return (
    <div className={styles.bar}>
      {phase === 'asking' ? (
        <p className={styles.words} role="status">
          Please allow the microphone.
        </p>
      ) : (
        <p className={styles.words}>
          <span className={styles.dot} aria-hidden />
          <span className={styles.time} role="timer" aria-label="Recorded so far">
            {durationLabel(seconds)}
          </span>
          <span className="visually-hidden" role="status">
            Recording
          </span>
        </p>
      )}
      <IconButton label="Cancel recording" onClick={() => recording.send({ type: 'record.cancel' })}>
        <X size={20} aria-hidden />
      </IconButton>
    </div>
  );
}
