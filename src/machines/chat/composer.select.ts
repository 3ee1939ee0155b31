import type { ComposerSnapshot } from './composer.machine';

/** The text box lives exactly as long as the composer. */
export function selectTextBox({ children: { textBox } }: ComposerSnapshot) {
  if (!textBox) throw new Error('a composer always has its text box');
  return textBox;
}
/** What attaches and records; null until its code is there. */
export const selectAttachmentsActor = ({ children }: ComposerSnapshot) => children.attachments ?? null;
export const selectRecordingActor = ({ children }: ComposerSnapshot) => children.recording ?? null;

export const selectCanSubmit = (snapshot: ComposerSnapshot) => snapshot.can({ type: 'draft.submit' });
/** Recording blocks attaching. S1 §4 */
export const selectCanAttach = (snapshot: ComposerSnapshot) => snapshot.can({ type: 'files.choose', files: [] });
/** What the empty text box says. S1 §2 */
export const selectPlaceholder = (snapshot: ComposerSnapshot) => {
  if (snapshot.matches({ voice: 'recording' })) return 'Recording audio...';
  return snapshot.matches({ upload: 'uploading' }) ? 'Attaching media...' : 'Message...';
};
