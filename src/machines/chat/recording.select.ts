import type { RecordingSnapshot } from './recording.machine';

/** The phase of the recording, which decides the voice controls that the composer shows. */
export const selectPhase = (snapshot: RecordingSnapshot) =>
  snapshot.matches({ capturing: 'asking' })
    ? 'asking'
    : snapshot.matches('capturing')
      ? 'recording'
      : snapshot.matches('reviewing')
        ? 'reviewing'
        : snapshot.matches('discarded')
          ? 'discarded'
          : 'none';
/** The length of the recording so far, in seconds. */
export const selectSeconds = (snapshot: RecordingSnapshot) => snapshot.context.seconds;
export const selectRecording = (snapshot: RecordingSnapshot) => snapshot.context.recording;
export const selectCanStop = (snapshot: RecordingSnapshot) => snapshot.can({ type: 'record.stop' });
