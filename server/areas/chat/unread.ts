import { and, asc, desc, eq, gt, ne, notExists, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/open';
import { chatMarks, messageReads, messages } from '../../db/schema';

/** The messages of a chat by others, beyond a member's mark there, that they have not read. */
export function unreadIn(db: Db, chatId: number | SQL, userId: number, mark: SQL) {
  const read = db
    .select({ messageId: messageReads.messageId })
    .from(messageReads)
    .where(and(eq(messageReads.messageId, messages.id), eq(messageReads.userId, userId)));
  return db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.chatId, chatId), gt(messages.id, mark), ne(messages.senderId, userId), notExists(read)));
}

/** A member's mark in a chat as a number, whether there is one or not. */
export const markOrNone = (mark: SQL | typeof chatMarks.readUpTo) => sql`coalesce(${mark}, 0)`;

/**
 * Moves a member's mark in a chat to where they have read everything: before the first message that is still unread, or else to the
 * last one. What is read beyond a gap counts when the gap is closed. Never moves it back.
 */
export async function moveMark(db: Db, chatId: number, userId: number): Promise<void> {
  const mark = db
    .select({ readUpTo: chatMarks.readUpTo })
    .from(chatMarks)
    .where(and(eq(chatMarks.chatId, chatId), eq(chatMarks.userId, userId)));
  const gap = unreadIn(db, chatId, userId, markOrNone(sql`(${mark})`))
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
    .insert(chatMarks)
    .values({ chatId, userId, readUpTo })
    .onConflictDoUpdate({
      target: [chatMarks.chatId, chatMarks.userId],
      set: { readUpTo: sql`greatest(${chatMarks.readUpTo}, excluded.read_up_to)` },
    });
}
