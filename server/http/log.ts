import { rootOf } from '../rootOf';

/**
 * What the log shows of requests and errors: no names, tokens or phone numbers (DECISIONS 21). A request is logged by its method
 * only. Of an error it shows the innermost cause. A failed query is logged without its parameters, which drizzle-orm repeats in the
 * error's message and stack.
 */
export const serializers = {
  req: ({ method }: { method?: string }) => ({ method: method ?? '' }),
  err: (error: Error) => {
    const root = rootOf(error);
    return {
      type: error.name,
      message: root instanceof Error ? wordsOf(root) : 'no error, but another value',
      query: queryIn(error),
      stack: root instanceof Error ? placesIn(root) : '',
    };
  },
};

/** The first line of a message. For an invalid value (class 22), Postgres quotes that value, so it is left out. */
const wordsOf = ({ message, name, code }: Error & { readonly code?: unknown }) =>
  (String(code).startsWith('22') ? message.replace(/".*/s, '…') : message || name).split('\n')[0] ?? '';
const placesIn = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');

/** The query that failed, with $1 in the place of its parameters; empty if the error comes from no query. */
function queryIn(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return 'query' in error ? String(error.query) : queryIn(error.cause);
}

/** The time in which one line about a full disk or an unreachable database is written, in milliseconds. */
const MINUTE = 60_000;

/**
 * Logs at most one line a minute per cause for answers with 503 or 507: while the database is away or its disk is full, every call
 * fails, and the log may be on that disk. The first line is written at once, then at the end of each minute its last one, which says how
 * many like it were left out (`leftOut`).
 * @returns a hook of pino, and `flush`, which writes at a shutdown what the minute would have written at its end
 */
export function throttleUnavailable() {
  /** What is to be written at the end of the minute, by cause; null if nothing has failed since its beginning. */
  const minutes = new Map<string, { readonly write: (leftOut: number) => void; readonly count: number } | null>();
  const end = (cause: string) => {
    const last = minutes.get(cause);
    minutes.delete(cause);
    last?.write(last.count - 1);
    return last;
  };
  const begin = (cause: string) => {
    minutes.set(cause, null);
    setTimeout(() => end(cause) && begin(cause), MINUTE).unref();
  };
  function logMethod(this: unknown, args: unknown[], method: (this: unknown, ...args: unknown[]) => void): void {
    const [fields, ...words] = args;
    const cause = causeIn(fields);
    if (cause === null) method.apply(this, args);
    else if (minutes.has(cause)) {
      const write = (leftOut: number) => method.call(this, { ...(fields as object), leftOut }, ...words);
      minutes.set(cause, { write, count: (minutes.get(cause)?.count ?? 0) + 1 });
    } else {
      begin(cause);
      method.apply(this, args);
    }
  }
  return { logMethod, flush: () => [...minutes.keys()].forEach(end) };
}

/** Why a logged error leads to an answer with 503 or 507, by the code of its innermost cause or else its words; null for other errors. */
function causeIn(fields: unknown): string | null {
  const err = (fields as { readonly err?: unknown } | null | undefined)?.err;
  const status = (err as { readonly statusCode?: unknown } | null | undefined)?.statusCode;
  if (status !== 503 && status !== 507) return null;
  const root = rootOf(err) as { readonly code?: unknown; readonly message?: unknown };
  return `${status} ${root.code ?? root.message}`;
}
