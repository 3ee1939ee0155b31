import { isConflict } from '../db/conflicts';

/**
 * A request that is answered with a status of 4xx and a message for people (DECISIONS 1). The two of 5xx are for files that
 * cannot be stored: 503 for a failing storage, 507 for a full one.
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

/** The same error, or the refusal that it is when something else has been done at the same moment. */
export const asHttpError = <Failure>(error: Failure): Failure | HttpError =>
  isConflict(error)
    ? new HttpError(409, 'Somebody else has changed this at the same moment. Please try again.', { cause: error })
    : error;
