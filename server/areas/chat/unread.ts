import { and, asc, desc, eq, gt, isNull, ne, notExists, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/open';
import { messageReads, messages, readPositions } from '../../db/schema';

/** The messages by others, after a position in the chat, that a member has not read. Deleted messages do not count as unread. */
export function unreadIn(db: Db, chatId: number | SQL, userId: number, position: SQL) {
  const read = db
    .select({ messageId: messageReads.messageId })
    .from(messageReads)
    .where(and(eq(messageReads.messageId, messages.id), eq(messageReads.userId, userId)));
  return db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.chatId, chatId),
        gt(messages.id, position),
        ne(messages.senderId, userId),
        isNull(messages.deletedAt),
        notExists(read),
      ),
    );
}

/** A read position as a number: 0 where a member has none yet. */
export const positionOrZero = (position: SQL | typeof readPositions.readUpTo) => sql`coalesce(${position}, 0)`;

/**
 * Moves a member's read position in a chat forward to the last message before the first unread one, or to the last message if none
 * is unread. Messages read beyond an unread one count once that one is read. Never moves the position back.
 */
export async function advanceReadPosition(db: Db, chatId: number, userId: number): Promise<void> {
  const position = db
    .select({ readUpTo: readPositions.readUpTo })
    .from(readPositions)
    .where(and(eq(readPositions.chatId, chatId), eq(readPositions.userId, userId)));
  const gap = unreadIn(db, chatId, userId, positionOrZero(sql`(${position})`))
    .orderBy(asc(messages.id))
    .limit(1);
  const last = db
    .select({ id: messages.id })
    .from(messages)
    .where(eq(messages.chatId, chatId))
    .orderBy(desc(messages.id))
    .limit(1);
  const readUpTo = sql`coalesce((${gap}) - 1, (${last}), 0)`;
  await db
    .insert(readPositions)
    .values({ chatId, userId, readUpTo })
    .onConflictDoUpdate({
      target: [readPositions.chatId, readPositions.userId],
      set: { readUpTo: sql`greatest(${readPositions.readUpTo}, excluded.read_up_to)` },
    });
}
