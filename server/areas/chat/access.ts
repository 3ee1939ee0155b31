import { and, eq, exists, inArray, type SQL } from 'drizzle-orm';
import type { ChatAddress } from '../../../src/contract/topics';
import { captainRoles, isCaptainOrHigher } from '../../../src/rules/roles';
import type { Caller } from '../../core';
import type { Db } from '../../db/open';
import { caseMembers, cases, chats, GLOBAL_CHAT, userRoles } from '../../db/schema';
import { readId } from '../../http/check';
import { HttpError } from '../../http/httpError';

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
        .select({ id: chats.id, caseId: cases.id, closedAt: cases.closedAt, isInTeam: isInTeam(db, caller.id) })
        .from(chats)
        .innerJoin(cases, eq(cases.id, chats.caseId))
        .where(eq(chats.id, chatId))
    : [];
  if (!found) throw new HttpError(404, 'Chat group not found.');
  if (!found.isInTeam && !isCaptainOrHigher(caller.roles))
    throw new HttpError(403, 'You are not a participant of this chat.');
  const { id, caseId, closedAt } = found;
  return { id, caseId, isClosed: closedAt !== null };
}

/** Whether a user is in the team of the case whose row is being read. */
export const isInTeam = (db: Db, userId: number) =>
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
