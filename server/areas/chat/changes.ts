import { asc, eq } from 'drizzle-orm';
import type { MessageVersions } from '../../../src/contract/chats';
import type { ChatAddress } from '../../../src/contract/topics';
import type { MessageLifecycleEvent } from '../../../src/machines/lifecycles/message.machine';
import { CHANGE_MINUTES, DELETED_TEXT, mayStillChange } from '../../../src/rules/chat/messageChanges';
import { isAdminOrHigher } from '../../../src/rules/roles';
import type { Caller } from '../../core';
import type { Db } from '../../db/open';
import { chats, GLOBAL_CHAT, messages, messageVersions } from '../../db/schema';
import { readId } from '../../http/check';
import { HttpError } from '../../http/httpError';
import { lockChat } from './access';
import { emptyMessage, findAllIn, refusalOf, refuseClosed, unknownMessage } from './actions';
import { deleteUnsentMedia } from './files';

/** The chat of a message. Messages never move to another one. @throws HttpError 404 when there is no such message. */
export async function chatOfMessage(db: Db, asked: string): Promise<ChatAddress> {
  const id = readId(asked);
  const [found] = id ? await db.select({ chatId: messages.chatId }).from(messages).where(eq(messages.id, id)) : [];
  if (!found) throw unknownMessage(404);
  return found.chatId === GLOBAL_CHAT ? { kind: 'global' } : { kind: 'incident', chatId: String(found.chatId) };
}

/** Which message is to be changed, and by whom. */
export interface Change {
  readonly address: ChatAddress;
  readonly messageId: string;
  readonly userId: number;
}

/** The columns of a chat without a pinned message. */
export const noPin = { pinnedMessageId: null, pinnedBy: null, pinnedAt: null };

/** The result of a change. */
export interface Changed {
  /** When the message got this content; null if that is still its first one. */
  readonly changedAt: Date | null;
  /** The ids of the files whose rows were deleted. */
  readonly files: readonly string[];
}

type Changing = 'message.edited' | 'message.deleted';

/**
 * Locks a message that the caller has written and may still change.
 * @throws HttpError as `lockChat` does, 404 if the chat has no such message, 403 if somebody else has written it, 409 if the case is
 * closed, the message is deleted or it is too late.
 */
async function lockOwn(tx: Db, { address, messageId, userId }: Change, type: Changing, now: Date) {
  const { chat } = (await lockChat(tx, address, [userId]))(userId);
  const [message] = await findAllIn(tx, chat, [messageId], 'no key update');
  if (!message) throw unknownMessage(404);
  const isInTime = mayStillChange(message.sentAt.toISOString(), now.getTime());
  const event: MessageLifecycleEvent = { type, by: String(userId), sender: String(message.senderId), isInTime };
  if (message.senderId !== userId) throw new HttpError(403, 'A message can only be changed by who has sent it.');
  refuseClosed(chat);
  const refusal = refusalOf(message, event, DELETED_TEXT);
  if (refusal && !isInTime)
    throw new HttpError(
      409,
      `A message can be changed for ${CHANGE_MINUTES} minutes after it was sent. That time is over.`,
    );
  if (refusal) throw refusal;
  return message;
}

/**
 * Replaces the text of an own message and keeps the earlier one (DECISIONS 164). The same text again changes nothing.
 * The answer is then the time of the last change, because the first call may have lost the answer of its COMMIT (DECISIONS 392).
 * @throws HttpError as `lockOwn` does, 400 if the message would be empty.
 */
export const editMessage = (db: Db, change: Change, text: string | null): Promise<Changed> =>
  db.transaction(async (tx) => {
    const now = new Date();
    const message = await lockOwn(tx, change, 'message.edited', now);
    if (text === null && message.mediaId === null) throw emptyMessage();
    if (text === message.text) return { changedAt: message.editedAt, files: [] };
    await tx.insert(messageVersions).values({ messageId: message.id, text: message.text, replacedAt: now });
    await tx.update(messages).set({ text, editedAt: now }).where(eq(messages.id, message.id));
    return { changedAt: now, files: [] };
  });

/**
 * Deletes an own message (DECISIONS 164). Its row stays, because replies refer to it, and its text stays among its versions. Its file is
 * deleted unless another message has the same file. Its pin is removed (DECISIONS 165). Deleting it again changes nothing.
 * @throws HttpError as `lockOwn` does.
 */
export const deleteMessage = (db: Db, change: Change): Promise<Changed> =>
  db.transaction(async (tx) => {
    const now = new Date();
    const { id, text, mediaId, deletedAt } = await lockOwn(tx, change, 'message.deleted', now);
    if (deletedAt) return { changedAt: deletedAt, files: [] };
    await tx.insert(messageVersions).values({ messageId: id, text, replacedAt: now });
    await tx.update(messages).set({ text: null, mediaId: null, deletedAt: now }).where(eq(messages.id, id));
    await tx.update(chats).set(noPin).where(eq(chats.pinnedMessageId, id));
    if (mediaId === null) return { changedAt: now, files: [] };
    return { changedAt: now, files: await deleteUnsentMedia(tx, [mediaId]) };
  });

/**
 * The earlier texts of a message, oldest first.
 * @throws HttpError 403 unless the caller is admin or super admin, who may enter every chat; 404 if there is no such message.
 */
export async function listVersions(
  db: Db,
  { roles }: Pick<Caller, 'roles'>,
  messageId: string,
): Promise<MessageVersions> {
  if (!isAdminOrHigher(roles)) throw new HttpError(403, 'Only an admin can read earlier versions of a message.');
  await chatOfMessage(db, messageId);
  const rows = await db
    .select({ text: messageVersions.text, replacedAt: messageVersions.replacedAt })
    .from(messageVersions)
    .where(eq(messageVersions.messageId, Number(messageId)))
    .orderBy(asc(messageVersions.id));
  return rows.map(({ text, replacedAt }) => ({ text, replacedAt: replacedAt.toISOString() }));
}
