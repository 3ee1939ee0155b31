import type { Message } from '../contract/chats';
import type { MessageDraft } from '../contract/drafts';

/**
 * The text after a stored draft was read while the member was writing already: the stored text, and what was written in a new line
 * behind it, so that neither is lost. If one of the two begins with the other, they are versions of one text, and it is the longer one.
 */
export function joinedText(stored: string, written: string): string {
  if (written.startsWith(stored)) return written;
  if (written.trim() === '' || stored.startsWith(written)) return stored;
  return `${stored}\n${written}`;
}

interface Written extends Pick<MessageDraft, 'text' | 'replyTo'> {
  /** A message that is being edited; the text that was written before is in `earlier`. */
  readonly editing: { readonly message: Message; readonly earlier: string } | null;
}

/** The text box after an edit: with the text that was being written before. */
export const withoutEdit = ({
  editing,
  text,
  caret,
}: Pick<Written, 'editing' | 'text'> & { readonly caret: number }) =>
  editing ? { text: editing.earlier, caret: editing.earlier.length, editing: null } : { text, caret };

/** What is stored of a chat's text box. */
export const draftOf = ({ text, replyTo, editing }: Written): MessageDraft =>
  editing ? { text: editing.earlier, replyTo, edit: { message: editing.message, text } } : { text, replyTo };

/** What a chat's text box shows of its stored drafts, which other tabs may have stored side by side; the newest comes first. */
export function shownOf(drafts: readonly MessageDraft[]) {
  let shown: Written & { readonly caret: number } = { text: '', caret: 0, replyTo: null, editing: null };
  for (const draft of drafts) shown = { ...shown, ...joinedMessage(draft, shown) };
  return shown;
}

/**
 * The same as `joinedText` for a chat's text box: what changes in it. While a message is being edited, that edit stays as it is;
 * otherwise a stored edit is opened again (DECISIONS 255).
 */
export function joinedMessage({ edit, ...stored }: MessageDraft, { text, replyTo, editing }: Written) {
  const joined = joinedText(stored.text, editing ? editing.earlier : text);
  const reply = { replyTo: replyTo ?? stored.replyTo };
  if (editing) return { ...reply, editing: { ...editing, earlier: joined } };
  if (edit)
    return {
      ...reply,
      editing: { message: edit.message, earlier: joined },
      text: edit.text,
      caret: edit.text.length,
    };
  return { ...reply, text: joined, caret: joined.length };
}
