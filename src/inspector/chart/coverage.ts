import * as v from 'valibot';
import type { ChartModel, TransitionModel } from './model';

/** What a run of the tests has walked, as `npm test` writes it to test/results/coverage.json. */
const Coverage = v.array(
  v.object({
    /** The chart's id. */
    machine: v.string(),
    paths: v.array(
      v.object({
        title: v.string(),
        steps: v.array(v.object({ transitions: v.array(v.string()) })),
      }),
    ),
  }),
);
export type Coverage = v.InferOutput<typeof Coverage>;

/** @throws Error when the text is no such file */
export const coverageFrom = (text: string): Coverage => v.parse(Coverage, JSON.parse(text));

/** The tests of one chart. */
export interface Walked {
  readonly paths: readonly { readonly title: string; readonly transitions: readonly string[] }[];
  /** How many paths take a transition, by its id. */
  readonly times: ReadonlyMap<string, number>;
  readonly unwalked: readonly TransitionModel[];
}

export function walkedIn(coverage: Coverage, chart: ChartModel): Walked {
  const paths = coverage
    .filter(({ machine }) => machine === chart.id)
    .flatMap((one) => one.paths)
    .map(({ title, steps }) => ({ title, transitions: steps.flatMap((step) => step.transitions) }));
  const times = new Map<string, number>();
  for (const { transitions } of paths) for (const id of new Set(transitions)) times.set(id, (times.get(id) ?? 0) + 1);
  return { paths, times, unwalked: chart.transitions.filter(({ id }) => !times.has(id)) };
}
