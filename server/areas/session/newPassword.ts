import { randomBytes } from 'node:crypto';
import { and, eq, ne } from 'drizzle-orm';
import type { InferOutput } from 'valibot';
import type { PasswordRequest } from '../../../src/contract/profile';
import type { Caller, Member } from '../../core';
import type { Db } from '../../db/open';
import { pushSubscriptions, users } from '../../db/schema';
import { HttpError } from '../../http/httpError';
import { checkNewPassword } from './accounts';
import { findMember, noMember } from './callers';
import { hashPassword, isPasswordOf } from './passwords';

/**
 * The characters and the length of a temporary password: 60 random bits, without characters that are easily confused when read
 * aloud.
 */
const [LETTERS, LENGTH] = ['abcdefghijkmnpqrstuvwxyz23456789', 12];
const temporaryPassword = () => Array.from(randomBytes(LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('');

/**
 * Changes a member's own password and revokes all tokens that were issued before (DECISIONS P10). Ends the push messages to the
 * devices of the member's other sessions, because a lost device does not end its own (DECISIONS 136).
 * @returns the member with the new token epoch.
 * @throws HttpError 401 when there is no such active member, 400 when the old password is wrong, or the new one is not allowed (DECISIONS
 * P11) or equals the old one.
 */
export async function changePassword(
  db: Db,
  { id: userId, sessionId }: Pick<Caller, 'id' | 'sessionId'>,
  { oldPassword, newPassword }: InferOutput<typeof PasswordRequest>,
): Promise<Member> {
  const [known] = await db.select({ hash: users.passwordHash }).from(users).where(isActiveUser(userId));
  if (!known) throw noMember();
  if (!(await isPasswordOf(known.hash, oldPassword))) throw wrongPassword();
  checkNewPassword(newPassword);
  if (newPassword === oldPassword) throw new HttpError(400, 'This is your old password. Please choose a new one.');
  const passwordHash = await hashPassword(newPassword);
  return db.transaction(async (tx) => {
    const [locked] = await tx.select(present).from(users).where(isActiveUser(userId)).for('update');
    if (!locked) throw noMember();
    // The password was changed or reset while the new one was hashed, so the old password is no longer right.
    if (locked.hash !== known.hash) throw wrongPassword();
    await tx
      .update(users)
      .set({ passwordHash, mustChangePassword: false, tokensValidFrom: afterNow(locked.tokensValidFrom) })
      .where(eq(users.id, userId));
    const isOthers = ne(pushSubscriptions.sessionId, sessionId);
    await tx.delete(pushSubscriptions).where(and(eq(pushSubscriptions.userId, userId), isOthers));
    return findMember(tx, userId);
  });
}

const wrongPassword = () => new HttpError(400, 'The old password is wrong.');

/** A temporary password, of which only the hash is stored. Made before the transaction, because hashing takes long. */
export async function newTemporaryPassword() {
  const password = temporaryPassword();
  return { password, hash: await hashPassword(password) };
}

/**
 * Gives a member a temporary password that they must change at the next login (DECISIONS 17, P9). Revokes all of the member's
 * tokens, and ends the push messages to all of their devices, because a lost device does not end its own (DECISIONS 136).
 * @throws HttpError 401 when there is no such active member.
 */
export async function resetToTemporary(tx: Db, userId: number, { hash }: { readonly hash: string }): Promise<void> {
  const [locked] = await tx.select(present).from(users).where(isActiveUser(userId)).for('update');
  if (!locked) throw noMember();
  await tx
    .update(users)
    .set({ passwordHash: hash, mustChangePassword: true, tokensValidFrom: afterNow(locked.tokensValidFrom) })
    .where(eq(users.id, userId));
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, userId));
}

const present = { hash: users.passwordHash, tokensValidFrom: users.tokensValidFrom };
const isActiveUser = (userId: number) => and(eq(users.id, userId), eq(users.status, 'ACTIVE'));

/** The present time, but at least a millisecond after the last change, because each change needs a new token epoch. */
const afterNow = (last: Date | null) => new Date(Math.max(Date.now(), (last?.getTime() ?? 0) + 1));
