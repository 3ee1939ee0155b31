import { getAdjacencyMap } from '@xstate/graph';
import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** The active leaf states as dotted paths: one, or one per region of a parallel state. */
export const leavesOf = (snapshot: AnyMachineSnapshot): string[] =>
  snapshot._nodes.flatMap((node) => (node.type === 'atomic' || node.type === 'final' ? [pathOf(node)] : []));

/** Memoizes a pure function, because a walk asks for the same few names some hundred thousand times. */
function remembered<From, To>(
  of: (from: From) => To,
  kept: { get(from: From): To | undefined; set(from: From, to: To): unknown },
) {
  return (from: From): To => {
    const known = kept.get(from);
    if (known !== undefined) return known;
    const found = of(from);
    kept.set(from, found);
    return found;
  };
}

const pathOf = remembered((node: AnyStateNode) => node.path.join('.'), new WeakMap<AnyStateNode, string>());

/** A state's path and the paths of its ancestors, innermost first. */
export const chainOf = remembered(
  (path: string): readonly string[] =>
    path.split('.').map((_, index, parts) => parts.slice(0, parts.length - index).join('.')),
  new Map<string, readonly string[]>(),
);

/** Every state of a chart below the root. */
export const nodesOf = (node: AnyStateNode): AnyStateNode[] =>
  Object.values(node.states).flatMap((child) => [child, ...nodesOf(child)]);

/**
 * Every transition of a chart with a name that is the same in each run: state id, event and index among its alternatives.
 * A forbidden transition (neither target nor action) is left out.
 */
export const transitionsOf = ({ root }: AnyStateMachine): ReadonlyMap<AnyTransitionDefinition, string> => namesIn(root);

const namesIn = remembered((root: AnyStateNode) => {
  const names = new Map<AnyTransitionDefinition, string>();
  for (const node of [root, ...nodesOf(root)]) {
    for (const group of [...node.transitions.values(), node.always ?? []]) {
      for (const [index, transition] of group.entries()) {
        if (!transition.target && transition.actions.length === 0) continue;
        names.set(transition, `${node.id} | ${transition.eventType || 'always'} | ${index}`);
      }
    }
  }
  return names;
}, new WeakMap<AnyStateNode, ReadonlyMap<AnyTransitionDefinition, string>>());

/** The events that need a sample: all that the chart declares except the done events of its states and wildcards. */
export const eventsOf = (machine: AnyStateMachine): string[] => [
  ...new Set(
    [machine.root, ...nodesOf(machine.root)]
      .flatMap((node) => [...node.transitions.keys()])
      .filter((type) => !type.startsWith('xstate.done.state.') && !type.includes('*')),
  ),
];

/** One step of a path: the sample's name, and the snapshot that the chart's graph says comes after it. */
interface PathStep {
  readonly sample: string;
  readonly after: AnyMachineSnapshot;
}
export type Path = readonly PathStep[];

interface Exploration {
  readonly machine: AnyStateMachine;
  readonly input: unknown;
  readonly events: Readonly<Record<string, { readonly type: string }>>;
  /** Distinguishes snapshots of the same state for which the chart's guards differ. */
  readonly key: (snapshot: AnyMachineSnapshot) => unknown;
}

/**
 * The fewest paths from the start that together take every sample in every situation in which the chart takes it.
 * (The shortest paths of TestModel are not used: it drops paths whose events differ in an error only.)
 */
export function pathsOf({ machine, input, events, key }: Exploration): Path[] {
  const names = new Map(Object.entries(events).map(([name, event]) => [event, name]));
  const nameOf = (event: object) => names.get(event as never) ?? '';
  // Sorted, because the order of the regions depends on the path and has no meaning.
  const situation = (s: AnyMachineSnapshot) => JSON.stringify([leavesOf(s).toSorted(), s.status, key(s)]);
  const graph = getAdjacencyMap(machine as never, {
    input: input as never,
    limit: 20_000,
    events: (s: AnyMachineSnapshot) =>
      Object.values(events).filter((event) => s.status === 'active' && s.can(event)) as never,
    serializeEvent: nameOf as never,
    serializeState: situation as never,
  }) as unknown as Record<string, { transitions: Record<string, { state: AnyMachineSnapshot }> }>;

  // Keys keep their order, and the graph was built breadth first, so the first way to a situation is a shortest one.
  const ways = new Map<string, Path>();
  const beginnings = new Set<Path>();
  const paths: Path[] = [];
  for (const [here, { transitions }] of Object.entries(graph)) {
    const way = ways.get(here) ?? [];
    ways.set(here, way);
    for (const [sample, { state: after }] of Object.entries(transitions)) {
      const path = [...way, { sample, after }];
      paths.push(path);
      beginnings.add(way);
      const there = situation(after);
      if (!ways.has(there)) ways.set(there, path);
    }
  }
  const longest = paths.filter((path) => !beginnings.has(path));
  return longest.length > 0 ? longest : [[]];
}

/** A path as its samples' names. */
export const titleOf = (path: Path) => path.map(({ sample }) => sample).join(' → ') || 'starts';
