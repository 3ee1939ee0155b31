/**
 * The innermost cause of an error, which says most: an `HttpError` has the failed query as its cause, which has the error of pg. A
 * connection that was tried at several addresses fails with one error for each; the first one counts.
 */
export function rootOf(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0) return rootOf(error.errors[0]);
  return error instanceof Error && error.cause ? rootOf(error.cause) : error;
}
