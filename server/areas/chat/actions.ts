import { and, eq, exists, inArray, ne, type SQL } from 'drizzle-orm';
import type { ReactBody, SendBody } from '../../../src/contract/chatRequests';
import type { Message } from '../../../src/contract/chats';
import { judge } from '../../../src/machines/lifecycles/judge';
import { type MessageLifecycleEvent, messageLifecycle } from '../../../src/machines/lifecycles/message.machine';
import type { Caller } from '../../core';
import type { Db } from '../../db/open';
import { messageReactions, messageReads, messages } from '../../db/schema';
import { readId } from '../../http/check';
import { HttpError } from '../../http/httpError';
import { findOwnUpload } from '../media/uploads';
import type { OpenChat } from './access';
import { findMessages, freshMessage } from './history';
import { advanceReadPosition } from './unread';

type Actor = Pick<Caller, 'id' | 'firstName' | 'lastName'>;

/**
 * Stores a message. A repeat (same sender and clientMessageId) changes nothing and answers with the stored one
 * (DECISIONS 11), so sending again is always safe.
 * @throws HttpError 400 when it is empty, answers a message of another chat or carries a file that is not the sender's upload
 * for this chat, 409 when the case is closed or the
 * clientMessageId was used in another chat.
 */
export async function sendMessage(
  db: Db,
  caller: Actor,
  chat: OpenChat,
  body: SendBody,
  sentAt = new Date(),
): Promise<Message> {
  const { clientMessageId, text, mediaUrl, parentMessageId } = body;
  const findSent = async () => {
    const isRepeat = and(eq(messages.senderId, caller.id), eq(messages.clientMessageId, clientMessageId));
    return (await db.select({ id: messages.id, chatId: messages.chatId }).from(messages).where(isRepeat))[0];
  };
  // A text alone cannot be refused in an open chat: whether it is a repeat shows when it is stored.
  const isPlain = !chat.isClosed && text !== null && mediaUrl === null && parentMessageId === null;
  const known = isPlain ? undefined : await findSent();
  if (known) return repeat(db, known, chat);

  refuseClosed(chat);
  if (text === null && mediaUrl === null) throw new HttpError(400, 'An empty message cannot be sent.');
  const file = mediaUrl === null ? null : await findOwnUpload(db, caller.id, chat.id, mediaUrl);
  const parent = parentMessageId === null ? null : await findIn(db, chat, parentMessageId, 400);
  const [row] = await db
    .insert(messages)
    .values({
      chatId: chat.id,
      senderId: caller.id,
      clientMessageId,
      text,
      mediaId: file?.id ?? null,
      parentMessageId: parent?.id ?? null,
      sentAt,
    })
    .onConflictDoNothing()
    .returning();
  if (row) return freshMessage(row, caller, file);
  // It was sent before, or over two connections at once, through two chats' queues.
  return repeat(db, await findSent(), chat);
}

/** What has come of marking messages as read. */
interface Read {
  /** The ids of those that are marked now. */
  readonly ids: readonly number[];
  /** Why the others are not, by the id that was given: 404 when the chat has no such message, 403 when it is the caller's own. */
  readonly refusals: ReadonlyMap<string, HttpError>;
}

/** Marks messages as read, all of them in one transaction. */
export const readMessages = (db: Db, caller: Actor, chat: OpenChat, messageIds: readonly string[]): Promise<Read> =>
  db.transaction(async (tx) => {
    const found = await findAllIn(tx, chat, messageIds);
    const refusals = new Map<string, HttpError>();
    const ids: number[] = [];
    for (const messageId of new Set(messageIds)) {
      const message = found.find(({ id }) => String(id) === messageId);
      const refusal = message ? refusalOfReading(caller, message) : unknownMessage(404);
      if (refusal) refusals.set(messageId, refusal);
      else ids.push(Number(messageId));
    }
    if (ids.length === 0) return { ids, refusals };
    // In one order always: two connections of a member that store the same receipts must not wait for each other.
    ids.sort((a, b) => a - b);
    await tx
      .insert(messageReads)
      .values(ids.map((messageId) => ({ messageId, userId: caller.id })))
      .onConflictDoNothing();
    // The global chat is in no list of chats, so nobody asks how far it has been read.
    if (chat.caseId !== null) await advanceReadPosition(tx, chat.id, caller.id);
    return { ids, refusals };
  });

const refusalOfReading = ({ id }: Actor, { isSeen, senderId }: { isSeen: boolean; senderId: number }) =>
  refusalOf(
    isSeen,
    { type: 'message.read', by: String(id), sender: String(senderId) },
    'Your own messages cannot be marked as read.',
  );

/**
 * Sets the caller's reaction to a message, in place of any other of theirs. The same reaction again removes it (DECISIONS 11).
 * @returns the message's id.
 * @throws HttpError 404 when the chat has no such message, 409 when the case is closed.
 */
export async function reactToMessage(db: Db, caller: Actor, chat: OpenChat, body: ReactBody): Promise<number> {
  const message = await findIn(db, chat, body.messageId, 404);
  refuseClosed(chat);
  const event = { type: 'message.reacted', by: String(caller.id) } as const;
  const refusal = refusalOf(message.isSeen, event, 'You cannot react to this message.');
  if (refusal) throw refusal;
  const { messageId, userId, emoji } = messageReactions;
  const own = and(eq(messageId, message.id), eq(userId, caller.id));
  const takenAway = await db
    .delete(messageReactions)
    .where(and(own, eq(emoji, body.reaction)))
    .returning({ messageId });
  if (takenAway.length === 0)
    await db
      .insert(messageReactions)
      .values({ messageId: message.id, userId: caller.id, emoji: body.reaction })
      .onConflictDoUpdate({ target: [messageId, userId], set: { emoji: body.reaction, reactedAt: new Date() } });
  return message.id;
}

/** Why the lifecycle refuses it, or null. A message that is stored is at least confirmed. */
function refusalOf(isSeen: boolean, event: MessageLifecycleEvent, words: string): HttpError | null {
  const judgement = judge(messageLifecycle, isSeen ? 'seen' : 'confirmed', event);
  return judgement.allowed ? null : new HttpError(judgement.because === 'role' ? 403 : 409, words);
}

async function repeat(db: Db, known: { id: number; chatId: number } | undefined, chat: OpenChat): Promise<Message> {
  const [stored] = known?.chatId === chat.id ? await findMessages(db, [known.id]) : [];
  if (!stored) throw new HttpError(409, 'This message was already sent to another chat.');
  return stored;
}

/** A message of this chat, with its place in the lifecycle. */
async function findIn(db: Db, chat: OpenChat, messageId: string, status: 400 | 404) {
  const [found] = await findAllIn(db, chat, [messageId]);
  if (!found) throw unknownMessage(status);
  return found;
}

/** Those of these messages that are in this chat. */
async function findAllIn(db: Db, chat: OpenChat, messageIds: readonly string[]) {
  const ids = messageIds.map(readId).filter((id) => id !== null);
  if (ids.length === 0) return [];
  return db
    .select({ id: messages.id, senderId: messages.senderId, isSeen: isSeen(db) })
    .from(messages)
    .where(and(inArray(messages.id, ids), eq(messages.chatId, chat.id)));
}

const unknownMessage = (status: 400 | 404) => new HttpError(status, 'There is no such message in this chat.');

/** Whether somebody else than its sender has read the message whose row is being read. */
const isSeen = (db: Db) =>
  exists(
    db
      .select({ userId: messageReads.userId })
      .from(messageReads)
      .where(and(eq(messageReads.messageId, messages.id), ne(messageReads.userId, messages.senderId))),
  ) as SQL<boolean>;

/** @throws HttpError 409 when the case is closed. */
export function refuseClosed(chat: OpenChat): void {
  if (chat.isClosed) throw new HttpError(409, 'This case is closed. Its chat can only be read.');
}
