import { createHash } from 'node:crypto';
import { and, eq, lt } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../db/open';
import { idempotencyKeys } from '../db/schema';
import { HttpError } from './httpError';

/** Identifies a call that is carried out only once, however often it is sent (DECISIONS 9). */
export interface OnceKey {
  readonly userId: number;
  readonly key: string;
  /** A digest of the method, the path, the body and the files of the call. */
  readonly fingerprint: string;
}

/** How long the first answer is kept, in milliseconds. A call that is repeated later than that is carried out again. */
const KEPT = 30 * 24 * 60 * 60_000;

/**
 * The Idempotency-Key of a request, or null.
 * @throws HttpError 400 when the key is malformed.
 */
export function readOnceHeader(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw new HttpError(400, 'An Idempotency-Key has 1 to 200 visible characters.');
  return key;
}

/**
 * Runs a check that refuses a call before its files are read. A repeat of a call that this member has an answer to is not refused.
 * @throws HttpError 400 when the key is malformed, and as `check` does.
 */
export async function checkFirst(db: Db, request: FastifyRequest, userId: number, check: () => Promise<unknown>) {
  const key = readOnceHeader(request);
  await check().catch(async (refusal) => {
    const wasAnswered = key !== null && (await db.$count(idempotencyKeys, isOf({ userId, key }))) > 0;
    if (!wasAnswered) throw refusal;
  });
}

/** The key of a call with a digest of its content; null when the client sent no key. */
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
 * The stored answer to the first call with this key, or null if there was no such call.
 * @throws HttpError 409 when the first call had a different content.
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
 * Runs `work` in a transaction that also stores its answer, so that either both happen or neither. Of two simultaneous calls with
 * the same key, the second waits for the first and gets its answer.
 * @returns the answer, and whether the work was done by this call.
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

/**
 * Reserves the key; waits while another transaction holds it.
 * @returns false when the key is already used.
 */
const claim = async (tx: Db, once: OnceKey) =>
  (await tx.insert(idempotencyKeys).values(once).onConflictDoNothing().returning({ key: idempotencyKeys.key })).length >
  0;

const isOf = ({ userId, key }: Pick<OnceKey, 'userId' | 'key'>) =>
  and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key));

/** Deletes answers that are older than `KEPT`. */
export const forgetOldAnswers = (db: Db, now: Date) =>
  db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, new Date(now.getTime() - KEPT)));
