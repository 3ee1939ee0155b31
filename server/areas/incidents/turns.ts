/**
 * Runs the edits of an incident and the assignments of its team one after the other, and tells each whether another one has changed the
 * incident since the call arrived. If so, a call that does not say which version its caller has seen is refused, because
 * the caller cannot have seen that change (DECISIONS 78).
 */
export type IncidentTurns = <Result>(
  incidentId: number,
  /** The arrival of the call, by `performance.now()`. */
  arrivedAt: number,
  work: (turn: IncidentTurn) => Promise<Result>,
) => Promise<Result>;

/** What a call knows about its turn, and says of it. */
interface IncidentTurn {
  /** Whether another call has changed the incident since this one arrived. */
  readonly wasChanged: boolean;
  /** Called by work that changes the incident. A repeat that only gets the first answer (DECISIONS 281) changes nothing. */
  readonly willChange: () => void;
}

/** The turns of all incidents, in the memory of this process, because one server serves an organisation. */
export function createIncidentTurns(): IncidentTurns {
  const tails = new Map<number, Promise<unknown>>();
  /** The time of the last change by `performance.now()`, for each incident that this process has changed. */
  const changedAt = new Map<number, number>();
  return async (incidentId, arrivedAt, work) => {
    const before = tails.get(incidentId);
    const done = (async () => {
      await before;
      const wasChanged = (changedAt.get(incidentId) ?? 0) > arrivedAt;
      let isChange = false;
      const willChange = () => {
        isChange = true;
      };
      const result = await work({ wasChanged, willChange });
      if (isChange) changedAt.set(incidentId, performance.now());
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
