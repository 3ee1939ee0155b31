import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ChartModel, TransitionModel } from './chart/model';
import { activeIn, type Place, type Skeleton, skeletonOf } from './chart/skeleton';
import type { WorkbenchRef } from './workbench.machine';

const skeletons = new WeakMap<ChartModel, Skeleton>();
/** The skeleton of a chart. It is made once per chart. */
export function skeletonFor(chart: ChartModel): Skeleton {
  const known = skeletons.get(chart) ?? skeletonOf(chart);
  skeletons.set(chart, known);
  return known;
}

/** The path in the address, followed through a chart: the place where it ends, and what may happen there. */
export interface Trail {
  readonly place: Place;
  readonly taken: readonly TransitionModel[];
  readonly active: ReadonlySet<string>;
  /** The ids of the transitions that may be taken now. */
  readonly next: ReadonlySet<string>;
}

/** Follows a path and stops at a step that cannot be taken, because a link may be older than the chart. */
function follow(chart: ChartModel, path: readonly number[]): Trail {
  const skeleton = skeletonFor(chart);
  let place = skeleton.start;
  const taken: TransitionModel[] = [];
  for (const index of path) {
    const transition = chart.transitions[index];
    const after = transition && skeleton.step(place, transition.id);
    if (!transition || !after) break;
    place = after;
    taken.push(transition);
  }
  return { place, taken, active: activeIn(place), next: new Set(skeleton.leading(place).map(({ id }) => id)) };
}

/** The path in the address, followed through the chart. */
export function useTrail(actor: WorkbenchRef, chart: ChartModel): Trail {
  const path = useSelector(actor, ({ context }) => context.address.trail);
  return useMemo(() => follow(chart, path), [chart, path]);
}

export const placesOf = (chart: ChartModel, taken: readonly string[]): number[] =>
  taken.map((id) => chart.transitions.findIndex((transition) => transition.id === id));
