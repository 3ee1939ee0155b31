import { useSelector } from '@xstate/react';
import { RotateCcw, SendHorizontal, Trash2 } from 'lucide-react';
import { selectCanSendVoice } from '../../../machines/chat/composer.select';
import type { RecordingRef } from '../../../machines/chat/recording.machine';
import { selectRecording } from '../../../machines/chat/recording.select';
import { IconButton } from '../../parts/IconButton';
import { useChat } from '../chat';
import { AudioPlayer } from '../media/AudioPlayer';
import { useObjectUrl } from '../media/useObjectUrl';
import styles from './Voice.module.css';

/** A finished recording: listen to it, then send it, throw it away, or record it once more. */
export function ReviewBar({ recording }: { recording: RecordingRef }) {
  const file = useSelector(recording, selectRecording)?.file;
  const address = useObjectUrl(file);
  const { composer } = useChat();
  const canSend = useSelector(composer, selectCanSendVoice);
  return (
    <div className={styles.bar}>
      <IconButton label="Discard recording" onClick={() => recording.send({ type: 'record.cancel' })}>
        <Trash2 size={20} aria-hidden />
      </IconButton>
      <div className={styles.listen}>
        {address !== null && (
          <AudioPlayer id={address} label="Your recording" address={address} source={file ?? null} />
        )}
      </div>
      <IconButton label="Record again" onClick={() => recording.send({ type: 'record.start' })}>
        <RotateCcw size={20} aria-hidden />
      </IconButton>
      <IconButton
        label="Send voice message"
        strong
        disabled={!canSend}
        onClick={() => composer.send({ type: 'record.send' })}
      >
        <SendHorizontal size={20} aria-hidden />
      </IconButton>
    </div>
  );
}
