/** An answer that was requested ahead counts as current for this time, in milliseconds. */
export const AHEAD_FRESH = 10_000;

/** The time of the earliest request whose answer may still be used, in milliseconds since the page was loaded. */
let firstAsked = Number.NEGATIVE_INFINITY;

/** An answer that is used now was requested at this time or later, in milliseconds since the page was loaded. */
export function askedSince(): number {
  const now = performance.now();
  return now - firstAsked <= AHEAD_FRESH ? firstAsked : now;
}

/** Answers that are requested before they are needed. Each is used once, within 10 s; after that the caller sends a request of its own. */
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
