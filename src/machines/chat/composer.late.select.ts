import type { ComposerSnapshot } from './composer.machine';

// What only parts of the screen ask for that come late themselves (architecture.md).

/** What attaches and records; null until its code is there. */
export const selectAttachmentsActor = ({ children }: ComposerSnapshot) => children.attachments ?? null;
export const selectRecordingActor = ({ children }: ComposerSnapshot) => children.recording ?? null;
/** Recording blocks attaching. S1 §4 */
export const selectCanAttach = (snapshot: ComposerSnapshot) => snapshot.can({ type: 'files.choose', files: [] });
/** Whether a voice message may be sent now. Uploading blocks sending. S1 §4 */
export const selectCanSendVoice = (snapshot: ComposerSnapshot) => snapshot.can({ type: 'record.send' });
