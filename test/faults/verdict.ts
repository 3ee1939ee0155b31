/** What is wrong with a list of messages, compared with what was written. */
export interface Verdict {
  /** Messages that were written, but are not in the list. */
  readonly lost: number;
  /** Copies of a message in the list beyond the first. */
  readonly doubled: number;
  /** Messages behind one that the same sender wrote later. */
  readonly reordered: number;
}

/**
 * Compares a list of messages (on a screen, or of the server) with what was written.
 * @param written each sender's messages, in the order of writing
 * @param shown the list; messages that are not among `written` do not count
 */
export function verdictOf(written: readonly (readonly string[])[], shown: readonly string[]): Verdict {
  const times = new Map<string, number>();
  for (const text of shown) times.set(text, (times.get(text) ?? 0) + 1);
  let [lost, doubled, reordered] = [0, 0, 0];
  for (const texts of written) {
    const places = new Map(texts.map((text, place) => [text, place]));
    for (const text of texts) {
      const found = times.get(text) ?? 0;
      if (found === 0) lost++;
      else doubled += found - 1;
    }
    let furthest = -1;
    for (const text of new Set(shown)) {
      const place = places.get(text);
      if (place === undefined) continue;
      if (place < furthest) reordered++;
      furthest = Math.max(furthest, place);
    }
  }
  return { lost, doubled, reordered };
}

/** The sum of several verdicts. */
export const sumOf = (verdicts: readonly Verdict[]): Verdict => ({
  lost: verdicts.reduce((sum, { lost }) => sum + lost, 0),
  doubled: verdicts.reduce((sum, { doubled }) => sum + doubled, 0),
  reordered: verdicts.reduce((sum, { reordered }) => sum + reordered, 0),
});
