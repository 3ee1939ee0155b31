import { isFull, isUnavailable, isUndone, isWriteClash } from '../db/errors';

/**
 * An error that becomes an answer with this status and a message for people (DECISIONS 1). Most are 4xx. When something cannot be
 * stored, it is 503 (the database is unreachable or storing files fails) or 507 (a disk is full).
 */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  constructor(
    readonly statusCode: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 416 | 429 | 503 | 507,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** What a client is told about an unexpected error of the server. */
export const OWN_FAULT = 'Something went wrong on the server.';

/** The refusal of a token that was revoked before it expired, for example by a change of password. */
export const endedSession = () => new HttpError(401, 'Your session has ended. Please log in again.');

/**
 * Translates errors of the database into the HttpError for the client: a conflict, a full disk, an unreachable database. Returns
 * any other error unchanged.
 */
export function asHttpError<Failure>(cause: Failure): Failure | HttpError {
  if (isWriteClash(cause))
    return new HttpError(409, 'Somebody else has changed this at the same moment. Please try again.', { cause });
  if (isFull(cause))
    return new HttpError(507, 'There is no room left on the server. Please try again later.', { cause });
  if (isUnavailable(cause))
    return new HttpError(503, 'The database cannot be reached at the moment. Please try again.', { cause });
  return cause;
}

/** Whether a transaction that failed with this error may be stored nevertheless: the connection may have broken after the COMMIT. */
export const mayBeStored = (error: unknown) => !(error instanceof HttpError) && !isUndone(error);

/** Returns the result of `work`, or the HttpError that it throws. */
export function orRefusal<Result>(work: () => Result): Result | HttpError {
  try {
    return work();
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
}

/**
 * The refusal of an act that a lifecycle does not allow: 409 if nobody may do it in the present status, 403 if only others may
 * (DECISIONS 1).
 */
export const actRefusal = (because: 'state' | 'role', words: Readonly<Record<'state' | 'role', string>>) =>
  new HttpError(because === 'state' ? 409 : 403, words[because]);
