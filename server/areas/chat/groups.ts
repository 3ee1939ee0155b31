import { and, desc, eq, exists, isNull, type SQL, sql } from 'drizzle-orm';
import type { ChatGroupEntry } from '../../../src/contract/chats';
import { snippetOf } from '../../../src/rules/messages';
import { isCaptainOrHigher } from '../../../src/rules/roles';
import type { Caller } from '../../core';
import type { Db } from '../../db/open';
import { cases, chats, media, messages, readPositions } from '../../db/schema';
import { isInTeam } from './access';
import { positionOrZero, unreadIn } from './unread';

/**
 * The chats of open cases that the caller may enter: those whose team they are in, and all for captain-or-higher. The one
 * with the newest message comes first.
 */
export async function listGroups(db: Db, caller: Pick<Caller, 'id' | 'roles'>): Promise<ChatGroupEntry[]> {
  const last = db
    .select({ id: messages.id, text: messages.text, mediaUrl: messages.mediaId, mediaType: media.kind })
    .from(messages)
    .leftJoin(media, eq(media.id, messages.mediaId))
    .where(eq(messages.chatId, chats.id))
    .orderBy(desc(messages.id))
    .limit(1)
    .as('last');
  const rows = await db
    .select({
      id: chats.id,
      name: chats.name,
      incidentId: cases.incidentId,
      hasUnreadMessages: exists(
        unreadIn(db, sql`${chats.id}`, caller.id, positionOrZero(readPositions.readUpTo)),
      ) as SQL<boolean>,
      // The id first: by its first column the query builder tells whether there is such a row.
      last: { id: last.id, text: last.text, mediaUrl: last.mediaUrl, mediaType: last.mediaType },
    })
    .from(chats)
    .innerJoin(cases, eq(cases.id, chats.caseId))
    .leftJoin(readPositions, and(eq(readPositions.chatId, chats.id), eq(readPositions.userId, caller.id)))
    .leftJoinLateral(last, sql`true`)
    .where(and(isNull(cases.closedAt), isCaptainOrHigher(caller.roles) ? undefined : isInTeam(db, sql`${caller.id}`)))
    .orderBy(sql`${last.id} desc nulls last`, desc(chats.id));
  return rows.map((row) => ({
    chatGroup: { id: String(row.id), name: row.name, purposeId: String(row.incidentId) },
    hasUnreadMessages: row.hasUnreadMessages,
    lastMessage: row.last && snippetOf(row.last),
  }));
}
