import { safeParse } from 'valibot';
import { chatOfFile, FILE_DRAFTS, FileDraft, fileOf, MessageDraft } from '../../contract/drafts';
import { filesText } from '../../rules/media/media';
import { draftsUnder, watchDrafts } from './draftNews';

/** The stored files in a few words, by the key of their chat. */
function attachedIn(rows: readonly { readonly chat: string; readonly draft: unknown }[]): Record<string, string> {
  const types: Record<string, string[]> = {};
  for (const { chat: key, draft } of rows) {
    const { success, output } = safeParse(FileDraft, draft);
    const chat = chatOfFile(key);
    if (success) types[chat] = [...(types[chat] ?? []), fileOf(output).type];
  }
  return Object.fromEntries(Object.entries(types).map(([chat, list]) => [chat, filesText(list)]));
}

/**
 * Reports the member's stored chat drafts by the key of their chat. A draft without a text is described by its edit or its files; one that
 * is only a reply is empty. A malformed one is left out: the chat sets it aside when it is opened. Reads only drafts, never messages.
 * @returns a function that ends it
 */
export const watchChatDrafts = (
  userId: string,
  listener: (texts: Readonly<Record<string, string>>) => void,
): (() => void) =>
  watchDrafts(
    userId,
    async (store) => {
      const [files, ...texts] = await Promise.all([
        store.getAll(draftsUnder(userId, FILE_DRAFTS)),
        store.getAll([userId, 'gchat']),
        store.getAll(draftsUnder(userId, 'chat/')),
      ]);
      const found = texts.flat().flatMap(({ chat, draft }) => {
        const { success, output } = safeParse(MessageDraft, draft);
        return success ? [[chat, output.text || (output.edit?.text ?? '')] as const] : [];
      });
      const attached = attachedIn(files);
      // The text comes first, then the edit, the files, and the reply, which is empty.
      return {
        ...attached,
        ...Object.fromEntries(found.map(([chat, text]) => [chat, text || (attached[chat] ?? '')])),
      };
    },
    listener,
  );
