import { DrizzleQueryError } from 'drizzle-orm';

/** The error of pg behind a failed query; undefined for any other error. */
const causeOf = (error: unknown) => (error instanceof DrizzleQueryError ? error.cause : undefined);

/** The error code that Postgres or the operating system gave. */
const codeIn = (error: unknown) => (error as { readonly code?: unknown } | undefined)?.code;

/** The Postgres error code of a failed query, or undefined. */
const codeOf = (error: unknown) => codeIn(causeOf(error));

/** The row refers to a row that was deleted, or the deleted row is still referred to. */
export const isForeignKeyViolation = (error: unknown) => codeOf(error) === '23503';

/** Two transactions waited for each other, and Postgres ended this one. */
export const isDeadlock = (error: unknown) => codeOf(error) === '40P01';

/**
 * Whether the database refused the transaction, so that nothing of it is stored. In any other case the connection broke or the
 * database was shut down, and the COMMIT may have happened before that.
 */
export function isUndone(error: unknown): boolean {
  const code = codeOf(error);
  return typeof code === 'string' && /^(?!08|57|EPIPE)[0-9A-Z]{5}$/.test(code);
}

/** The disk of the database is full. */
export const isFull = (error: unknown) => codeOf(error) === '53100';

/** Whether the change conflicts with a change that was made at the same moment. */
export const isWriteClash = (error: unknown) => isForeignKeyViolation(error) || isDeadlock(error);

/**
 * Postgres error codes: the connection failed (08); the server is stopping, crashed or starting (57P); the query was cancelled
 * (57014); the database is read-only (25006) or refuses logins (28, 3D000, 55000); memory, disk or connections ran out (53); the
 * disk failed (58).
 */
const AWAY = /^(08...|57P..|57014|25006|28...|3D000|55000|53...|58...)$/;
/** Errors of pg that have no code. 'Release called on client' means that `giveBack` had already released the connection. */
const BROKEN =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|Release called on client)/;

/** Whether the database is unavailable at the moment, for example because it is restarting after a crash or the network fails. */
export function isUnavailable(error: unknown): boolean {
  const cause = causeOf(error);
  // A query whose connection breaks fails with an error code of the operating system.
  if (cause && /^E[A-Z]+$/.test(String(codeIn(cause)))) return true;
  // A transaction that gets no connection fails without a query.
  const said = cause ?? error;
  if ((said as NodeJS.ErrnoException | undefined)?.syscall === 'connect') return true;
  return AWAY.test(String(codeIn(said))) || (said instanceof Error && BROKEN.test(said.message));
}

/** The unique index that refuses a row because another one has its value; undefined for any other error. */
export const uniqueIndexIn = (error: unknown) =>
  codeOf(error) === '23505' ? (causeOf(error) as { readonly constraint?: string } | undefined)?.constraint : undefined;
