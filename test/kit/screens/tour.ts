import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type InputFrom,
  initialTransition,
  type SnapshotFrom,
  transition,
} from 'xstate';
import { chainOf, leavesOf } from '../walking/graph';
import { demand } from '../walking/types';

/** The number of steps after which the next tour begins with a fresh page, so that an error in one tour does not hide others. */
const STEPS = 14;

/** An event for the chart, or a function that makes it from the chart's snapshot. */
export type Told<Machine extends AnyStateMachine> =
  | AnyEventObject
  | ((snapshot: SnapshotFrom<Machine>) => AnyEventObject);

/** The part of a screen walk from which its tours are computed: everything except the screen. */
export interface TourInput<Machine extends AnyStateMachine> {
  readonly machine: Machine;
  readonly input: InputFrom<Machine>;
  /** Distinguishes snapshots of one state for which the facts differ. */
  readonly key?: ((snapshot: SnapshotFrom<Machine>) => unknown) | undefined;
  readonly acts: Readonly<
    Record<
      string,
      {
        /** The events that it sends to the chart, in order; or 'anew' if the chart starts again. */
        readonly tells: readonly Told<Machine>[] | 'anew';
        readonly leaves?: true | undefined;
        readonly isAlike?: boolean | undefined;
      }
    >
  >;
  /** Where an act leads from a snapshot, typed by hand; undefined if it cannot be done. */
  readonly leadsTo: (snapshot: AnyMachineSnapshot, act: string) => string | undefined;
}

/** One act of a tour, and the snapshot after it by the chart's graph. */
interface TourStep {
  readonly act: string;
  readonly after: AnyMachineSnapshot;
}
export type Tour = readonly TourStep[];
export interface Tours {
  /** The snapshot in which each tour begins. */
  readonly start: AnyMachineSnapshot;
  readonly tours: readonly Tour[];
}

interface Situation {
  readonly snapshot: AnyMachineSnapshot;
  readonly ways: Readonly<
    Record<
      string,
      {
        readonly to: string;
        readonly after: AnyMachineSnapshot;
        readonly leaves: boolean;
        /**
         * The key under which the act is noted as done. An act that is alike in all situations of a state has one key in all, so it is
         * done once.
         */
        readonly deed: string;
        readonly isAlike: boolean;
      }
    >
  >;
}

/** The snapshot after all events of an act. @throws WalkError if the chart does not take one of them */
const afterAll = <Machine extends AnyStateMachine>(
  machine: Machine,
  snapshot: AnyMachineSnapshot,
  act: string,
  tells: readonly Told<Machine>[],
) =>
  tells.reduce<AnyMachineSnapshot>((here, told) => {
    const event = typeof told === 'function' ? told(here as never) : told;
    demand(here.can(event), `In ${leavesOf(here)}, the chart does not take ${event.type} of '${act}'.`);
    return transition(machine, here as never, event as never)[0] as AnyMachineSnapshot;
  }, snapshot);

/** All situations that the acts lead to, beginning with the start. @throws WalkError if chart and facts differ */
function situationsOf<Machine extends AnyStateMachine>(terrain: TourInput<Machine>): ReadonlyMap<string, Situation> {
  const nameOf = (snapshot: AnyMachineSnapshot) =>
    JSON.stringify([leavesOf(snapshot), terrain.key?.(snapshot as never)]);
  const found = new Map<string, Situation>();
  const [start] = initialTransition(terrain.machine, terrain.input as never);
  const waiting: AnyMachineSnapshot[] = [start as AnyMachineSnapshot];
  for (const snapshot of waiting) {
    const name = nameOf(snapshot);
    if (found.has(name)) continue;
    const ways: Record<string, Situation['ways'][string]> = {};
    for (const [act, { tells, leaves = false, isAlike = false }] of Object.entries(terrain.acts)) {
      const target = terrain.leadsTo(snapshot, act);
      if (target === undefined) continue;
      const after = tells === 'anew' ? (start as AnyMachineSnapshot) : afterAll(terrain.machine, snapshot, act, tells);
      const there = leavesOf(after).flatMap(chainOf).includes(target);
      demand(
        there,
        `In ${leavesOf(snapshot)}, '${act}' must lead to ${target}; in the chart it leads to ${leavesOf(after)}.`,
      );
      const deed = `${isAlike ? leavesOf(snapshot) : name} ${act} ${target}`;
      ways[act] = { to: nameOf(after), after, leaves, deed, isAlike };
      if (!leaves) waiting.push(after);
    }
    found.set(name, { snapshot, ways });
  }
  return found;
}

/**
 * Tours through a chart, each from its start, that together do every act in every situation in which it can be done. Because a browser
 * is slow, a tour goes on from where it is, instead of beginning again for each act.
 * @param done the acts that are alike and that tours of other members have done, with the same target. Those of these tours are added
 */
export function toursOf<Machine extends AnyStateMachine>(terrain: TourInput<Machine>, done = new Set<string>()): Tours {
  const situations = situationsOf(terrain);
  const [[start, { snapshot }]] = [...situations] as [[string, Situation]];
  const all = [...situations.values()].flatMap(({ ways }) => Object.values(ways));
  const left = new Set(all.flatMap(({ deed }) => (done.has(deed) ? [] : [deed])));
  for (const { deed, isAlike } of all) if (isAlike) done.add(deed);

  /** The shortest way from a situation to an act that is left, including that act. */
  function nextFrom(here: string): TourSteps | null {
    const ways: { at: string; steps: TourSteps }[] = [{ at: here, steps: [] }];
    const seen = new Set([here]);
    for (const { at, steps } of ways) {
      const { ways: leading } = situations.get(at) as Situation;
      for (const [act, way] of Object.entries(leading)) {
        const longer = [...steps, { act, ...way }];
        if (left.has(way.deed)) return longer;
        if (way.leaves || seen.has(way.to)) continue;
        seen.add(way.to);
        ways.push({ at: way.to, steps: longer });
      }
    }
    return null;
  }

  const tours: Tour[] = [];
  while (left.size > 0) {
    const tour: TourSteps = [];
    let here: string | null = start;
    while (here !== null && tour.length < STEPS) {
      const steps = nextFrom(here);
      if (!steps) break;
      for (const { deed } of steps) left.delete(deed);
      tour.push(...steps);
      const last = steps.at(-1);
      here = last && !last.leaves ? last.to : null;
    }
    demand(tour.length > 0, `No tour leads to ${[...left].join(', ')}.`);
    tours.push(tour);
  }
  return { start: snapshot, tours };
}

type TourSteps = (TourStep & Situation['ways'][string])[];

/** A tour as its acts' names. */
export const titleOf = (tour: Tour) => tour.map(({ act }) => act).join(' → ');
