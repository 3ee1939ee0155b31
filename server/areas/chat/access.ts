import { and, desc, eq, exists, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { ChatAddress } from '../../../src/contract/topics';
import { captainRoles, isCaptainOrHigher } from '../../../src/rules/roles';
import type { Caller } from '../../core';
import type { Db } from '../../db/open';
import { caseMembers, cases, chats, GLOBAL_CHAT, userRoles, users } from '../../db/schema';
import { readId } from '../../http/check';
import { HttpError } from '../../http/httpError';
import { isActive, noMember, rolesOfUser } from '../session/callers';

/** A chat that the caller may enter. */
export interface OpenChat {
  readonly id: number;
  /** The case whose team talks here; null for the global chat. */
  readonly caseId: number | null;
  /** Whether that case is closed. Then its chat can only be read. */
  readonly isClosed: boolean;
}

const globalChat: OpenChat = { id: GLOBAL_CHAT, caseId: null, isClosed: false };

/**
 * Lets a caller into a chat: the global one is open to all members, a case's to its team and to captain-or-higher
 * (DECISIONS 10).
 * @throws HttpError 404 when there is no such chat, 403 when it is another team's.
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

/** The chats of an incident's cases that the caller may enter, the newest case's first. */
export async function chatsOf(db: Db, incidentId: number, caller: Pick<Caller, 'id' | 'roles'>) {
  const rows = await db
    .select({ chatId: chats.id, caseId: cases.id })
    .from(chats)
    .innerJoin(cases, eq(cases.id, chats.caseId))
    .where(and(eq(cases.incidentId, incidentId), mayEnter(db, caller)))
    .orderBy(desc(cases.id));
  return rows.map(({ chatId, caseId }) => ({ chatId: String(chatId), caseId }));
}

/** Whether the caller may enter the chat of the case whose row is being read: its team and captain-or-higher may (DECISIONS 10). */
export const mayEnter = (db: Db, { id, roles }: Pick<Caller, 'id' | 'roles'>) =>
  isCaptainOrHigher(roles) ? undefined : isInTeam(db, sql`${id}`);

/** Who does something in a chat, as the transaction that does it has found them there. */
export interface Visitor {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly chat: OpenChat;
}

/**
 * Lets members into a chat as `enterChat` does, and keeps it as it is until the transaction ends: its case is neither closed nor given
 * to another team meanwhile, and nobody of them loses their membership or a role. The order of locks is that of docs/architecture.md.
 * @returns lets one of these members in.
 * @throws HttpError (the returned function) 404 when there is no such chat, 401 when they are no longer a member, 403 when the chat is
 * another team's.
 */
export async function holdChat(
  tx: Db,
  address: ChatAddress,
  userIds: readonly number[],
): Promise<(userId: number) => Visitor> {
  const chatId = address.kind === 'global' ? GLOBAL_CHAT : readId(address.chatId);
  const ids = [...new Set(userIds)];
  if (chatId === null) throw unknownChat();
  // Locked before it is read: a statement that has waited for a lock still sees the other rows as they were before.
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
    const { id, firstName, lastName, caseId, closedAt } = row;
    // The id of a case chat may not be that of the global one.
    if (row.chatId === null || (caseId === null) !== (address.kind === 'global')) throw unknownChat();
    if (caseId !== null && !row.isInTeam && !isCaptainOrHigher(row.roles)) throw notInTeam();
    return { id, firstName, lastName, chat: { id: row.chatId, caseId, isClosed: closedAt !== null } };
  };
}

export const unknownChat = () => new HttpError(404, 'Chat group not found.');
const notInTeam = () => new HttpError(403, 'You are not a participant of this chat.');

/** Whether a user is in the team of the case whose row is being read. */
const isInTeam = (db: Db, userId: SQL) =>
  exists(
    db
      .select({ userId: caseMembers.userId })
      .from(caseMembers)
      .where(and(eq(caseMembers.caseId, cases.id), eq(caseMembers.userId, userId))),
  ) as SQL<boolean>;

/** The ids of all who see a case's chat in their list: its team and every captain-or-higher. */
export async function participantsOf(db: Db, caseId: number): Promise<number[]> {
  const team = db.select({ id: caseMembers.userId }).from(caseMembers).where(eq(caseMembers.caseId, caseId));
  const captains = db.select({ id: userRoles.userId }).from(userRoles).where(inArray(userRoles.role, captainRoles));
  return (await team.union(captains)).map(({ id }) => id);
}

/** Somebody who has a chat in their list. */
export interface Hearer {
  readonly userId: number;
  readonly firstName: string;
  readonly chatName: string;
  /** Whether they are in the team of its case. */
  readonly isInTeam: boolean;
}

/** The active members who have a chat in their list: the same by its address, or everybody where it is the global one. */
export const hearersOf = (db: Db, address: ChatAddress): Promise<Hearer[]> =>
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
