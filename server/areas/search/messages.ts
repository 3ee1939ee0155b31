import { and, desc, eq, isNull, lt } from 'drizzle-orm';
import type { InferOutput } from 'valibot';
import { type MessageHits, type MessageSearchQuery, SEARCH_PAGE } from '../../../src/contract/search';
import { excerptOf, wordsOf } from '../../../src/rules/search';
import type { Caller } from '../../core';
import { contains } from '../../db/conditions';
import type { Db } from '../../db/open';
import { chats, GLOBAL_CHAT, messages, users } from '../../db/schema';
import { enterChat, mayRead } from '../chat/access';

/**
 * The messages that have all the words, newest first, of one chat or of all chats that the caller may read (DECISIONS 10). Deleted
 * messages and earlier texts are not searched.
 * @throws HttpError as `enterChat` does.
 */
export async function searchMessages(
  db: Db,
  caller: Pick<Caller, 'id' | 'roles'>,
  { text, chat, before }: InferOutput<typeof MessageSearchQuery>,
): Promise<MessageHits> {
  const entered =
    chat === undefined
      ? null
      : await enterChat(db, caller, chat === 'global' ? { kind: 'global' } : { kind: 'incident', chatId: chat });
  const words = wordsOf(text);
  if (words.length === 0) return { hits: [], hasMore: false };
  const rows = await db
    .select({
      id: messages.id,
      chatId: messages.chatId,
      chatName: chats.name,
      senderName: users.firstName,
      sentAt: messages.sentAt,
      text: messages.text,
    })
    .from(messages)
    .innerJoin(users, eq(users.id, messages.senderId))
    .innerJoin(chats, eq(chats.id, messages.chatId))
    .where(
      and(
        isNull(messages.deletedAt),
        entered === null ? mayRead(db, caller) : eq(messages.chatId, entered.id),
        before === undefined ? undefined : lt(messages.id, Number(before)),
        ...words.map((word) => contains(messages.text, word)),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(SEARCH_PAGE + 1);
  const hits = rows.slice(0, SEARCH_PAGE).map(({ id, chatId, chatName, senderName, sentAt, text: found }) => ({
    id: String(id),
    chatId: chatId === GLOBAL_CHAT ? null : String(chatId),
    chatName,
    senderName,
    timestamp: sentAt.toISOString(),
    excerpt: excerptOf(found ?? '', words),
  }));
  return { hits, hasMore: rows.length > SEARCH_PAGE };
}
