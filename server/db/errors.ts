import { DrizzleQueryError } from 'drizzle-orm';

/** What pg says when a query fails; undefined for an error of anything else. */
const causeOf = (error: unknown) => (error instanceof DrizzleQueryError ? error.cause : undefined);

/** The code that Postgres or the system gives an error. */
const codeIn = (error: unknown) => (error as { readonly code?: unknown } | undefined)?.code;

/** The code of Postgres in an error of a query, or undefined. */
const codeOf = (error: unknown) => codeIn(causeOf(error));

/** What a row refers to has been deleted, or what is deleted is referred to. */
export const isForeignKeyViolation = (error: unknown) => codeOf(error) === '23503';

/** Two transactions wait for each other, and this is the one that was ended. */
export const isDeadlock = (error: unknown) => codeOf(error) === '40P01';

/**
 * Whether the database itself has refused, so that nothing of the transaction is stored. Otherwise the connection broke, or the
 * database was shut down, and the COMMIT may have come before.
 */
export function isUndone(error: unknown): boolean {
  const code = codeOf(error);
  return typeof code === 'string' && /^(?!08|57|EPIPE)[0-9A-Z]{5}$/.test(code);
}

/** There is no room for it on the disk of the database. */
export const isFull = (error: unknown) => codeOf(error) === '53100';

/** Whether somebody else has done something at the same moment with which this cannot go together. */
export const isConflict = (error: unknown) => isForeignKeyViolation(error) || isDeadlock(error);

/**
 * Codes of Postgres: the connection failed (08), the server ends, crashed or starts (57P), was told to stop (57014) or to write nothing
 * (25006), lets nobody in (28, 3D000, 55000), lacks memory or connections (53), or its disk fails (58).
 */
const AWAY = /^(08...|57P..|57014|25006|28...|3D000|55000|53...|58...)$/;
/** What pg says without a code, the last of them of a connection that `giveBack` was faster with. */
const BROKEN =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|Release called on client)/;

/** Whether the database cannot be reached at the moment: it crashed and is started again, for instance, or the network fails. */
export function isUnavailable(error: unknown): boolean {
  const cause = causeOf(error);
  // A query fails with the system's code where its connection breaks.
  if (cause && /^E[A-Z]+$/.test(String(codeIn(cause)))) return true;
  // A transaction that gets no connection fails without a query.
  const said = cause ?? error;
  if ((said as NodeJS.ErrnoException | undefined)?.syscall === 'connect') return true;
  return AWAY.test(String(codeIn(said))) || (said instanceof Error && BROKEN.test(said.message));
}

/** The unique index that refuses a row because another one has its value; undefined for any other error. */
export const uniqueIndexIn = (error: unknown) =>
  codeOf(error) === '23505' ? (causeOf(error) as { readonly constraint?: string } | undefined)?.constraint : undefined;
