import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { AnyMachineSnapshot } from 'xstate';
import type { Step } from './address';
import type { Catalogue, Chart } from './catalogue';
import { type ChartModel, idOf, shortNameOf, type TransitionModel } from './chart/model';
import { eventOf, eventTypeOf, payloadFrom, sampleOf, samplesBy, samplesFor } from './chart/payload';
import { press, situationIn, startOf } from './chart/rehearsal';
import { activeIn, type Place, type Skeleton, skeletonOf } from './chart/skeleton';
import type { WorkbenchRef } from './workbench.machine';

const skeletons = new WeakMap<ChartModel, Skeleton>();
/** The skeleton of a chart. It is made once per chart. */
function skeletonFor(chart: ChartModel): Skeleton {
  const known = skeletons.get(chart) ?? skeletonOf(chart);
  skeletons.set(chart, known);
  return known;
}

/** A step that was taken. */
export interface TakenStep extends Step {
  /** All transitions that it took: one, and after an event also those that the machine then takes at once. */
  readonly transitions: readonly TransitionModel[];
}

/** The path in the address, followed through a chart: the place where it ends or is shown, and what may happen there. */
export interface Trail {
  readonly place: Place;
  /** The machine's own situation, which judges conditions; null if the path does not tell it. */
  readonly situation: AnyMachineSnapshot | null;
  readonly taken: readonly TakenStep[];
  /** The number of these steps that lead to the place: not all of them while the path is replayed. */
  readonly shown: number;
  /** The number of steps in the address that the chart does not take. */
  readonly left: number;
  readonly active: ReadonlySet<string>;
  /** The ids of the transitions that lead on from here, if their conditions hold (judged.ts). */
  readonly next: ReadonlySet<string>;
}

/** A chart with what is needed to press its events. */
export interface Pressable {
  readonly chart: ChartModel;
  readonly entry: Chart;
  readonly revive: Catalogue['revive'];
}

/** Follows a path and stops at a step that cannot be taken, because a link may be older than the chart. */
export function follow({ chart, entry, revive }: Pressable, path: readonly Step[]): Trail {
  const skeleton = skeletonFor(chart);
  let situation = startOf({ ...entry, input: revive?.(entry.input) ?? entry.input });
  let place = situation ? skeleton.at(situation) : skeleton.start;
  const named = new Map(chart.transitions.map((transition) => [shortNameOf(transition), transition]));
  const first = path[0]?.payload === null ? named.get(path[0].transition) : undefined;
  if (first && !activeIn(place).has(first.source)) {
    // What was recorded begins before the transitions that the machine takes at once.
    situation = null;
    place = skeleton.start;
  }
  const taken: TakenStep[] = [];
  for (const step of path) {
    const transition = named.get(step.transition);
    if (!transition) break;
    if (step.payload !== null && situation) {
      const type = eventTypeOf(transition);
      const samples = samplesFor(entry, type);
      const payload = payloadFrom(step.payload, samples);
      const outcome = 'fields' in payload ? press(situation, () => eventOf(type, payload.fields, revive)) : null;
      if (outcome?.kind !== 'taken') break;
      situation = outcome.snapshot;
      place = skeleton.at(situation);
      const ids = outcome.transitions;
      const carried = sampleOf(step.payload, samples)?.title ?? step.payload;
      taken.push({
        ...step,
        payload: carried,
        transitions: ids.flatMap((id) => chart.transitions.find((one) => one.id === id) ?? []),
      });
    } else {
      const after = skeleton.step(place, transition.id);
      if (!after) break;
      place = after;
      situation = situationIn(entry, place);
      taken.push({ ...step, transitions: [transition] });
    }
  }
  return {
    place,
    situation,
    taken,
    shown: taken.length,
    left: path.length - taken.length,
    active: activeIn(place),
    next: new Set(skeleton.leading(place).map(({ id }) => id)),
  };
}

/** A path that is shown as it was after some of its steps; null for all. */
export function replay(pressed: Pressable, path: readonly Step[], shown: number | null): Trail {
  const whole = follow(pressed, path);
  if (shown === null || shown >= whole.taken.length) return whole;
  return { ...follow(pressed, path.slice(0, shown)), taken: whole.taken, left: whole.left };
}

/** The path in the address, followed through the chart. */
export function useTrail(actor: WorkbenchRef, chart: ChartModel): Trail {
  const path = useSelector(actor, ({ context }) => context.address.trail);
  const shown = useSelector(actor, ({ context }) => context.address.shown);
  const catalogue = useSelector(actor, ({ context }) => context.catalogue);
  return useMemo(() => replay(pressable(catalogue, chart), path, shown), [catalogue, chart, path, shown]);
}

export function pressable(catalogue: Catalogue, chart: ChartModel): Pressable {
  const entry = catalogue.charts.find(({ machine }) => machine.id === chart.id);
  if (!entry) throw new Error(`The catalogue has no chart ${chart.id}`);
  return { chart, entry, revive: catalogue.revive };
}

/** The steps along transitions, without events. */
export const stepsAlong = (taken: readonly string[]): Step[] =>
  taken.map((id) => ({ transition: shortNameOf({ id }), payload: null }));

/** How many events are tried in search of a way. */
const MOST_TRIED = 2_000;

/**
 * A short way to a state by pressing samples, judged by the machine; along the drawing if there is none. Null if nothing leads there.
 * @param caller who alone does all that is done, so that the drawing, which knows nothing of callers, does not count; '' for anybody
 */
export function wayTo({ chart, entry, revive }: Pressable, state: string, caller = ''): Step[] | null {
  const start = follow({ chart, entry, revive }, []);
  if (start.situation && activeIn(start.situation).has(state)) return [];
  const types = new Set(chart.transitions.map(eventTypeOf));
  types.delete('');
  const tries = [...types].flatMap((type) =>
    samplesBy(samplesFor(entry, type), caller).flatMap(({ title, payload }) => {
      // It is pressed often. One that cannot be made leads nowhere.
      const event = revived(() => eventOf(type, payload, revive));
      return event ? [{ title, event }] : [];
    }),
  );
  const seen = new Set<string>();
  let ring = start.situation ? [{ situation: start.situation, way: [] as Step[] }] : [];
  let tried = 0;
  while (ring.length > 0 && tried < MOST_TRIED) {
    const next: typeof ring = [];
    for (const { situation, way } of ring)
      for (const { title, event } of tries) {
        tried += 1;
        if (!hears(situation, event.type)) continue;
        const outcome = press(situation, () => event);
        if (outcome.kind !== 'taken') continue;
        const [id] = outcome.transitions;
        const key = situationKey(outcome.snapshot);
        if (id === undefined || seen.has(key)) continue;
        seen.add(key);
        const longer = [...way, { transition: shortNameOf({ id }), payload: title }];
        if (activeIn(outcome.snapshot).has(state)) return longer;
        next.push({ situation: outcome.snapshot, way: longer });
      }
    ring = next;
  }
  if (caller !== '') return null;
  const skeleton = skeletonFor(chart);
  const along = skeleton.wayTo(skeleton.start, state);
  return along && stepsAlong(along);
}

function revived<Made>(make: () => Made): Made | null {
  try {
    return make();
  } catch {
    return null;
  }
}

/** Whether an active state has a transition for an event, perhaps on a condition. To ask the machine itself takes far longer. */
const hears = ({ _nodes: nodes }: AnyMachineSnapshot, type: string) =>
  nodes.some(({ transitions }) => transitions.has(type) || [...transitions.keys()].some((one) => one.endsWith('*')));

/**
 * Situations with the same data, whose states are the same and remember the same, are the same. What cannot be written, such as other
 * actors, does not count.
 */
function situationKey({ value, historyValue, context }: AnyMachineSnapshot): string {
  const remembered = Object.entries(historyValue).map(([id, nodes]) => [id, nodes.map(idOf)]);
  const states = [value, remembered];
  try {
    return JSON.stringify([states, context]);
  } catch {
    return JSON.stringify(states);
  }
}
