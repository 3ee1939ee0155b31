import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { InferOutput } from 'valibot';
import type { PasswordRequest } from '../../../src/contract/profile';
import type { Member } from '../../core';
import type { Db } from '../../db/open';
import { users } from '../../db/schema';
import { HttpError } from '../../http/httpError';
import { checkNewPassword } from './accounts';
import { findMember, noMember } from './callers';
import { hashPassword, isPasswordOf } from './passwords';

/** What a temporary password is made of: 60 random bits, without characters that are taken for each other when they are read out. */
const [LETTERS, LENGTH] = ['abcdefghijkmnpqrstuvwxyz23456789', 12];
const temporaryPassword = () => Array.from(randomBytes(LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('');

/**
 * Changes a member's own password. All tokens that were issued before have ended then (DECISIONS P10).
 * @returns the member with the epoch of the fresh token.
 * @throws HttpError 400 when the old password is wrong, or the new one cannot be used (DECISIONS P11) or is the old one.
 */
export async function changePassword(
  db: Db,
  userId: number,
  { oldPassword, newPassword }: InferOutput<typeof PasswordRequest>,
): Promise<Member> {
  const [known] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId));
  if (!(await isPasswordOf(known?.hash, oldPassword))) throw wrongPassword();
  checkNewPassword(newPassword);
  if (newPassword === oldPassword) throw new HttpError(400, 'This is your old password. Please choose a new one.');
  const passwordHash = await hashPassword(newPassword);
  return db.transaction(async (tx) => {
    const [held] = await tx.select(present).from(users).where(isActiveUser(userId)).for('update');
    if (!held) throw noMember();
    // Changed or reset while the new one was hashed: the old one is not the right one any more.
    if (held.hash !== known?.hash) throw wrongPassword();
    await tx
      .update(users)
      .set({ passwordHash, mustChangePassword: false, tokensValidFrom: afterNow(held.tokensValidFrom) })
      .where(eq(users.id, userId));
    return findMember(tx, userId);
  });
}

const wrongPassword = () => new HttpError(400, 'The old password is wrong.');

/**
 * Gives a member a temporary password that has to be changed at the next login (DECISIONS 17, P9). All of the member's tokens end.
 * @returns the password, which is kept nowhere.
 * @throws HttpError 401 when they are no active member.
 */
export async function resetToTemporary(tx: Db, userId: number): Promise<string> {
  const password = temporaryPassword();
  const passwordHash = await hashPassword(password);
  const [held] = await tx.select(present).from(users).where(isActiveUser(userId)).for('update');
  if (!held) throw noMember();
  await tx
    .update(users)
    .set({ passwordHash, mustChangePassword: true, tokensValidFrom: afterNow(held.tokensValidFrom) })
    .where(eq(users.id, userId));
  return password;
}

const present = { hash: users.passwordHash, tokensValidFrom: users.tokensValidFrom };
const isActiveUser = (userId: number) => and(eq(users.id, userId), eq(users.status, 'ACTIVE'));

/** Now, or a millisecond after the last change where that is later: each change is another epoch of tokens. */
const afterNow = (last: Date | null) => new Date(Math.max(Date.now(), (last?.getTime() ?? 0) + 1));
