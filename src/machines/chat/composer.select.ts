import { blockedTexts } from '../../rules/chat/chatTexts';
import { charactersLeft, tooLongText } from '../../rules/chat/messageLength';
import type { ComposerSnapshot } from './composer.machine';

/** The attachments live exactly as long as the composer. */
export function selectAttachmentsActor({ children: { attachments } }: ComposerSnapshot) {
  if (!attachments) throw new Error('a composer always has its attachments');
  return attachments;
}

/** The recording lives exactly as long as the composer. */
export function selectRecordingActor({ children: { recording } }: ComposerSnapshot) {
  if (!recording) throw new Error('a composer always has its recording');
  return recording;
}

export const selectText = (snapshot: ComposerSnapshot) => snapshot.context.text;
/** The attached files and the recording that are not sent. */
export const selectUnsentFiles = ({ context: { attached, recording } }: ComposerSnapshot): readonly File[] =>
  recording ? [...attached.files, recording.file] : attached.files;
export const selectCaret = (snapshot: ComposerSnapshot) => snapshot.context.caret;
export const selectIsSuggesting = (snapshot: ComposerSnapshot) => snapshot.hasTag('suggesting');
export const selectSuggestions = (snapshot: ComposerSnapshot) => snapshot.context.suggestions;
export const selectActive = (snapshot: ComposerSnapshot) => snapshot.context.active;
/** Whether Enter takes the selected suggestion and does not send. */
export const selectEnterTakesMention = (snapshot: ComposerSnapshot) => snapshot.context.active >= 0;
/** The own message that is being edited, or null. */
export const selectEdited = (snapshot: ComposerSnapshot) => snapshot.context.editing?.message ?? null;
/** Whether the text of an edited message was changed, so that it would be lost if the edit were cancelled. */
export const selectIsEditChanged = ({ context: { editing, text } }: ComposerSnapshot) =>
  editing !== null && text !== (editing.message.text ?? '');
export const selectReplyTo = (snapshot: ComposerSnapshot) => snapshot.context.replyTo;

export const selectCanSubmit = (snapshot: ComposerSnapshot) => snapshot.can({ type: 'draft.submit' });
/** Recording blocks attaching. S1 §4 */
export const selectCanAttach = (snapshot: ComposerSnapshot) => snapshot.can({ type: 'files.choose', files: [] });
/** Whether a voice message may be recorded now. */
export const selectCanRecord = (snapshot: ComposerSnapshot) => snapshot.can({ type: 'record.start' });
/** Whether a finished recording is in the place of the message: it has a send button of its own. */
export const selectIsReviewing = (snapshot: ComposerSnapshot) =>
  snapshot.matches({ voice: 'reviewing' }) || snapshot.matches({ voice: 'leaving' });
/** How many more characters the message may have; negative if it has too many, and null if there is no limit. */
export const selectCharactersLeft = (snapshot: ComposerSnapshot) => charactersLeft(snapshot.context);
/** Whether a voice message may be sent now. Uploading blocks sending. S1 §4 */
export const selectCanSendVoice = (snapshot: ComposerSnapshot) => snapshot.can({ type: 'record.send' });
/** The placeholder of the text box (S1 §2). */
export const selectPlaceholder = (snapshot: ComposerSnapshot) => {
  if (snapshot.matches({ voice: 'recording' })) return 'Recording audio...';
  return snapshot.matches({ upload: 'uploading' }) ? 'Attaching media...' : 'Message...';
};
/** The first names that can be mentioned, as far as they are known. */
export const selectKnownNames = (snapshot: ComposerSnapshot) => snapshot.context.knownNames;

/** Why no message can be edited now, or null. */
export const selectEditBlockedBy = (snapshot: ComposerSnapshot) => {
  if (snapshot.matches({ voice: 'quiet' })) return null;
  return snapshot.matches({ voice: 'recording' }) ? blockedTexts.recording : blockedTexts.reviewing;
};
/** Why nothing can be attached or recorded now, or null. */
export const selectMediaBlockedBy = (snapshot: ComposerSnapshot) =>
  selectEditBlockedBy(snapshot) ?? (snapshot.context.editing ? blockedTexts.editing : null);
/** Why nothing at all can be sent now, or null: recording and uploading block sending. S1 §4 */
export const selectSendBlockedBy = (snapshot: ComposerSnapshot) =>
  selectEditBlockedBy(snapshot) ?? (snapshot.matches({ upload: 'uploading' }) ? blockedTexts.uploading : null);
/** Why the message, or the edit, cannot be sent now, or null. */
export function selectSubmitBlockedBy(snapshot: ComposerSnapshot): string | null {
  const { attached, editing } = snapshot.context;
  const blockedBy = selectSendBlockedBy(snapshot);
  if (blockedBy) return blockedBy;
  if (!editing && !attached.isReady) return blockedTexts.preparing;
  if (!selectCanSubmit(snapshot))
    return tooLongText(charactersLeft(snapshot.context)) ?? (editing ? blockedTexts.emptyEdit : blockedTexts.empty);
  return null;
}
