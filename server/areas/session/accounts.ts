import { and, eq } from 'drizzle-orm';
import { type LoginRequest, type Role, vehicleTypes } from '../../../src/contract/people';
import type { SignupRequest } from '../../../src/contract/signup';
import { judge } from '../../../src/machines/lifecycles/judge';
import { membershipLifecycle } from '../../../src/machines/lifecycles/membership.machine';
import { fullNameOf } from '../../../src/rules/names';
import type { Member } from '../../core';
import type { Db } from '../../db/open';
import { userRoles, users } from '../../db/schema';
import { HttpError } from '../../http/httpError';
import { admins, notify, type ToTell } from '../notifications/notify';
import { notificationTexts } from '../notifications/texts';
import { accountColumns, memberOf } from './callers';
import { isCommonPassword } from './commonPasswords';
import { hashPassword, isPasswordOf } from './passwords';

/** The form in which usernames are compared. It is not computed by the database, whose lower case depends on its locale. */
export const keyOfUsername = (username: string) => username.trim().normalize('NFKC').toLowerCase();

/**
 * Finds the member with these credentials.
 * @throws HttpError 401 when they are wrong (an unknown user and a wrong password get the same answer after the same time), 403
 * when the account is still pending (DECISIONS 2).
 */
export async function logIn(db: Db, { username, password }: LoginRequest): Promise<Member> {
  const [found] = await db
    .select({ account: accountColumns(db), passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.usernameKey, keyOfUsername(username)));
  const matches = await isPasswordOf(found?.passwordHash, password);
  if (!found || !matches) throw new HttpError(401, 'Wrong username or password.');
  if (!judge(membershipLifecycle, found.account.status, { type: 'membership.logIn' }).allowed)
    throw new HttpError(403, 'Your account is pending approval from an administrator.');
  return memberOf(found.account);
}

/** Only ASCII, so that no two usernames can look alike in different scripts. */
const usernamePattern = /^[A-Za-z0-9._-]+$/;
/** The minimum length of a new password. */
const PASSWORD_LENGTH = 8;

/**
 * Checks the rules of this server for a new account. The app's form does not know them, because other servers have other rules.
 * @throws HttpError 400 when the username or the password is not allowed.
 */
export function checkNewAccount({ username, password }: Pick<SignupRequest, 'username' | 'password'>): void {
  if (!usernamePattern.test(username))
    throw new HttpError(400, 'A username may have letters (a to z), digits, dots, dashes and underscores only.');
  checkNewPassword(password);
}

/** @throws HttpError 400 when the password is not allowed as a new one. */
export function checkNewPassword(password: string): void {
  if (password.length < PASSWORD_LENGTH)
    throw new HttpError(400, `A password needs at least ${PASSWORD_LENGTH} characters.`);
  if (isCommonPassword(password))
    throw new HttpError(400, 'This password is one of the most common ones. Please choose another one.');
}

/** Whether an account has this username, also a pending one. */
export const isTaken = async (db: Db, usernameKey: string): Promise<boolean> =>
  (await db.$count(users, eq(users.usernameKey, usernameKey))) > 0;

/**
 * Creates a PENDING account (DECISIONS 13) and notifies the admins. Somebody who signs up again with the same username, phone number and
 * password, because the first answer was lost, has one account and nobody is notified again (DECISIONS 374).
 * @returns the new user's id, and the notifications for `tell`.
 * @throws HttpError 409 when the username is taken by somebody else, ignoring case.
 */
export async function signUp(
  db: Db,
  { password, vehicleType, ...form }: SignupRequest,
): Promise<{ readonly userId: number; readonly toTell: ToTell }> {
  const values = {
    ...form,
    locatedAt: form.latitude === null ? null : new Date(),
    usernameKey: keyOfUsername(form.username),
    passwordHash: await hashPassword(password),
    vehicleType: form.hasVehicle ? vehicleType || vehicleTypes[0] : null,
  };
  const made = await db.transaction(async (tx) => {
    const [made] = await tx.insert(users).values(values).onConflictDoNothing().returning({ id: users.id });
    if (!made) return null;
    const toTell = await notify(tx, {
      type: 'APPROVAL',
      message: notificationTexts.signedUp(fullNameOf(form)),
      recipients: admins(tx),
      triggeredBy: made.id,
    });
    return { userId: made.id, toTell };
  });
  if (made) return made;
  const [taken] = await db
    .select({ id: users.id, status: users.status, phoneNumber: users.phoneNumber, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.usernameKey, values.usernameKey));
  // A password is compared whatever the phone number, because the time of the answer would tell whose it is (DECISIONS 21).
  const mayBeSame = taken?.status === 'PENDING' && taken.phoneNumber === form.phoneNumber;
  if ((await isPasswordOf(mayBeSame ? taken.passwordHash : undefined, password)) && taken) {
    // What was corrected since the first try counts.
    const isPending = and(eq(users.id, taken.id), eq(users.status, 'PENDING'));
    const [pending] = await db.update(users).set(values).where(isPending).returning({ userId: users.id });
    if (pending) return { ...pending, toTell: [] };
  }
  throw new HttpError(409, `The username '${form.username}' is already taken. Please choose another one.`);
}

/**
 * Activates a signed-up account and gives it the role MEMBER and these roles. The member's joining date becomes `joinedSince`
 * (DECISIONS P6).
 */
export async function activate(
  db: Db,
  userId: number,
  roles: readonly Role[] = [],
  joinedSince = new Date(),
): Promise<void> {
  await db.update(users).set({ status: 'ACTIVE', joinedSince }).where(eq(users.id, userId));
  const all = new Set<Role>(['MEMBER', ...roles]);
  await db
    .insert(userRoles)
    .values([...all].map((role) => ({ userId, role })))
    .onConflictDoNothing();
}
