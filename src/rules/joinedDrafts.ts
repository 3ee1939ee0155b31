/**
 * The text after a stored draft was read while the member was writing already: the stored text, and what was written in a new line
 * behind it, so that neither is lost. If one of the two begins with the other, they are versions of one text, and it is the longer one.
 */
export function joinedText(stored: string, written: string): string {
  if (written.startsWith(stored)) return written;
  if (written.trim() === '' || stored.startsWith(written)) return stored;
  return `${stored}\n${written}`;
}

interface Written<Reply> {
  readonly text: string;
  readonly replyTo: Reply | null;
  /** A message that is being edited; the text that was written before is in `earlier`. */
  readonly editing: { readonly earlier: string } | null;
}

/** What a chat's text box holds after the same: the changed parts. While a message is being edited, its text stays as it is. */
export function joinedMessage<Reply, Now extends Written<Reply>>(
  stored: { readonly text: string; readonly replyTo: Reply | null },
  { text, replyTo, editing }: Now,
) {
  const joined = joinedText(stored.text, editing ? editing.earlier : text);
  const reply = { replyTo: replyTo ?? stored.replyTo };
  return editing
    ? { ...reply, editing: { ...(editing as NonNullable<Now['editing']>), earlier: joined } }
    : { ...reply, text: joined, caret: joined.length };
}
