import type { RecordingSnapshot } from './recording.machine';

/** Which voice controls the composer shows. */
export const selectPhase = (snapshot: RecordingSnapshot) =>
  snapshot.matches({ capturing: 'asking' })
    ? 'asking'
    : snapshot.matches('capturing')
      ? 'recording'
      : snapshot.matches('reviewing')
        ? 'reviewing'
        : 'none';
/** How long it has been recorded, in seconds. */
export const selectSeconds = (snapshot: RecordingSnapshot) => snapshot.context.seconds;
export const selectRecording = (snapshot: RecordingSnapshot) => snapshot.context.recording;
export const selectCanStop = (snapshot: RecordingSnapshot) => snapshot.can({ type: 'record.stop' });
