import type { AnyActorRef, Snapshot } from 'xstate';

/** Whether an actor has failed too often and waits for another try. */
export const selectIsDown = (snapshot: Snapshot<unknown>): boolean => 'isDown' in snapshot;

/**
 * The actors below a snapshot's own that are down. What a failed actor had started is stopped: it does not count.
 * @param apart actors that are left out, with all that they have started
 */
export function selectFailedParts(
  snapshot: Snapshot<unknown>,
  apart: readonly (AnyActorRef | undefined)[] = [],
): AnyActorRef[] {
  if (selectIsDown(snapshot) || !('children' in snapshot)) return [];
  const children = Object.values(snapshot.children as Record<string, AnyActorRef | undefined>);
  return children.flatMap((child) => {
    const below: Snapshot<unknown> | undefined = child?.getSnapshot();
    if (!child || !below || apart.includes(child)) return [];
    return selectIsDown(below) ? [child] : selectFailedParts(below, apart);
  });
}
