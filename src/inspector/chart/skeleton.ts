import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  createMachine,
  getInitialSnapshot,
  getNextSnapshot,
} from 'xstate';
import { type ChartModel, idOf, nodesOf, type StateModel, type TransitionModel, withForbidding } from './model';
import { eventTypeOf } from './payload';
import { shortestWay } from './shortestWay';

/** A chart that can be stepped through by hand. Each transition is an event of its own, without guards, actions and delays. */
export interface Skeleton {
  readonly start: Place;
  /** The place at which a snapshot of the chart's machine is. */
  at(snapshot: AnyMachineSnapshot): Place;
  /** The place after a transition; null if the transition cannot be taken in `place`. */
  step(place: Place, transition: string): Place | null;
  /**
   * The transitions that can be taken in a place if their guards hold: none for an event that a state further in always takes, or forbids.
   * Those of the innermost states come first.
   */
  leading(place: Place): readonly TransitionModel[];
  /** A shortest path from a place to a state, as ids of transitions; null if none was found. */
  wayTo(from: Place, state: string): readonly string[] | null;
}

/** How many transitions are tried in search of a path. */
const MOST_TRIED = 20_000;

/** Where a chart is: an XState snapshot of its skeleton. */
export type Place = AnyMachineSnapshot;

/** The ids of all active states of a place, including the root. */
export const activeIn = (place: Place): ReadonlySet<string> => new Set(place._nodes.map(idOf));

/** Where a snapshot is, in another machine of the same states. Its history states remember the same, and its data is empty. */
export function placeIn(machine: AnyStateMachine, { value, historyValue, machine: own }: AnyMachineSnapshot): Place {
  const nodes = new Map(nodesOf(machine.root).map((node) => [idOf(node), node]));
  const sameAs = (node: AnyStateNode) => nodes.get(idOf(node)) ?? machine.root;
  const remembered = nodesOf(own.root).flatMap((node) => {
    const states = historyValue[node.id];
    return states ? [[sameAs(node).id, states.map(sameAs)] as const] : [];
  });
  return machine.resolveState({ value, context: {}, historyValue: Object.fromEntries(remembered) });
}

/** Whether the same states are active. There may be none to compare. */
export const sameStates = (a: ReadonlySet<string> | null | undefined, b: ReadonlySet<string> | null | undefined) =>
  a === b || (a != null && b != null && a.size === b.size && [...a].every((state) => b.has(state)));

interface NodeConfig {
  type?: 'parallel' | 'final' | 'history';
  history?: 'shallow' | 'deep';
  target?: string;
  initial?: string;
  states?: Record<string, NodeConfig>;
  on?: Record<string, { target?: string[]; reenter?: boolean }>;
}

export function skeletonOf(chart: ChartModel): Skeleton {
  const children = (id: string) => chart.states.filter(({ parent }) => parent === id);
  const address = (id: string) => (id === '' ? '#chart' : `#chart.${id}`);
  const places = new Map(chart.transitions.map((transition, index) => [transition.id, `t${index}`]));

  function configOf(state: StateModel): NodeConfig {
    const inner = children(state.id);
    const initial = inner.find(({ isInitial }) => isInitial);
    return {
      ...(['parallel', 'final', 'history'].includes(state.type) && { type: state.type as 'parallel' }),
      ...(state.history !== null && { history: state.history }),
      ...(state.target !== null && { target: address(state.target) }),
      ...(initial && { initial: initial.name }),
      ...(inner.length > 0 && { states: Object.fromEntries(inner.map((one) => [one.name, configOf(one)])) }),
      on: Object.fromEntries(
        chart.transitions
          .filter(({ source }) => source === state.id)
          .map(({ id, targets, reenter }) => [
            places.get(id) ?? '',
            { ...(targets.length > 0 && { target: targets.map(address) }), reenter },
          ]),
      ),
    };
  }

  const [root] = chart.states;
  if (!root) throw new Error('A chart has a root');
  const machine = createMachine({ id: 'chart', ...configOf(root) } as object);
  const start = getInitialSnapshot(machine) as Place;
  const depthOf = (id: string) => (id === '' ? 0 : id.split('.').length);

  const unguarded = withForbidding(chart).filter(({ guard }) => guard === null);
  const isInside = (inner: string, outer: string) => inner !== outer && (outer === '' || inner.startsWith(`${outer}.`));
  /** For each transition the states inside its own that get its event before it and have no condition for it. */
  const before = new Map(
    chart.transitions.map((one) => [
      one.id,
      unguarded
        .filter((other) => isInside(other.source, one.source) && eventTypeOf(other) === eventTypeOf(one))
        .map(({ source }) => source),
    ]),
  );
  const canTake = ({ id, source }: TransitionModel, active: ReadonlySet<string>) =>
    active.has(source) && !before.get(id)?.some((state) => active.has(state));

  const leading = (place: Place) => {
    if (place.status !== 'active') return [];
    const active = activeIn(place);
    return chart.transitions
      .filter((one) => canTake(one, active))
      .toSorted((a, b) => depthOf(b.source) - depthOf(a.source));
  };
  const step = (place: Place, transition: string): Place | null => {
    const taken = chart.transitions.find(({ id }) => id === transition);
    if (!taken || place.status !== 'active' || !canTake(taken, activeIn(place))) return null;
    return getNextSnapshot(machine, place, { type: places.get(transition) ?? '' }) as Place;
  };

  return {
    start,
    at: (snapshot) => placeIn(machine, snapshot),
    step,
    leading,
    wayTo(from, state) {
      let tried = 0;
      function* stepsFrom(place: Place): Iterable<readonly [string, Place]> {
        for (const { id, targets } of leading(place)) {
          if (tried >= MOST_TRIED || targets.length === 0) continue;
          tried += 1;
          const after = step(place, id);
          if (after) yield [id, after];
        }
      }
      const isThere = (place: Place) => activeIn(place).has(state);
      const keyOf = (place: Place) => JSON.stringify([...activeIn(place)].sort());
      return shortestWay({ start: from, isThere, keyOf, stepsFrom });
    },
  };
}
