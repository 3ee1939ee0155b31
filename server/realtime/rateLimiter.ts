/**
 * Limits how often one connection may do something: `burst` times in a row, and `perSecond` times a second in the long run.
 * @returns a function that counts one attempt and returns false when the limit is exceeded.
 */
export function createRateLimiter(burst: number, perSecond: number): () => boolean {
  let left = burst;
  let last = performance.now();
  return () => {
    const now = performance.now();
    left = Math.min(burst, left + ((now - last) / 1000) * perSecond);
    last = now;
    if (left < 1) return false;
    left--;
    return true;
  };
}
