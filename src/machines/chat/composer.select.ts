import type { ComposerSnapshot } from './composer.machine';

type Children = ComposerSnapshot['children'];

/** A part of the composer that lives exactly as long as it does. */
function child<Name extends keyof Children>({ children }: ComposerSnapshot, name: Name): NonNullable<Children[Name]> {
  const ref = children[name];
  if (!ref) throw new Error(`a composer always has its ${name}`);
  return ref;
}
export const selectTextBox = (snapshot: ComposerSnapshot) => child(snapshot, 'textBox');
export const selectAttachmentsActor = (snapshot: ComposerSnapshot) => child(snapshot, 'attachments');
export const selectRecordingActor = (snapshot: ComposerSnapshot) => child(snapshot, 'recording');

export const selectCanSubmit = (snapshot: ComposerSnapshot) => snapshot.can({ type: 'draft.submit' });
/** Recording blocks attaching. S1 §4 */
export const selectCanAttach = (snapshot: ComposerSnapshot) => snapshot.can({ type: 'files.choose', files: [] });
/** What the empty text box says. S1 §2 */
export const selectPlaceholder = (snapshot: ComposerSnapshot) => {
  if (snapshot.matches({ voice: 'recording' })) return 'Recording audio...';
  return snapshot.matches({ upload: 'uploading' }) ? 'Attaching media...' : 'Message...';
};
