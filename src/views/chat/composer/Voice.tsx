import { useSelector } from '@xstate/react';
import { Mic, RotateCcw, SendHorizontal, Square, Trash2, X } from 'lucide-react';
import {
  selectCanRecord,
  selectCanSendVoice,
  selectMediaBlockedBy,
  selectRecordingActor,
} from '../../../machines/chat/composer.select';
import type { RecordingRef } from '../../../machines/chat/recording.machine';
import { selectCanStop, selectPhase, selectRecording, selectSeconds } from '../../../machines/chat/recording.select';
import { blockedTexts } from '../../../rules/chat/chatTexts';
import { durationLabel } from '../../../rules/media/sound';
import { Button } from '../../parts/buttons/Button';
import { IconButton } from '../../parts/buttons/IconButton';
import { useIsDown } from '../../parts/Supervised';
import { useObjectUrl } from '../../parts/useObjectUrl';
import { useChat } from '../chat';
import { AudioPlayer } from '../media/AudioPlayer';
import styles from './Voice.module.css';

/** Starts a voice message. Labelled 'Stop Recording' while one is recorded (S1 §2): that sends it. */
export function RecordButton() {
  const { composer } = useChat();
  const recording = useSelector(composer, selectRecordingActor);
  const phase = useSelector(recording, selectPhase);
  const canStop = useSelector(recording, selectCanStop);
  const canRecord = useSelector(composer, selectCanRecord);
  const isDown = useIsDown(recording);
  const blockedBy = useSelector(composer, selectMediaBlockedBy);
  return phase === 'recording' && !isDown ? (
    <IconButton
      label="Stop Recording"
      className={styles.stop}
      data-voice
      disabled={!canStop}
      reason={blockedTexts.finishing}
      onClick={() => recording.send({ type: 'record.stop' })}
    >
      <Square size={18} fill="currentColor" aria-hidden />
    </IconButton>
  ) : (
    <IconButton
      label="Record Voice Message"
      data-voice
      disabled={isDown || !canRecord}
      reason={isDown ? blockedTexts.recorderDown : (blockedBy ?? undefined)}
      onClick={() => composer.send({ type: 'record.start' })}
    >
      <Mic size={22} aria-hidden />
    </IconButton>
  );
}

/** Shown above the text box while a voice message is being recorded or reviewed. */
export function VoiceBar({ recording }: { recording: RecordingRef }) {
  const phase = useSelector(recording, selectPhase);
  if (phase === 'none') return null;
  if (phase === 'discarded')
    return (
      <div className={styles.bar} {...restsAtVoice}>
        <p className={styles.words} role="status">
          Recording discarded.
        </p>
        <Button onClick={() => recording.send({ type: 'record.undo' })}>Undo</Button>
      </div>
    );
  return phase === 'reviewing' ? <ReviewBar recording={recording} /> : <RecordingBar recording={recording} />;
}

/**
 * When a bar goes, the focus goes to what takes its place: the finished recording, the bar of a new recording, or the button that
 * records.
 */
const restsAtVoice = { 'data-rests-at': '[data-voice], [data-voice] button' };

/** While the app asks for the microphone or records: the recorded time, and buttons to hear it before it is sent and to cancel it. */
function RecordingBar({ recording }: { recording: RecordingRef }) {
  const phase = useSelector(recording, selectPhase);
  const seconds = useSelector(recording, selectSeconds);
  const canStop = useSelector(recording, selectCanStop);
  return (
    <div className={styles.bar} data-unsent {...restsAtVoice}>
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
      {phase === 'recording' && (
        <Button
          disabled={!canStop}
          reason={blockedTexts.finishing}
          onClick={() => recording.send({ type: 'record.review' })}
        >
          Listen first
        </Button>
      )}
      <IconButton label="Cancel recording" data-voice onClick={() => recording.send({ type: 'record.cancel' })}>
        <X size={20} aria-hidden />
      </IconButton>
    </div>
  );
}

/** A finished recording: play it, send it, discard it, or record again. */
function ReviewBar({ recording }: { recording: RecordingRef }) {
  const file = useSelector(recording, selectRecording)?.file;
  const address = useObjectUrl(file);
  const { composer } = useChat();
  const canSend = useSelector(composer, selectCanSendVoice);
  return (
    <div className={styles.bar} data-unsent {...restsAtVoice}>
      <IconButton label="Discard recording" onClick={() => recording.send({ type: 'record.cancel' })}>
        <Trash2 size={20} aria-hidden />
      </IconButton>
      <div className={styles.listen} data-voice>
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
        reason={blockedTexts.uploading}
        onClick={() => composer.send({ type: 'record.send' })}
      >
        <SendHorizontal size={20} aria-hidden />
      </IconButton>
    </div>
  );
}
