import { createHash } from 'node:crypto';
import { and, eq, lt } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../db/open';
import { idempotencyKeys } from '../db/schema';
import { HttpError } from './httpError';

/** A call that is carried out once, however often it comes (DECISIONS 9). */
export interface OnceKey {
  readonly userId: number;
  readonly key: string;
  /** A digest of the call and everything it carries. */
  readonly fingerprint: string;
}

/** How long a first answer is kept: longer than any client keeps on trying. In milliseconds. */
const KEPT = 30 * 24 * 60 * 60_000;

/** The Idempotency-Key of a request, or null. @throws HttpError 400 when it cannot be one. */
export function readOnceHeader(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw new HttpError(400, 'An Idempotency-Key has 1 to 200 visible characters.');
  return key;
}

/** Whether a call of this member with this key has been answered before. */
export async function wasAnswered(db: Db, userId: number, key: string | null): Promise<boolean> {
  if (key === null) return false;
  return (await db.$count(idempotencyKeys, isOf({ userId, key }))) > 0;
}

/** The key of a call, by what it carries; null when the client has not given one. */
export function onceKeyOf(
  request: FastifyRequest,
  userId: number,
  body: unknown,
  digests: readonly string[] = [],
): OnceKey | null {
  const key = readOnceHeader(request);
  if (key === null) return null;
  const call = [request.method, request.url.split('?')[0], JSON.stringify(body), ...digests];
  return { userId, key, fingerprint: createHash('sha256').update(call.join('\n')).digest('hex') };
}

/**
 * What was answered to the first call of this key, or null when it is the first.
 * @throws HttpError 409 when the first call was another one.
 */
export async function firstAnswer(db: Db, once: OnceKey | null): Promise<{ readonly answer: unknown } | null> {
  if (!once) return null;
  const [found] = await db
    .select({ fingerprint: idempotencyKeys.fingerprint, answer: idempotencyKeys.answer })
    .from(idempotencyKeys)
    .where(isOf(once));
  if (found && found.fingerprint !== once.fingerprint)
    throw new HttpError(409, 'This Idempotency-Key was already used for something else.');
  return found ? { answer: found.answer } : null;
}

/**
 * Does the work in a transaction and remembers its answer there: either both have happened or neither. Of two calls at once
 * the second waits for the first and gets its answer.
 * @returns the answer, and whether the work was done now.
 * @throws HttpError 409 when the key was used for something else.
 */
export const doOnce = <Answer>(
  db: Db,
  once: OnceKey | null,
  work: (tx: Db) => Promise<Answer>,
): Promise<{ readonly answer: unknown; readonly isFirst: boolean }> =>
  db.transaction(async (tx) => {
    if (once && !(await claim(tx, once))) return { answer: (await firstAnswer(tx, once))?.answer, isFirst: false };
    const answer = await work(tx);
    if (once) await tx.update(idempotencyKeys).set({ answer }).where(isOf(once));
    return { answer, isFirst: true };
  });

/** Waits while another transaction holds the same key. @returns false when that has used it up. */
const claim = async (tx: Db, once: OnceKey) =>
  (await tx.insert(idempotencyKeys).values(once).onConflictDoNothing().returning({ key: idempotencyKeys.key })).length >
  0;

const isOf = ({ userId, key }: Pick<OnceKey, 'userId' | 'key'>) =>
  and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key));

/** Deletes answers that are older than any client keeps trying. */
export const forgetOldAnswers = (db: Db, now: Date) =>
  db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, new Date(now.getTime() - KEPT)));
