/** The code of Postgres in an error of a query, or undefined. */
const codeOf = (error: unknown) => ((error as Partial<Error>)?.cause as { readonly code?: unknown } | undefined)?.code;

/** What a row refers to has been deleted, or what is deleted is referred to. */
export const isForeignKeyViolation = (error: unknown) => codeOf(error) === '23503';

/** Two transactions wait for each other, and this is the one that was ended. */
const isDeadlock = (error: unknown) => codeOf(error) === '40P01';

/**
 * Whether the database itself has refused, so that nothing of the transaction is stored. Otherwise the connection broke, or the
 * database was shut down, and the COMMIT may have come before.
 */
export function isUndone(error: unknown): boolean {
  const code = codeOf(error);
  return typeof code === 'string' && /^(?!08|57|EPIPE)[0-9A-Z]{5}$/.test(code);
}

/** Whether somebody else has done something at the same moment with which this cannot go together. */
export const isConflict = (error: unknown) => isForeignKeyViolation(error) || isDeadlock(error);
