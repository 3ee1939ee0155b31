/**
 * What the log shows of requests and errors: no names, tokens or phone numbers (DECISIONS 21). Of a request that is the method, of a
 * failed query its text without the parameters, which an error repeats in its message and its stack.
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

/** The first line of a message. Postgres repeats a value that it cannot store in quotes (class 22): the value is left out. */
const wordsOf = ({ message, code }: Error & { readonly code?: unknown }) =>
  (String(code).startsWith('22') ? message.replace(/".*/s, '…') : message).split('\n')[0] ?? '';
const placesIn = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
