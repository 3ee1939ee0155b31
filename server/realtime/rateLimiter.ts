/**
 * Limits how often one connection may do something: `burst` times at once, and `perSecond` times in the long run.
 * @returns counts one; false when it would be too many.
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
