/** For how long an answer that was asked for ahead counts as current, in milliseconds. */
export const AHEAD_FRESH = 10_000;

/** When the first answer was asked for that somebody may still use, in milliseconds since the page was loaded. */
let firstAsked = Number.NEGATIVE_INFINITY;

/** The time since which an answer that is used now may have been asked for, in milliseconds since the page was loaded. */
export function askedSince(): number {
  const now = performance.now();
  return now - firstAsked <= AHEAD_FRESH ? firstAsked : now;
}

/** Answers that were asked for before they are needed. Each is given out once, within 10 s; after that the caller asks again. */
export function createAhead<Answer>() {
  const asked = new Map<string, { readonly answer: Promise<Answer>; readonly at: number }>();
  return {
    keep(key: string, answer: Promise<Answer>): void {
      // The caller that takes the answer reports its failure.
      answer.catch(() => {});
      firstAsked = askedSince();
      asked.set(key, { answer, at: Date.now() });
    },
    take(key: string): Promise<Answer> | null {
      const made = asked.get(key);
      asked.delete(key);
      return made && Date.now() - made.at <= AHEAD_FRESH ? made.answer : null;
    },
    drop: (key: string) => void asked.delete(key),
    clear: () => asked.clear(),
  };
}
