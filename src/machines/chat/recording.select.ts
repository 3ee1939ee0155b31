import type { RecordingSnapshot } from './recording.machine';

/** What the voice part of the composer shows. */
export const selectPhase = (snapshot: RecordingSnapshot) =>
  snapshot.matches({ capturing: 'asking' })
    ? 'asking'
    : snapshot.matches('capturing')
      ? 'recording'
      : snapshot.matches('reviewing')
        ? 'reviewing'
        : 'none';
/** Recording for so many whole seconds. */
export const selectSeconds = (snapshot: RecordingSnapshot) => snapshot.context.seconds;
export const selectRecording = (snapshot: RecordingSnapshot) => snapshot.context.recording;
