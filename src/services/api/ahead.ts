import { type Moment, momentAgo, msSince } from '../moment';

/** An answer that was requested ahead counts as current for this time, in milliseconds. */
export const AHEAD_FRESH = 10_000;
/**
 * When a screen begins to watch for news, the answer that it shows may have been requested this long ago, in milliseconds. On a slow
 * network an answer may be nearly AHEAD_FRESH old when it is used, and the watching begins even later.
 */
export const AHEAD_SPAN = 2 * AHEAD_FRESH;

/** The earliest request whose answer may still be used. */
let firstAsked: Moment | null = null;

/**
 * The answers on the screen were requested at this time or later. While the device sleeps, the time for this does not run on, because the
 * screen with the answer sleeps, too.
 */
export function askedSince(): Moment {
  const now = momentAgo(0);
  return firstAsked && now.awake - firstAsked.awake <= AHEAD_SPAN ? firstAsked : now;
}

/** Answers that are requested before they are needed, by key. */
export interface Ahead<Answer> {
  keep(key: string, answer: Promise<Answer>): void;
  /** Whether an answer was requested that may still be used. */
  has(key: string): boolean;
  take(key: string): Promise<Answer> | null;
  drop(key: string): void;
  clear(): void;
}

/** The key of the answer to a GET call: who asks, and for what. */
export const aheadKey = (token: string | null, address: string) => `${token} ${address}`;

/** Each answer is used once, within 10 s; after that the caller sends a request of its own. */
export function createAhead<Answer>(): Ahead<Answer> {
  const asked = new Map<string, { readonly answer: Promise<Answer>; readonly at: Moment }>();
  const freshOf = (key: string) => {
    const made = asked.get(key);
    return made && msSince(made.at) <= AHEAD_FRESH ? made.answer : null;
  };
  return {
    keep(key, answer) {
      // A failed answer is not given to later callers: their own request may succeed. The caller that waits for this one gets the error.
      answer.catch(() => asked.get(key)?.answer === answer && asked.delete(key));
      firstAsked = askedSince();
      asked.set(key, { answer, at: momentAgo(0) });
    },
    has: (key) => freshOf(key) !== null,
    take(key) {
      const answer = freshOf(key);
      asked.delete(key);
      return answer;
    },
    drop: (key) => void asked.delete(key),
    clear: () => asked.clear(),
  };
}
