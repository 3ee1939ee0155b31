import { and, eq, exists, inArray, ne, or, type SQL } from 'drizzle-orm';
import type { ReactBody, SendBody } from '../../../src/contract/chatRequests';
import type { Message, QuotedMessage } from '../../../src/contract/chats';
import type { ChatAddress } from '../../../src/contract/topics';
import { judge } from '../../../src/machines/lifecycles/judge';
import { type MessageLifecycleEvent, messageLifecycle } from '../../../src/machines/lifecycles/message.machine';
import { isUndone } from '../../db/errors';
import type { Db } from '../../db/open';
import { messageReactions, messageReads, messages } from '../../db/schema';
import { readId } from '../../http/check';
import { actRefusal, HttpError, orRefusal } from '../../http/httpError';
import type { SentMedia } from '../media/address';
import { findOwnUpload } from '../media/uploads';
import { lockChat, type OpenChat, type Visitor } from './access';
import { findMessages, findQuoted, freshMessage } from './history';
import { advanceReadPosition } from './unread';

/** A message to be sent. */
export interface Draft {
  readonly senderId: number;
  readonly body: SendBody;
  readonly sentAt?: Date;
}

/** A message that is stored, and whether this call has stored it. Otherwise it is the repeat of one that was stored before. */
export interface Sent {
  readonly message: Message;
  readonly isNew: boolean;
}

/**
 * Stores messages of one chat in their order, all in one transaction because the cost of a commit hardly depends on how much it
 * writes. A repeat (same sender and clientMessageId) changes nothing and gets the stored message as its answer (DECISIONS 11), so
 * it is always safe to send again.
 * @returns for each draft the stored message or the reason for its refusal: HttpError 400 when it is empty, answers a message of
 * another chat or carries a file that is not the sender's upload for this chat; 409 when the case is closed or the clientMessageId
 * was used in another chat; and those of `lockChat`.
 */
export async function sendMessages(
  db: Db,
  address: ChatAddress,
  drafts: readonly Draft[],
): Promise<readonly (Sent | Error)[]> {
  try {
    return await db.transaction((tx) => storeTogether(tx, address, drafts));
  } catch (cause) {
    // One message that cannot be stored must not make the others fail, so each is now stored by itself.
    if (drafts.length > 1 && isUndone(cause)) {
      const outcomes: (Sent | Error)[] = [];
      for (const draft of drafts) outcomes.push(...(await sendMessages(db, address, [draft])));
      return outcomes;
    }
    const error = cause instanceof Error ? cause : new Error(String(cause));
    return drafts.map(() => error);
  }
}

/** The sender of a message, or the reason why they may not send. */
type Sender = Visitor | HttpError;

async function storeTogether(
  tx: Db,
  address: ChatAddress,
  drafts: readonly Draft[],
): Promise<readonly (Sent | Error)[]> {
  const enter = await lockChat(
    tx,
    address,
    drafts.map(({ senderId }) => senderId),
  );
  const senders = new Map(drafts.map((draft): [Draft, Sender] => [draft, orRefusal(() => enter(draft.senderId))]));
  const known = await findSent(tx, drafts.filter(mustBeLookedUp(senders)));

  const outcomes = new Map<Draft, Sent | HttpError>();
  const fresh = new Map<string, Fresh>();
  for (const [draft, sender] of senders) {
    const key = sentKey(draft);
    if (sender instanceof HttpError) outcomes.set(draft, sender);
    else if (!known.has(key) && !fresh.has(key)) {
      const made = await freshOf(tx, sender, draft);
      if (made instanceof HttpError) outcomes.set(draft, made);
      else fresh.set(key, made);
    }
  }
  for (const [draft, message] of await store(tx, fresh)) outcomes.set(draft, { message, isNew: true });
  // The remaining drafts were stored before, by an earlier call or at the same moment over another connection or in another chat.
  const repeats = drafts.filter((draft) => !outcomes.has(draft));
  const visitor = [...senders.values()].find((sender): sender is Visitor => !(sender instanceof HttpError));
  for (const [draft, sent] of await repeated(tx, repeats, visitor)) outcomes.set(draft, sent);
  return drafts.map((draft) => outcomes.get(draft) as Sent | HttpError);
}

/**
 * Whether a draft must be looked up before it is stored. In an open chat a message with only text cannot be refused, so it need not
 * be: the insert itself detects a repeat.
 */
function mustBeLookedUp(senders: ReadonlyMap<Draft, Sender>) {
  const isClosed = [...senders.values()].some((sender) => !(sender instanceof HttpError) && sender.chat.isClosed);
  return ({ body: { text, mediaUrl, parentMessageId } }: Draft) =>
    isClosed || text === null || mediaUrl !== null || parentMessageId !== null;
}

/** A message that is not stored yet. */
interface Fresh {
  readonly draft: Draft;
  readonly sender: Visitor;
  readonly file: SentMedia | null;
  readonly quoted: QuotedMessage | undefined;
  readonly row: typeof messages.$inferInsert;
}

/** Stores new messages, which are given by their `sentKey`. @returns those that were not stored by somebody else at the same moment */
async function store(tx: Db, fresh: ReadonlyMap<string, Fresh>): Promise<[Draft, Message][]> {
  if (fresh.size === 0) return [];
  const rows = [...fresh.values()].map(({ row }) => row);
  const stored = await tx.insert(messages).values(rows).onConflictDoNothing().returning();
  return stored.map((row) => {
    const { draft, sender, file, quoted } = fresh.get(sentKey({ senderId: row.senderId, body: row })) as Fresh;
    return [draft, freshMessage(row, sender, file, quoted)];
  });
}

/** Builds the row of a message, or returns the reason for its refusal. */
async function freshOf(tx: Db, sender: Visitor, draft: Draft): Promise<Fresh | HttpError> {
  const { body, sentAt = new Date() } = draft;
  const { clientMessageId, text, mediaUrl, parentMessageId } = body;
  const { chat } = sender;
  if (chat.isClosed) return closedChat();
  if (text === null && mediaUrl === null) return emptyMessage();
  const file = mediaUrl === null ? null : await findOwnUpload(tx, sender.id, chat.id, mediaUrl);
  if (mediaUrl !== null && !file) return new HttpError(400, 'There is no such uploaded file.');
  const [parent] = parentMessageId === null ? [] : await findAllIn(tx, chat, [parentMessageId], 'key share');
  if (parentMessageId !== null && !parent) return unknownMessage(400);
  const quoted = parent && (await findQuoted(tx, [parent.id])).get(parent.id);
  const row = {
    chatId: chat.id,
    senderId: sender.id,
    clientMessageId,
    text,
    mediaId: file?.id ?? null,
    parentMessageId: parent?.id ?? null,
    sentAt,
  };
  return { draft, sender, file, quoted, row };
}

/** The stored messages that these drafts repeat; a refusal for each draft that was stored in another chat. */
async function repeated(
  tx: Db,
  drafts: readonly Draft[],
  visitor: Visitor | undefined,
): Promise<[Draft, Sent | HttpError][]> {
  if (drafts.length === 0 || !visitor) return [];
  const known = await findSent(tx, drafts);
  const found = await findMessages(
    tx,
    [...known.values()].map(({ id }) => id),
  );
  return drafts.map((draft) => {
    const sent = known.get(sentKey(draft));
    const message = sent?.chatId === visitor.chat.id && found.find(({ id }) => id === String(sent.id));
    return [
      draft,
      message ? { message, isNew: false } : new HttpError(409, 'This message was already sent to another chat.'),
    ];
  });
}

/** Identifies a message by its sender and their clientMessageId. */
export const sentKey = ({ senderId, body }: { senderId: number; body: { clientMessageId: string } }) =>
  `${senderId} ${body.clientMessageId}`;

/** Those of these messages that are already stored, by `sentKey`. */
async function findSent(tx: Db, drafts: readonly Draft[]) {
  if (drafts.length === 0) return new Map<string, { readonly id: number; readonly chatId: number }>();
  const { id, chatId, senderId, clientMessageId } = messages;
  const isOneOf = drafts.map((draft) =>
    and(eq(senderId, draft.senderId), eq(clientMessageId, draft.body.clientMessageId)),
  );
  const rows = await tx
    .select({ id, chatId, senderId, clientMessageId })
    .from(messages)
    .where(or(...isOneOf));
  return new Map(rows.map((row) => [sentKey({ senderId: row.senderId, body: row }), row]));
}

/** The result of marking messages as read. */
interface Read {
  /** The ids of the messages that are now marked as read. */
  readonly ids: readonly number[];
  /** The refusals of the others, by the id that was given: 404 when the chat has no such message, 403 when it is the caller's own. */
  readonly refusals: ReadonlyMap<string, HttpError>;
}

/**
 * Marks messages as read in one transaction.
 * @throws HttpError as `lockChat` does.
 */
export const readMessages = (
  db: Db,
  userId: number,
  address: ChatAddress,
  messageIds: readonly string[],
): Promise<Read> =>
  db.transaction(async (tx) => {
    const caller = (await lockChat(tx, address, [userId]))(userId);
    const { chat } = caller;
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
    // Always in the same order, so that two connections of a member that store the same receipts do not deadlock.
    ids.sort((a, b) => a - b);
    await tx
      .insert(messageReads)
      .values(ids.map((messageId) => ({ messageId, userId: caller.id })))
      .onConflictDoNothing();
    // The global chat has no read position, because it is not in the list of chats.
    if (chat.caseId !== null) await advanceReadPosition(tx, chat.id, caller.id);
    return { ids, refusals };
  });

const refusalOfReading = ({ id }: Visitor, message: StoredMessage) =>
  refusalOf(
    message,
    { type: 'message.read', by: String(id), sender: String(message.senderId) },
    'Your own messages cannot be marked as read.',
  );

/**
 * Sets a member's reaction to a message, replacing their previous one. The same reaction again removes it (DECISIONS 11).
 * @returns the message's id.
 * @throws HttpError as `lockChat` does, 404 when the chat has no such message, 409 when the case is closed.
 */
export const reactToMessage = (
  db: Db,
  userId: number,
  address: ChatAddress,
  { messageId: asked, reaction }: ReactBody,
): Promise<number> =>
  db.transaction(async (tx) => {
    const { chat } = (await lockChat(tx, address, [userId]))(userId);
    // Locked, so that the second of two equal reactions at the same moment removes the first.
    const [message] = await findAllIn(tx, chat, [asked], 'no key update');
    if (!message) throw unknownMessage(404);
    refuseClosed(chat);
    const event = { type: 'message.reacted', by: String(userId) } as const;
    const refusal = refusalOf(message, event, 'You cannot react to this message.');
    if (refusal) throw refusal;
    const { messageId, userId: reactor, emoji } = messageReactions;
    const takenAway = await tx
      .delete(messageReactions)
      .where(and(eq(messageId, message.id), eq(reactor, userId), eq(emoji, reaction)))
      .returning({ messageId });
    if (takenAway.length === 0)
      await tx
        .insert(messageReactions)
        .values({ messageId: message.id, userId, emoji: reaction })
        .onConflictDoUpdate({ target: [messageId, reactor], set: { emoji: reaction, reactedAt: new Date() } });
    return message.id;
  });

/** The lifecycle's refusal of the event, or null. A stored message is at least confirmed. */
export function refusalOf(
  { isSeen, deletedAt }: Pick<StoredMessage, 'isSeen' | 'deletedAt'>,
  event: MessageLifecycleEvent,
  words: string,
): HttpError | null {
  const judgement = judge(messageLifecycle, deletedAt ? 'deleted' : isSeen ? 'seen' : 'confirmed', event);
  return judgement.allowed ? null : actRefusal(judgement.because, { state: words, role: words });
}

/** The messages with these ids in this chat, with whether they were seen; locked until the transaction ends. */
export async function findAllIn(
  tx: Db,
  chat: OpenChat,
  messageIds: readonly string[],
  lock: 'key share' | 'no key update' = 'key share',
) {
  const ids = messageIds.map(readId).filter((id) => id !== null);
  if (ids.length === 0) return [];
  return tx
    .select({
      id: messages.id,
      senderId: messages.senderId,
      text: messages.text,
      mediaId: messages.mediaId,
      sentAt: messages.sentAt,
      editedAt: messages.editedAt,
      deletedAt: messages.deletedAt,
      isSeen: isSeen(tx),
    })
    .from(messages)
    .where(and(inArray(messages.id, ids), eq(messages.chatId, chat.id)))
    .orderBy(messages.id)
    .for(lock);
}

type StoredMessage = Awaited<ReturnType<typeof findAllIn>>[number];

export const emptyMessage = () => new HttpError(400, 'An empty message cannot be sent.');

export const unknownMessage = (status: 400 | 404) => new HttpError(status, 'There is no such message in this chat.');

/** A condition on the row of a message: somebody other than its sender has read it. */
const isSeen = (db: Db) =>
  exists(
    db
      .select({ userId: messageReads.userId })
      .from(messageReads)
      .where(and(eq(messageReads.messageId, messages.id), ne(messageReads.userId, messages.senderId))),
  ) as SQL<boolean>;

const closedChat = () => new HttpError(409, 'This case is closed. Its chat can only be read.');

/** @throws HttpError 409 when the case is closed. */
export function refuseClosed(chat: OpenChat): void {
  if (chat.isClosed) throw closedChat();
}
