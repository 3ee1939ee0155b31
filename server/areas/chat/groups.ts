import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { ChatGroup, ChatGroupEntry } from '../../../src/contract/chats';
import { DELETED_TEXT } from '../../../src/rules/chat/messageChanges';
import { snippetOf } from '../../../src/rules/chat/messages';
import { MOST_UNREAD } from '../../../src/rules/chat/timeline';
import type { Caller } from '../../core';
import type { Db } from '../../db/open';
import { cases, chats, incidents, media, messages, readPositions, users } from '../../db/schema';
import { movingTeams } from '../incidents/movingTeams';
import { firstPhoto, photoUrlOf } from '../incidents/photo';
import { enterChat, mayEnter, unknownChat } from './access';
import { findMessages } from './history';
import { positionOrZero, unreadIn } from './unread';

/**
 * One chat that the caller may enter, of an open or a closed case.
 * @throws HttpError as `enterChat` does.
 */
export async function findGroup(db: Db, caller: Pick<Caller, 'id' | 'roles'>, chatId: string): Promise<ChatGroup> {
  const { id, isClosed } = await enterChat(db, caller, { kind: 'incident', chatId });
  const [row] = await db
    .select({ id: chats.id, name: chats.name, pinnedId: chats.pinnedMessageId, incident: shownIncident(db) })
    .from(chats)
    .innerJoin(cases, eq(cases.id, chats.caseId))
    .innerJoin(incidents, eq(incidents.id, cases.incidentId))
    .where(eq(chats.id, id));
  if (!row) throw unknownChat();
  return { ...groupOf(row, await shownBeside(db, [row], isClosed ? [] : [row])), isClosed };
}

/** The fields of the incident that the header of its chat shows. */
const shownIncident = (db: Db) => ({
  id: incidents.id,
  status: incidents.status,
  location: incidents.location,
  photo: firstPhoto(db),
});

interface GroupRow {
  readonly id: number;
  readonly name: string;
  readonly pinnedId: number | null;
  readonly incident: Record<'status' | 'location', string> & { readonly id: number; readonly photo: string | null };
}

type HeadRow = Pick<GroupRow, 'pinnedId' | 'incident'>;

/** What the head of a chat shows beside the facts of its incident: the pinned message, and the team while the case is `open`. */
async function shownBeside(db: Db, rows: readonly HeadRow[], open: readonly HeadRow[] = rows) {
  const pinnedIds = rows.flatMap(({ pinnedId }) => pinnedId ?? []);
  return {
    pinned: pinnedIds.length > 0 ? await findMessages(db, pinnedIds) : [],
    teams: await movingTeams(
      db,
      open.map(({ incident }) => incident.id),
    ),
  };
}

const groupOf = (
  { id, name, pinnedId, incident: { id: incidentId, photo, ...incident } }: GroupRow,
  { pinned, teams }: Awaited<ReturnType<typeof shownBeside>>,
): ChatGroup => ({
  id: String(id),
  name,
  pinned: pinned.find((message) => message.id === String(pinnedId)),
  purposeId: String(incidentId),
  incident: { ...incident, photoUrl: photoUrlOf(photo), team: teams.get(incidentId) ?? [] },
});

/**
 * The chats of open cases that the caller may enter: those of their own teams, or all for captain-or-higher. The chat with the
 * newest message comes first.
 */
export async function listGroups(db: Db, caller: Pick<Caller, 'id' | 'roles'>): Promise<ChatGroupEntry[]> {
  const last = db
    .select({
      id: messages.id,
      text: messages.text,
      mediaUrl: messages.mediaId,
      mediaType: media.kind,
      sentAt: messages.sentAt,
      deletedAt: messages.deletedAt,
      sender: users.firstName,
    })
    .from(messages)
    .innerJoin(users, eq(users.id, messages.senderId))
    .leftJoin(media, eq(media.id, messages.mediaId))
    .where(eq(messages.chatId, chats.id))
    .orderBy(desc(messages.id))
    .limit(1)
    .as('last');
  const unread = unreadIn(db, sql`${chats.id}`, caller.id, positionOrZero(readPositions.readUpTo)).limit(MOST_UNREAD);
  const rows = await db
    .select({
      id: chats.id,
      name: chats.name,
      pinnedId: chats.pinnedMessageId,
      incident: shownIncident(db),
      unreadCount: sql<number>`(select count(*)::int from ${unread.as('unread')})`,
      // The id must come first: the query builder takes a null in the first column as 'no such row'.
      last: {
        id: last.id,
        text: last.text,
        mediaUrl: last.mediaUrl,
        mediaType: last.mediaType,
        sentAt: last.sentAt,
        deletedAt: last.deletedAt,
        sender: last.sender,
      },
    })
    .from(chats)
    .innerJoin(cases, eq(cases.id, chats.caseId))
    .innerJoin(incidents, eq(incidents.id, cases.incidentId))
    .leftJoin(readPositions, and(eq(readPositions.chatId, chats.id), eq(readPositions.userId, caller.id)))
    .leftJoinLateral(last, sql`true`)
    .where(and(isNull(cases.closedAt), mayEnter(db, caller)))
    .orderBy(sql`${last.id} desc nulls last`, desc(chats.id));
  const beside = await shownBeside(db, rows);
  return rows.map((row) => ({
    chatGroup: groupOf(row, beside),
    hasUnreadMessages: row.unreadCount > 0,
    lastMessage: row.last && (row.last.deletedAt ? DELETED_TEXT : snippetOf(row.last)),
    lastMessageAt: row.last?.sentAt.toISOString(),
    lastSender: row.last?.sender,
    unreadCount: row.unreadCount,
  }));
}
