import type { MicrophoneEvent, Recording } from '../../machines/chat/ports.media';
import { pauseVideos } from './sound';

/** In the order of S1 §5: Opus if supported, else plain webm, else the browser's default (Safari: mp4). */
const WANTED = ['audio/webm;codecs=opus', 'audio/webm'];
/** File extensions by the recording's real type (DECISIONS 37). */
const EXTENSIONS: Record<string, string> = {
  'audio/webm': 'webm',
  'audio/mp4': 'm4a',
  'audio/ogg': 'ogg',
  'audio/aac': 'aac',
};
/** Interval between reports of the elapsed time, in milliseconds. */
const TICK = 250;
/** Interval between reports of what is recorded so far, in milliseconds. A killed page loses what came after the last one. */
const SLICE = 5_000;
/** A shorter recording is an accident, and may hold no sound at all. In seconds. */
const SHORTEST = 0.5;
/** How long a browser may take to finish a recording after `release`, in milliseconds. Some never say that they have finished. */
const FINISHING = 5_000;

/**
 * Records from the microphone (S1 §5). The microphone is released by `release`, at the end of the recording and after every
 * failure, even if the member answers the browser's permission question only after `release`. That resolves with what was recorded
 * until then, or with null if there is nothing, if it was told already, or if the browser does not finish it within 5 s.
 */
export function recordVoice(say: (news: MicrophoneEvent) => void): {
  stop(): void;
  release(): Promise<Recording | null>;
} {
  let stream: MediaStream | null = null;
  let recorder: MediaRecorder | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;
  let isReleased = false;
  let isEnded = false;
  let end = (_recorded: Recording | null) => {};
  const ended = new Promise<Recording | null>((resolve) => {
    end = resolve;
  });

  const release = async () => {
    isReleased = true;
    clearInterval(timer);
    if (recorder && recorder.state !== 'inactive') recorder.stop();
    for (const track of stream?.getTracks() ?? []) track.stop();
    if (!recorder || isEnded) return null;
    setTimeout(end, FINISHING, null);
    return ended;
  };
  const fail = (error: unknown) => {
    if (isReleased) return;
    void release();
    const isDenied =
      error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'SecurityError');
    say({ type: 'microphone.failed', failure: isDenied ? 'denied' : 'unavailable' });
  };

  async function start() {
    pauseVideos();
    const given = await navigator.mediaDevices.getUserMedia({ audio: true });
    stream = given;
    if (isReleased) return void release();
    const mimeType = WANTED.find((type) => MediaRecorder.isTypeSupported(type));
    const recording = new MediaRecorder(given, mimeType ? { mimeType } : {});
    const pieces: Blob[] = [];
    const startedAt = performance.now();
    const elapsed = () => (performance.now() - startedAt) / 1000;
    /** All pieces so far. Their beginning can be played without the rest. */
    const whole = () => {
      const type = (recording.mimeType || 'audio/webm').split(';')[0] ?? 'audio/webm';
      const file = new File(pieces, `voice-message.${EXTENSIONS[type] ?? 'webm'}`, { type });
      return { file, duration: elapsed() };
    };
    recording.ondataavailable = ({ data }) => {
      if (data.size === 0) return;
      pieces.push(data);
      if (recording.state === 'recording') say({ type: 'microphone.progressed', recording: whole() });
    };
    recording.onerror = fail;
    recording.onstop = () => {
      const wasReleased = isReleased;
      isEnded = true;
      void release();
      // A recorder that is stopped at once has recorded the head of a file at most, which no browser can play.
      const recorded = pieces.length === 0 || elapsed() < SHORTEST ? null : whole();
      end(recorded);
      if (wasReleased) return;
      if (recorded) say({ type: 'microphone.finished', recording: recorded });
      else say({ type: 'microphone.failed', failure: 'empty' });
    };
    recording.start(SLICE);
    recorder = recording;
    say({ type: 'microphone.granted' });
    timer = setInterval(() => say({ type: 'microphone.ticked', seconds: elapsed() }), TICK);
  }

  if (!navigator.mediaDevices?.getUserMedia || typeof MediaRecorder === 'undefined') {
    // Asynchronously, so that the caller has finished its set-up.
    queueMicrotask(() => !isReleased && say({ type: 'microphone.failed', failure: 'unsupported' }));
  } else {
    start().catch(fail);
  }
  return {
    stop: () => recorder?.state === 'recording' && recorder.stop(),
    release,
  };
}
