import { and, asc, between, desc, eq, inArray, lt, type SQL } from 'drizzle-orm';
import type { InferOutput } from 'valibot';
import type { HistoryQuery } from '../../../src/contract/chatRequests';
import { HISTORY_PAGE, type Message, type MessageUser } from '../../../src/contract/chats';
import type { Db } from '../../db/open';
import { media, messageReactions, messageReads, messages, users } from '../../db/schema';
import { mediaUrlOf, type SentMedia } from '../media/address';

const person = { id: users.id, firstName: users.firstName, lastName: users.lastName };
type Person = Omit<MessageUser, 'id'> & { readonly id: number };
type Row = typeof messages.$inferSelect;
const file = { id: media.id, kind: media.kind };

/**
 * One page of a chat, oldest first: the `limit` messages before the one named by `before`, or the newest ones. Without
 * either the whole chat, as a client of the specification expects.
 */
export async function listMessages(
  db: Db,
  chatId: number,
  { before, limit }: InferOutput<typeof HistoryQuery>,
): Promise<Message[]> {
  const size = limit ?? (before === undefined ? undefined : HISTORY_PAGE);
  const query = db
    .select({ message: messages, sender: person, file })
    .from(messages)
    .innerJoin(users, eq(users.id, messages.senderId))
    .leftJoin(media, eq(media.id, messages.mediaId))
    .where(and(eq(messages.chatId, chatId), before === undefined ? undefined : lt(messages.id, Number(before))))
    .orderBy(desc(messages.id))
    .$dynamic();
  const rows = (await (size === undefined ? query : query.limit(size))).reverse();
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return [];
  // A range instead of a list of ids: a whole chat has more than a statement takes parameters.
  const page = and(eq(messages.chatId, chatId), between(messages.id, first.message.id, last.message.id)) as SQL;
  return withReceipts(db, rows, page);
}

/** These messages as they are now, in the order of their ids. */
export async function findMessages(db: Db, ids: readonly number[]): Promise<Message[]> {
  const which = inArray(messages.id, [...ids]);
  const rows = await db
    .select({ message: messages, sender: person, file })
    .from(messages)
    .innerJoin(users, eq(users.id, messages.senderId))
    .leftJoin(media, eq(media.id, messages.mediaId))
    .where(which)
    .orderBy(asc(messages.id));
  return withReceipts(db, rows, which);
}

/** A message that was stored just now: nobody has read it or reacted to it yet. */
export const freshMessage = (row: Row, sender: Person, file: SentMedia | null): Message =>
  shape(row, sender, file, [], []);

/** Adds to messages who has read them and who has reacted, in one query each. */
async function withReceipts(
  db: Db,
  rows: { message: Row; sender: Person; file: SentMedia | null }[],
  which: SQL,
): Promise<Message[]> {
  const reads = await db
    .select({ messageId: messageReads.messageId, user: person })
    .from(messageReads)
    .innerJoin(messages, eq(messages.id, messageReads.messageId))
    .innerJoin(users, eq(users.id, messageReads.userId))
    .where(which)
    .orderBy(asc(messageReads.readAt), asc(messageReads.userId));
  const reactions = await db
    .select({ messageId: messageReactions.messageId, emoji: messageReactions.emoji, user: person })
    .from(messageReactions)
    .innerJoin(messages, eq(messages.id, messageReactions.messageId))
    .innerJoin(users, eq(users.id, messageReactions.userId))
    .where(which)
    .orderBy(asc(messageReactions.reactedAt), asc(messageReactions.userId));
  const readsOf = byMessage(reads);
  const reactionsOf = byMessage(reactions);
  return rows.map(({ message, sender, file }) =>
    shape(message, sender, file, readsOf.get(message.id) ?? [], reactionsOf.get(message.id) ?? []),
  );
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

const nameOf = ({ id, firstName, lastName }: Person): MessageUser => ({ id: String(id), firstName, lastName });

/** S1 §3, "Message". */
function shape(
  row: Row,
  sender: Person,
  file: SentMedia | null,
  reads: readonly { user: Person }[],
  reactions: readonly { emoji: string; user: Person }[],
): Message {
  const byEmoji: Record<string, MessageUser[]> = {};
  for (const { emoji, user } of reactions) {
    byEmoji[emoji] ??= [];
    byEmoji[emoji].push(nameOf(user));
  }
  return {
    id: String(row.id),
    clientMessageId: row.clientMessageId,
    text: row.text,
    sender: nameOf(sender),
    timestamp: row.sentAt.toISOString(),
    reactions: byEmoji,
    seenBy: reads.map(({ user }) => nameOf(user)),
    parentMessageId: row.parentMessageId === null ? null : String(row.parentMessageId),
    mediaUrl: file && mediaUrlOf(file.id),
    mediaType: file?.kind ?? null,
  };
}
