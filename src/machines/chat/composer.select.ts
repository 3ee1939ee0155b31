import type { ComposerSnapshot } from './composer.machine';

/** The text box lives exactly as long as the composer. */
export function selectTextBox({ children: { textBox } }: ComposerSnapshot) {
  if (!textBox) throw new Error('a composer always has its text box');
  return textBox;
}

export const selectCanSubmit = (snapshot: ComposerSnapshot) => snapshot.can({ type: 'draft.submit' });
/** What the empty text box says. S1 §2 */
export const selectPlaceholder = (snapshot: ComposerSnapshot) => {
  if (snapshot.matches({ voice: 'recording' })) return 'Recording audio...';
  return snapshot.matches({ upload: 'uploading' }) ? 'Attaching media...' : 'Message...';
};

export function selectAttachmentsActor({ children: { attachments } }: ComposerSnapshot) {
  if (!attachments) throw new Error('a composer always has its attachments');
  return attachments;
}

export function selectRecordingActor({ children: { recording } }: ComposerSnapshot) {
  if (!recording) throw new Error('a composer always has its recording');
  return recording;
}

/** Recording blocks attaching. S1 §4 */
export const selectCanAttach = (snapshot: ComposerSnapshot) => snapshot.can({ type: 'files.choose', files: [] });
/** Whether a voice message may be sent now. Uploading blocks sending. S1 §4 */
export const selectCanSendVoice = (snapshot: ComposerSnapshot) => snapshot.can({ type: 'record.send' });
