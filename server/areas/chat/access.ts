import { and, desc, eq, exists, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Role } from '../../../src/contract/people';
import type { ChatAddress } from '../../../src/contract/topics';
import { captainRoles, isCaptainOrHigher } from '../../../src/rules/roles';
import type { Caller } from '../../core';
import type { Db } from '../../db/open';
import { caseMembers, cases, chats, GLOBAL_CHAT, messages, userRoles, users } from '../../db/schema';
import { readId } from '../../http/check';
import { HttpError } from '../../http/httpError';
import { isActive, noMember, rolesOfUser } from '../session/callers';

/** A chat that the caller may enter. */
export interface OpenChat {
  readonly id: number;
  /** The case whose team uses this chat; null for the global chat. */
  readonly caseId: number | null;
  /** Whether the case is closed. Its chat is then read-only. */
  readonly isClosed: boolean;
}

const globalChat: OpenChat = { id: GLOBAL_CHAT, caseId: null, isClosed: false };

/**
 * Checks that the caller may enter a chat. The global chat is open to all members, a case's chat to its team and to
 * captain-or-higher (DECISIONS 10).
 * @throws HttpError 404 when there is no such chat, 403 when the caller may not enter it.
 */
export async function enterChat(db: Db, caller: Pick<Caller, 'id' | 'roles'>, address: ChatAddress): Promise<OpenChat> {
  if (address.kind === 'global') return globalChat;
  const chatId = readId(address.chatId);
  const [found] = chatId
    ? await db
        .select({ id: chats.id, caseId: cases.id, closedAt: cases.closedAt, isInTeam: isInTeam(db, sql`${caller.id}`) })
        .from(chats)
        .innerJoin(cases, eq(cases.id, chats.caseId))
        .where(eq(chats.id, chatId))
    : [];
  if (!found) throw unknownChat();
  if (!found.isInTeam && !isCaptainOrHigher(caller.roles)) throw notInTeam();
  const { id, caseId, closedAt } = found;
  return { id, caseId, isClosed: closedAt !== null };
}

/** The chats of an incident's cases that the caller may enter, starting with that of the newest case. */
export async function chatsOf(db: Db, incidentId: number, caller: Pick<Caller, 'id' | 'roles'>) {
  const rows = await db
    .select({ chatId: chats.id, caseId: cases.id })
    .from(chats)
    .innerJoin(cases, eq(cases.id, chats.caseId))
    .where(and(eq(cases.incidentId, incidentId), mayEnter(db, caller)))
    .orderBy(desc(cases.id));
  return rows.map(({ chatId, caseId }) => ({ chatId: String(chatId), caseId }));
}

/** A condition on the row of a case: the caller may enter its chat, as a member of the team or as captain-or-higher (DECISIONS 10). */
export const mayEnter = (db: Db, { id, roles }: Pick<Caller, 'id' | 'roles'>) =>
  isCaptainOrHigher(roles) ? undefined : isInTeam(db, sql`${id}`);

/**
 * The same as a condition on the row of a message in any chat. It is judged by the id of the chat, without looking up its case: a search
 * for a common word judges each message that was ever sent.
 */
export function mayRead(db: Db, { id, roles }: Pick<Caller, 'id' | 'roles'>): SQL | undefined {
  if (isCaptainOrHigher(roles)) return undefined;
  const own = db
    .select({ id: chats.id })
    .from(chats)
    .innerJoin(caseMembers, eq(caseMembers.caseId, chats.caseId))
    .where(eq(caseMembers.userId, id));
  return or(eq(messages.chatId, GLOBAL_CHAT), inArray(messages.chatId, own));
}

/** A member who acts in a chat, as read by the transaction of that act. */
export interface Visitor {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly roles: readonly Role[];
  readonly chat: OpenChat;
}

/**
 * Lets members into a chat as `enterChat` does, and locks it until the transaction ends: meanwhile its case cannot be closed or
 * given to another team, and none of the members can lose their membership or a role. Locks are taken in the order of
 * docs/architecture.md.
 * @returns a function that lets one of these members in.
 * @throws HttpError (the returned function) 404 when there is no such chat, 401 when the user is no longer a member, 403 when the
 * chat is another team's.
 */
export async function lockChat(
  tx: Db,
  address: ChatAddress,
  userIds: readonly number[],
): Promise<(userId: number) => Visitor> {
  const chatId = chatIdOf(address);
  const ids = [...new Set(userIds)];
  if (chatId === null) throw unknownChat();
  // Locked in a statement of its own before the data is read, because a statement that waited for a lock still sees the other rows
  // as they were before.
  if (address.kind === 'incident')
    await tx
      .select({ id: cases.id })
      .from(cases)
      .innerJoin(chats, eq(chats.caseId, cases.id))
      .where(eq(chats.id, chatId))
      .for('share', { of: cases });
  await tx.select({ id: users.id }).from(users).where(inArray(users.id, ids)).orderBy(users.id).for('key share');
  const found = await tx
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      status: users.status,
      roles: rolesOfUser(tx),
      chatId: chats.id,
      caseId: cases.id,
      closedAt: cases.closedAt,
      isInTeam: isInTeam(tx, sql`${users.id}`),
    })
    .from(users)
    .leftJoin(chats, eq(chats.id, chatId))
    .leftJoin(cases, eq(cases.id, chats.caseId))
    .where(inArray(users.id, ids));
  const byId = new Map(found.map((row) => [row.id, row]));
  return (userId) => {
    const row = byId.get(userId);
    if (!row || !isActive(row)) throw noMember();
    const { id, firstName, lastName, roles, caseId, closedAt } = row;
    // An address as the chat of a case must not name the global chat by its id.
    if (row.chatId === null || (caseId === null) !== (address.kind === 'global')) throw unknownChat();
    if (caseId !== null && !row.isInTeam && !isCaptainOrHigher(roles)) throw notInTeam();
    return { id, firstName, lastName, roles, chat: { id: row.chatId, caseId, isClosed: closedAt !== null } };
  };
}

/** The id of the chat with this address; null if there can be no such chat. */
export const chatIdOf = (address: ChatAddress) => (address.kind === 'global' ? GLOBAL_CHAT : readId(address.chatId));

export const unknownChat = () => new HttpError(404, 'Chat group not found.');
const notInTeam = () => new HttpError(403, 'You are not a participant of this chat.');

/** A condition on the row of a case: the user is in its team. */
const isInTeam = (db: Db, userId: SQL) =>
  exists(
    db
      .select({ userId: caseMembers.userId })
      .from(caseMembers)
      .where(and(eq(caseMembers.caseId, cases.id), eq(caseMembers.userId, userId))),
  ) as SQL<boolean>;

/** The ids of all members who have a case's chat in their list: its team and every captain-or-higher. */
export async function participantsOf(db: Db, caseId: number): Promise<number[]> {
  const team = db.select({ id: caseMembers.userId }).from(caseMembers).where(eq(caseMembers.caseId, caseId));
  const captains = db.select({ id: userRoles.userId }).from(userRoles).where(inArray(userRoles.role, captainRoles));
  return (await team.union(captains)).map(({ id }) => id);
}

/** A member who is told of the messages in a chat. */
export interface Reader {
  readonly userId: number;
  readonly firstName: string;
  readonly chatName: string;
  /** Whether the member is in the team of the chat's case. */
  readonly isInTeam: boolean;
}

/** The active members who may read a chat: for the global chat all of them, for a case's chat its team and every captain-or-higher. */
export const readersOf = (db: Db, address: ChatAddress): Promise<Reader[]> =>
  db
    .select({
      userId: users.id,
      firstName: users.firstName,
      chatName: chats.name,
      isInTeam: isInTeam(db, sql`${users.id}`),
    })
    .from(users)
    .innerJoin(chats, eq(chats.id, address.kind === 'global' ? GLOBAL_CHAT : Number(address.chatId)))
    .leftJoin(cases, eq(cases.id, chats.caseId))
    .where(
      and(
        eq(users.status, 'ACTIVE'),
        address.kind === 'global' ? isNull(cases.id) : or(isInTeam(db, sql`${users.id}`), hasCaptainsRole(db)),
      ),
    )
    .orderBy(users.id);

const hasCaptainsRole = (db: Db) =>
  exists(
    db
      .select({ userId: userRoles.userId })
      .from(userRoles)
      .where(and(eq(userRoles.userId, users.id), inArray(userRoles.role, captainRoles))),
  );
