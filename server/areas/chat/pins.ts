import { eq } from 'drizzle-orm';
import type { MessageLifecycleEvent } from '../../../src/machines/lifecycles/message.machine';
import { DELETED_TEXT } from '../../../src/rules/chat/messageChanges';
import type { Db } from '../../db/open';
import { chats } from '../../db/schema';
import { HttpError } from '../../http/httpError';
import { lockChat } from './access';
import { findAllIn, refusalOf, refuseClosed, unknownMessage } from './actions';
import { type Change, noPin } from './changes';

/** The result of setting or removing a pin. */
interface Repinned {
  /** Null if nothing had to be changed. */
  readonly changedAt: Date | null;
  /** This message and, if it has taken the place of another pinned one, that one. */
  readonly ids: readonly number[];
}

/**
 * Pins a message of a case's chat in place of the pinned one, or removes its pin (DECISIONS 165). Unpinning a message that is not the
 * pinned one changes nothing, so that another captain's pin stays.
 * @throws HttpError as `lockChat` does, 404 if the chat has no such message, 403 unless the caller is captain or higher, 409 if it is
 * deleted, the case is closed or it is a message of the global chat.
 */
export const repinMessage = (
  db: Db,
  { address, messageId, userId }: Change,
  type: 'message.pinned' | 'message.unpinned',
): Promise<Repinned> =>
  db.transaction(async (tx) => {
    const { chat, roles } = (await lockChat(tx, address, [userId]))(userId);
    const [message] = await findAllIn(tx, chat, [messageId], 'no key update');
    if (!message) throw unknownMessage(404);
    const event: MessageLifecycleEvent = { type, roles };
    const words = message.deletedAt ? DELETED_TEXT : 'Only captains can pin messages.';
    const refusal = refusalOf(message, event, words);
    if (refusal) throw refusal;
    if (chat.caseId === null) throw new HttpError(409, 'Only messages in the chat of a case can be pinned.');
    refuseClosed(chat);
    const isThis = eq(chats.id, chat.id);
    const [row] = await tx
      .select({ id: chats.id, pinnedId: chats.pinnedMessageId })
      .from(chats)
      .where(isThis)
      .for('no key update');
    const before = row?.pinnedId ?? null;
    if ((before === message.id) === (type === 'message.pinned')) return { changedAt: null, ids: [message.id] };
    const now = new Date();
    const pin = { pinnedMessageId: message.id, pinnedBy: userId, pinnedAt: now };
    await tx
      .update(chats)
      .set(type === 'message.pinned' ? pin : noPin)
      .where(isThis);
    return {
      changedAt: now,
      ids: before === null || before === message.id ? [message.id] : [message.id, before],
    };
  });
