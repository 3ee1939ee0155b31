/**
 * How much one connection may still ask for: `burst` at once, and `perSecond` in the long run.
 * @returns takes one; false when there is none left.
 */
export function createAllowance(burst: number, perSecond: number): () => boolean {
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
