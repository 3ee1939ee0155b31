import type { AnyActorRef, Snapshot } from 'xstate';

/** Whether an actor is down: it has failed too often and waits for another try. */
export const selectIsDown = (snapshot: Snapshot<unknown>): boolean => 'isDown' in snapshot;

/**
 * The actors below this snapshot that are down. Children of a failed actor are stopped and not counted.
 * @param apart actors that are left out with all their children
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
