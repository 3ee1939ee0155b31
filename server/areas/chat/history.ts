import { and, asc, desc, eq, gt, inArray, lt, max, min, type SQL } from 'drizzle-orm';
import type { InferOutput } from 'valibot';
import type { HistoryQuery } from '../../../src/contract/chatRequests';
import type { Message, MessageUser, QuotedMessage } from '../../../src/contract/chats';
import { HISTORY_PAGE, HISTORY_PAGE_LIMIT } from '../../../src/contract/endpoints/screens';
import { DELETED_TEXT } from '../../../src/rules/chat/messageChanges';
import { quotedOf } from '../../../src/rules/chat/messages';
import type { Db } from '../../db/open';
import { chats, media, messageReactions, messageReads, messages, users } from '../../db/schema';
import { mediaUrlOf, type SentMedia, sentMedia, sizeOf } from '../media/address';

const person = { id: users.id, firstName: users.firstName, lastName: users.lastName };
type Person = Omit<MessageUser, 'id'> & { readonly id: number };
type Row = typeof messages.$inferSelect;

/** A message as it was read from the database, with the time since when it is pinned. */
interface Found {
  readonly message: Row;
  readonly sender: Person;
  readonly file: SentMedia | null;
  readonly pinnedAt: Date | null;
}

/** One page of a chat, oldest first: the `limit` messages before the message `before`, or the newest ones. */
export async function listMessages(
  db: Db,
  chatId: number,
  { before, limit = HISTORY_PAGE }: InferOutput<typeof HistoryQuery>,
): Promise<Message[]> {
  const isBefore = before === undefined ? undefined : lt(messages.id, Number(before));
  const rows = await messagesWhere(db, and(eq(messages.chatId, chatId), isBefore))
    .orderBy(desc(messages.id))
    .limit(limit);
  return withReceipts(db, rows.reverse());
}

/**
 * A whole chat, oldest first, which clients of the specification expect: the text of one JSON array, in pieces. Each page is only
 * read after the one before was sent, so that a long chat neither fills the memory nor delays other requests.
 */
export async function* wholeChat(db: Db, chatId: number): AsyncGenerator<string> {
  let before = '[';
  let last = 0;
  for (;;) {
    const rows = await messagesWhere(db, and(eq(messages.chatId, chatId), gt(messages.id, last)))
      .orderBy(asc(messages.id))
      .limit(HISTORY_PAGE_LIMIT);
    for (const message of await withReceipts(db, rows)) {
      yield before + JSON.stringify(message);
      before = ',';
    }
    last = rows.at(-1)?.message.id ?? last;
    if (rows.length < HISTORY_PAGE_LIMIT) break;
  }
  yield before === '[' ? '[]' : ']';
}

/** The ids of a chat's oldest and newest message; '' when the chat is empty. */
export async function oldestAndNewestOf(db: Db, chatId: number): Promise<{ oldest: string; latest: string }> {
  const [ends] = await db
    .select({ oldest: min(messages.id), latest: max(messages.id) })
    .from(messages)
    .where(eq(messages.chatId, chatId));
  return { oldest: String(ends?.oldest ?? ''), latest: String(ends?.latest ?? '') };
}

/** These messages in their present state, by ascending id; if a chat is given, only those in it. */
export async function findMessages(db: Db, ids: readonly number[], chatId?: number): Promise<Message[]> {
  const isInChat = chatId === undefined ? undefined : eq(messages.chatId, chatId);
  const rows = await messagesWhere(db, and(inArray(messages.id, [...ids]), isInChat)).orderBy(asc(messages.id));
  return withReceipts(db, rows);
}

const messagesWhere = (db: Db, which: SQL | undefined) =>
  db
    .select({ message: messages, sender: person, file: sentMedia, pinnedAt: chats.pinnedAt })
    .from(messages)
    .innerJoin(users, eq(users.id, messages.senderId))
    .leftJoin(chats, eq(chats.pinnedMessageId, messages.id))
    .leftJoin(media, eq(media.id, messages.mediaId))
    .where(which);

/** A message that has just been stored, so it has no receipts or reactions yet. */
export const freshMessage = (
  row: Row,
  sender: Person,
  file: SentMedia | null,
  quoted: QuotedMessage | undefined,
): Message => shape({ message: row, sender, file, pinnedAt: null }, [], [], quoted);

/** What replies show of these messages, by the messages' ids. */
export async function findQuoted(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, QuotedMessage>> {
  if (ids.length === 0) return new Map();
  const found = await messagesWhere(db, inArray(messages.id, [...new Set(ids)]));
  return new Map(found.map((original) => [original.message.id, quotedOf(shape(original, [], [], undefined))]));
}

/** Adds to messages who has read them, who has reacted, and what they answer, with one query for each. */
async function withReceipts(db: Db, rows: readonly Found[]): Promise<Message[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ message }) => message.id);
  const reads = await db
    .select({ messageId: messageReads.messageId, user: person })
    .from(messageReads)
    .innerJoin(users, eq(users.id, messageReads.userId))
    .where(inArray(messageReads.messageId, ids))
    .orderBy(asc(messageReads.readAt), asc(messageReads.userId));
  const reactions = await db
    .select({ messageId: messageReactions.messageId, emoji: messageReactions.emoji, user: person })
    .from(messageReactions)
    .innerJoin(users, eq(users.id, messageReactions.userId))
    .where(inArray(messageReactions.messageId, ids))
    .orderBy(asc(messageReactions.reactedAt), asc(messageReactions.userId));
  const answered = rows.map(({ message }) => message.parentMessageId).filter((id) => id !== null);
  const originals = await findQuoted(db, answered);
  const readsOf = byMessage(reads);
  const reactionsOf = byMessage(reactions);
  return rows.map((found) => {
    const { id, parentMessageId } = found.message;
    const quoted = parentMessageId === null ? undefined : originals.get(parentMessageId);
    return shape(found, readsOf.get(id) ?? [], reactionsOf.get(id) ?? [], quoted);
  });
}

function byMessage<Item extends { readonly messageId: number }>(items: readonly Item[]): Map<number, Item[]> {
  const grouped = new Map<number, Item[]>();
  for (const item of items) {
    const group = grouped.get(item.messageId);
    if (group) group.push(item);
    else grouped.set(item.messageId, [item]);
  }
  return grouped;
}

const messageUser = ({ id, firstName, lastName }: Person): MessageUser => ({ id: String(id), firstName, lastName });

/** S1 §3, 'Message'. A deleted message has no content (DECISIONS 164). */
function shape(
  { message: row, sender, file, pinnedAt }: Found,
  reads: readonly { user: Person }[],
  reactions: readonly { emoji: string; user: Person }[],
  quoted: QuotedMessage | undefined,
): Message {
  const byEmoji: Record<string, MessageUser[]> = {};
  const isDeleted = row.deletedAt !== null;
  for (const { emoji, user } of isDeleted ? [] : reactions) {
    byEmoji[emoji] ??= [];
    byEmoji[emoji].push(messageUser(user));
  }
  return {
    id: String(row.id),
    clientMessageId: row.clientMessageId,
    text: isDeleted ? DELETED_TEXT : row.text,
    sender: messageUser(sender),
    timestamp: row.sentAt.toISOString(),
    reactions: byEmoji,
    seenBy: reads.map(({ user }) => messageUser(user)),
    parentMessageId: row.parentMessageId === null ? null : String(row.parentMessageId),
    mediaUrl: file && mediaUrlOf(file.id),
    mediaType: file?.kind ?? null,
    mediaSize: file ? sizeOf(file) : undefined,
    editedAt: row.editedAt?.toISOString(),
    deletedAt: row.deletedAt?.toISOString(),
    pinnedAt: pinnedAt?.toISOString(),
    quoted,
  };
}
