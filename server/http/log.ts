/**
 * What of requests and errors is logged: nothing that holds names, tokens or phone numbers (DECISIONS 21). So of a request
 * only the method, and of a failed query its text without its parameters, which an error repeats in its message and stack.
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

/** One line of it. What Postgres says of a value that it cannot take (class 22) repeats the value in quotes: that is left out. */
const wordsOf = ({ message, code }: Error & { readonly code?: unknown }) =>
  (String(code).startsWith('22') ? message.replace(/".*/s, '…') : message).split('\n')[0] ?? '';
const placesIn = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
