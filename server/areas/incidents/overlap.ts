/**
 * Carries out the calls that change one incident one after the other, and tells each whether an incident was changed while the call
 * was on its way: after it had arrived, and before it was carried out. A call that does not say what its caller has seen is
 * refused then, because they cannot have seen that change (DECISIONS 78).
 */
export type Overlaps = <Result>(
  incidentId: number,
  /** By `performance.now()`. */
  arrivedAt: number,
  work: (wasChanged: boolean) => Promise<Result>,
) => Promise<Result>;

export function createOverlaps(): Overlaps {
  const tails = new Map<number, Promise<unknown>>();
  /** When the last change was answered: a number for each incident that this process has changed. */
  const changedAt = new Map<number, number>();
  return async (incidentId, arrivedAt, work) => {
    const before = tails.get(incidentId);
    const done = (async () => {
      await before;
      const result = await work((changedAt.get(incidentId) ?? 0) > arrivedAt);
      changedAt.set(incidentId, performance.now());
      return result;
    })();
    const tail = done.catch(() => {});
    tails.set(incidentId, tail);
    try {
      return await done;
    } finally {
      if (tails.get(incidentId) === tail) tails.delete(incidentId);
    }
  };
}
