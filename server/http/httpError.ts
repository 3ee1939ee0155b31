import { isConflict, isFull, isUnavailable } from '../db/errors';

/**
 * A request that is answered with a status of 4xx and a message for people (DECISIONS 1). The two of 5xx are for what cannot be
 * stored: 503 while the database cannot be reached or the storage of files fails, 507 where a disk is full.
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

/** Said of a token that has ended before its time: the password was changed since. */
export const endedSession = () => new HttpError(401, 'Your session has ended. Please log in again.');

/** The same error, or the answer that it is when something else has been done at the same moment, or the database is away. */
export function asHttpError<Failure>(cause: Failure): Failure | HttpError {
  if (isConflict(cause))
    return new HttpError(409, 'Somebody else has changed this at the same moment. Please try again.', { cause });
  if (isFull(cause))
    return new HttpError(507, 'There is no room left on the server. Please try again later.', { cause });
  if (isUnavailable(cause))
    return new HttpError(503, 'The database cannot be reached at the moment. Please try again.', { cause });
  return cause;
}

/** What the work returns, or the HttpError that it throws. */
export function orRefusal<Result>(work: () => Result): Result | HttpError {
  try {
    return work();
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
}
