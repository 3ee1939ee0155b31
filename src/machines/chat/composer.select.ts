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
