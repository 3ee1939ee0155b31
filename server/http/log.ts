/**
 * What the log shows of requests and errors: no names, tokens or phone numbers (DECISIONS 21). A request is logged by its method
 * only. A failed query is logged without its parameters, which drizzle-orm repeats in the error's message and stack.
 */
export const serializers = {
  req: ({ method }: { method?: string }) => ({ method: method ?? '' }),
  err: (error: Error) => ({
    type: error.name,
    message: wordsOf(error.cause instanceof Error ? error.cause : error),
    query: 'query' in error ? String(error.query) : '',
    stack: placesIn(error.cause instanceof Error ? error.cause : error),
  }),
};

/** The first line of a message. For an invalid value (class 22), Postgres quotes that value, so it is left out. */
const wordsOf = ({ message, code }: Error & { readonly code?: unknown }) =>
  (String(code).startsWith('22') ? message.replace(/".*/s, '…') : message).split('\n')[0] ?? '';
const placesIn = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
