/**
 * What of requests and errors is logged: nothing that holds names, tokens or phone numbers (DECISIONS 21). So of a request
 * only the method, and of a failed query its text without its parameters, which an error repeats in its message and stack.
 */
export const serializers = {
  req: ({ method }: { method?: string }) => ({ method: method ?? '' }),
  err: (error: Error) => ({
    type: error.name,
    message: firstLine(error.cause instanceof Error ? error.cause.message : error.message),
    query: 'query' in error ? String(error.query) : '',
    stack: placesIn(error.cause instanceof Error ? error.cause : error),
  }),
};

const firstLine = (text: string) => text.split('\n')[0] ?? '';
const placesIn = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
