import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { AnyMachineSnapshot } from 'xstate';
import type { Step } from './address';
import type { Catalogue, Chart } from './catalogue';
import { type ChartModel, idOf, shortNameOf, type TransitionModel } from './chart/model';
import { eventOf, eventTypeOf, payloadFrom, sampleOf, samplesBy, samplesFor } from './chart/payload';
import { press, situationIn, startOf } from './chart/rehearsal';
import { shortestWay } from './chart/shortestWay';
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

/** Where a path has led. */
type Here = Pick<Trail, 'place' | 'situation'>;

/** Follows a path and stops at a step that cannot be taken, because a link may be older than the chart. */
export function follow(pressed: Pressable, path: readonly Step[]): Trail {
  const named = new Map(pressed.chart.transitions.map((transition) => [shortNameOf(transition), transition]));
  let here = startAt(pressed, path[0]?.payload === null ? named.get(path[0].transition) : undefined);
  const taken: TakenStep[] = [];
  for (const step of path) {
    const transition = named.get(step.transition);
    const next = transition && stepFrom(pressed, here, step, transition);
    if (!next) break;
    here = next.here;
    taken.push({ ...step, ...next.taken });
  }
  return {
    ...here,
    taken,
    shown: taken.length,
    left: path.length - taken.length,
    active: activeIn(here.place),
    next: new Set(
      skeletonFor(pressed.chart)
        .leading(here.place)
        .map(({ id }) => id),
    ),
  };
}

/** @param first the transition with which a path begins, if it goes along the drawing there */
function startAt({ chart, entry, revive }: Pressable, first: TransitionModel | undefined): Here {
  const skeleton = skeletonFor(chart);
  const situation = startOf({ ...entry, input: revive?.(entry.input) ?? entry.input });
  const place = situation ? skeleton.at(situation) : skeleton.start;
  // What was recorded begins before the transitions that the machine takes at once.
  const isBefore = first && !activeIn(place).has(first.source);
  return isBefore ? { place: skeleton.start, situation: null } : { place, situation };
}

/** A step that a chart takes: what has to be told of it, and where it leads. */
interface Next {
  readonly here: Here;
  readonly taken: Pick<TakenStep, 'transitions'> & Partial<Pick<TakenStep, 'payload'>>;
}

/** Takes a step by pressing its event, if it carries something; otherwise along its transition. Null if the chart does not take it. */
const stepFrom = (pressed: Pressable, { place, situation }: Here, { payload }: Step, one: TransitionModel) =>
  payload !== null && situation ? pressIn(pressed, situation, payload, one) : goFrom(pressed, place, one);

function pressIn(
  { chart, entry, revive }: Pressable,
  situation: AnyMachineSnapshot,
  text: string,
  transition: TransitionModel,
): Next | null {
  const type = eventTypeOf(transition);
  const samples = samplesFor(entry, type);
  const payload = payloadFrom(text, samples);
  const outcome = 'fields' in payload ? press(situation, () => eventOf(type, payload.fields, revive)) : null;
  if (outcome?.kind !== 'taken') return null;
  const transitions = outcome.transitions.flatMap((id) => chart.transitions.find((one) => one.id === id) ?? []);
  return {
    here: { place: skeletonFor(chart).at(outcome.snapshot), situation: outcome.snapshot },
    taken: { payload: sampleOf(text, samples)?.title ?? text, transitions },
  };
}

function goFrom({ chart, entry }: Pressable, from: Place, one: TransitionModel): Next | null {
  const place = skeletonFor(chart).step(from, one.id);
  return place && { here: { place, situation: situationIn(entry, place) }, taken: { transitions: [one] } };
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

/** How many events are pressed in search of a way. */
const MOST_PRESSED = 2_000;

/**
 * A short way to a state by pressing samples, judged by the machine; along the drawing if there is none. Null if nothing leads there.
 * @param caller who alone does all that is done, so that the drawing, which knows nothing of callers, does not count; '' for anybody
 */
export function wayTo(pressed: Pressable, state: string, caller = ''): readonly Step[] | null {
  const { situation } = follow(pressed, []);
  const way = situation && wayByPressing(pressed, situation, state, caller);
  if (way || caller !== '') return way;
  const skeleton = skeletonFor(pressed.chart);
  const along = skeleton.wayTo(skeleton.start, state);
  return along && stepsAlong(along);
}

function wayByPressing({ chart, entry, revive }: Pressable, start: AnyMachineSnapshot, state: string, caller: string) {
  const types = new Set(chart.transitions.map(eventTypeOf));
  types.delete('');
  const tries = [...types].flatMap((type) =>
    samplesBy(samplesFor(entry, type), caller).flatMap(({ title, payload }) => {
      // It is pressed often. One that cannot be made leads nowhere.
      const event = revived(() => eventOf(type, payload, revive));
      return event ? [{ title, event }] : [];
    }),
  );
  let pressed = 0;
  function* stepsFrom(situation: AnyMachineSnapshot): Iterable<readonly [Step, AnyMachineSnapshot]> {
    for (const { title, event } of tries) {
      if (pressed >= MOST_PRESSED || !hears(situation, event.type)) continue;
      pressed += 1;
      const outcome = press(situation, () => event);
      const [id] = outcome.kind === 'taken' ? outcome.transitions : [];
      if (outcome.kind === 'taken' && id !== undefined)
        yield [{ transition: shortNameOf({ id }), payload: title }, outcome.snapshot];
    }
  }
  const isThere = (situation: AnyMachineSnapshot) => activeIn(situation).has(state);
  return shortestWay({ start, isThere, keyOf: situationKey, stepsFrom });
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
