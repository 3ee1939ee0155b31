import type { ComposerSnapshot } from './composer.machine';

/** The parts of a composer that live exactly as long as it does. */
export function selectAttachmentsActor({ children }: ComposerSnapshot) {
  if (!children.attachments) throw new Error('a composer always has its attachments');
  return children.attachments;
}
export function selectRecordingActor({ children }: ComposerSnapshot) {
  if (!children.recording) throw new Error('a composer always has its recorder');
  return children.recording;
}

export const selectText = (snapshot: ComposerSnapshot) => snapshot.context.text;
export const selectCaret = (snapshot: ComposerSnapshot) => snapshot.context.caret;
export const selectCanSubmit = (snapshot: ComposerSnapshot) => snapshot.can({ type: 'draft.submit' });
export const selectIsSuggesting = (snapshot: ComposerSnapshot) => snapshot.hasTag('suggesting');
export const selectSuggestions = (snapshot: ComposerSnapshot) => snapshot.context.suggestions;
export const selectActive = (snapshot: ComposerSnapshot) => snapshot.context.active;
/** Whether Enter takes the picked suggestion instead of sending. */
export const selectEnterTakesMention = (snapshot: ComposerSnapshot) => snapshot.context.active >= 0;
/** Attaching and recording are blocked while recording. S1 §4 */
export const selectIsRecording = (snapshot: ComposerSnapshot) => snapshot.matches({ voice: 'recording' });
export const selectIsUploading = (snapshot: ComposerSnapshot) => snapshot.matches({ upload: 'uploading' });
/** What the empty text box says. S1 §2 */
export const selectPlaceholder = (snapshot: ComposerSnapshot) => {
  if (snapshot.matches({ voice: 'recording' })) return 'Recording audio...';
  return snapshot.matches({ upload: 'uploading' }) ? 'Attaching media...' : 'Message...';
};
