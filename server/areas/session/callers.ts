import { asc, eq, sql } from 'drizzle-orm';
import { PASSWORD_REQUIRED, type Role } from '../../../src/contract/people';
import { judge } from '../../../src/machines/lifecycles/judge';
import { membershipLifecycle } from '../../../src/machines/lifecycles/membership.machine';
import type { Caller, Member } from '../../core';
import type { Db } from '../../db/open';
import { userRoles, users } from '../../db/schema';
import { endedSession, HttpError } from '../../http/httpError';
import type { Tokens } from './tokens';

/** The roles of the user in whose row this is selected, as an array. */
export const rolesOfUser = (db: Db) => {
  const roles = db.select({ role: userRoles.role }).from(userRoles).where(eq(userRoles.userId, users.id));
  return sql<Role[]>`array(${roles.orderBy(asc(userRoles.role))})`;
};

/**
 * The caller whom a bearer token identifies. The account and its roles are read on every call, so that a revoked role or a deleted
 * account takes effect immediately instead of when the token expires.
 * @param mayHaveOldPassword whether the call is allowed for a member who must choose a new password first
 * @throws HttpError 401 when the token is invalid or revoked, or its owner is no longer an active member, 403 when they must choose
 * a new password first (DECISIONS P9).
 */
export async function findCaller(
  db: Db,
  tokens: Tokens,
  token: string | undefined,
  mayHaveOldPassword = false,
): Promise<Caller> {
  const { userId, tokenEpoch, ...proof } = await tokens.verify(token);
  const member = await findMember(db, userId);
  if (member.tokenEpoch !== tokenEpoch) throw endedSession();
  if (member.mustChangePassword && !mayHaveOldPassword) throw new HttpError(403, PASSWORD_REQUIRED);
  return { ...member, ...proof };
}

/** @throws HttpError 401 when there is no active member with this id. */
export async function findMember(db: Db, userId: number): Promise<Member> {
  const found = await findAccount(db, userId);
  if (!found || !isActive(found)) throw noMember();
  return memberOf(found);
}

/** An account of any status; null when there is none. */
export async function findAccount(db: Db, userId: number): Promise<Account | null> {
  const [found] = await db.select(accountColumns(db)).from(users).where(eq(users.id, userId));
  return found ?? null;
}

/** The columns of an account that `memberOf` needs. */
export const accountColumns = (db: Db) => ({
  id: users.id,
  username: users.username,
  firstName: users.firstName,
  lastName: users.lastName,
  status: users.status,
  roles: rolesOfUser(db),
  mustChangePassword: users.mustChangePassword,
  tokensValidFrom: users.tokensValidFrom,
});

type Account = Omit<Member, 'tokenEpoch'> & Pick<typeof users.$inferSelect, 'status' | 'tokensValidFrom'>;
/** Converts an account into a member. */
export const memberOf = ({ status, tokensValidFrom, ...member }: Account): Member => ({
  ...member,
  tokenEpoch: tokensValidFrom?.getTime() ?? 0,
});

/**
 * Finds a member as `findMember` does, and locks their roles and membership until the transaction ends: transactions that take
 * these away lock the row for update, and so have to wait.
 * @throws HttpError 401 when there is no active member with this id.
 */
export async function lockMember(tx: Db, userId: number): Promise<Member> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('key share');
  return findMember(tx, userId);
}

/** Whether the account is a member's: neither pending nor a former member's. */
export const isActive = ({ status }: Pick<typeof users.$inferSelect, 'status'>) =>
  judge(membershipLifecycle, status, { type: 'membership.logIn' }).allowed;

/** The refusal of a caller whose account is no longer a member's. */
export const noMember = () => new HttpError(401, 'This account is no longer active.');
