import { useSelector } from '@xstate/react';
import { Mic, Square } from 'lucide-react';
import { selectRecordingActor } from '../../../machines/chat/composer.select';
import { selectCanStop, selectPhase } from '../../../machines/chat/recording.select';
import { IconButton } from '../../parts/IconButton';
import { useChat } from '../chat';
import styles from './Voice.module.css';

/** Starts a voice message, and reads 'Stop Recording' while one is recorded (S1 §2). */
export function RecordButton() {
  const { composer } = useChat();
  const recording = useSelector(composer, selectRecordingActor);
  const phase = useSelector(recording, selectPhase);
  const canStop = useSelector(recording, selectCanStop);
  return phase === 'recording' ? (
    <IconButton
      label="Stop Recording"
      className={styles.stop}
      disabled={!canStop}
      onClick={() => recording.send({ type: 'record.stop' })}
    >
      <Square size={18} fill="currentColor" aria-hidden />
    </IconButton>
  ) : (
    <IconButton
      label="Record Voice Message"
      disabled={phase !== 'none'}
      onClick={() => composer.send({ type: 'record.start' })}
    >
      <Mic size={22} aria-hidden />
    </IconButton>
  );
}
