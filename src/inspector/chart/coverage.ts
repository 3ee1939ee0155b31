import * as v from 'valibot';
import type { ChartModel, TransitionModel } from './model';

/** The kinds of walks: on the chart alone, on the real server, or on a screen in a browser. */
export const levels = ['chart', 'server', 'browser'] as const;
export type Level = (typeof levels)[number];

/** The walks of a test run, as `npm test` and `npm run walks` write them to test/results/coverage.json. */
const Coverage = v.object({
  walks: v.array(
    v.object({
      /** The chart's id. */
      machine: v.string(),
      level: v.optional(v.picklist(levels), 'chart'),
      paths: v.array(
        v.object({
          title: v.string(),
          steps: v.array(v.object({ transitions: v.array(v.string()) })),
        }),
      ),
    }),
  ),
  /** The transitions that nothing can cause at a level, and why. */
  uncaused: v.optional(
    v.array(v.object({ level: v.picklist(levels), transition: v.string(), reason: v.string() })),
    [],
  ),
});
export type Coverage = v.InferOutput<typeof Coverage>;

/** @throws Error if the text is not a coverage file */
export const coverageFrom = (text: string): Coverage => v.parse(Coverage, JSON.parse(text));

/** The walks of one chart at one level. */
export interface Walked {
  readonly paths: readonly { readonly title: string; readonly transitions: readonly string[] }[];
  /** The number of paths that take a transition, by its id. A transition that no path takes is absent. */
  readonly times: ReadonlyMap<string, number>;
  /** What should have been walked and was not. */
  readonly unwalked: readonly TransitionModel[];
  /** What nothing at this level can cause, each with the reason. */
  readonly uncaused: readonly { readonly transition: TransitionModel; readonly reason: string }[];
}

/** The walks of a chart at one level; null if there are none. */
export function walkedIn(coverage: Coverage, chart: ChartModel, level: Level): Walked | null {
  const walks = coverage.walks.filter((walk) => walk.machine === chart.id && walk.level === level);
  if (walks.length === 0) return null;
  const paths = walks
    .flatMap((walk) => walk.paths)
    .map(({ title, steps }) => ({ title, transitions: steps.flatMap((step) => step.transitions) }));
  const times = new Map<string, number>();
  for (const { transitions } of paths) for (const id of new Set(transitions)) times.set(id, (times.get(id) ?? 0) + 1);
  const reasons = new Map(
    coverage.uncaused.filter((one) => one.level === level).map(({ transition, reason }) => [transition, reason]),
  );
  const missing = chart.transitions.filter(({ id }) => !times.has(id));
  return {
    paths,
    times,
    unwalked: missing.filter(({ id }) => !reasons.has(id)),
    uncaused: missing.flatMap((transition) => {
      const reason = reasons.get(transition.id);
      return reason === undefined ? [] : [{ transition, reason }];
    }),
  };
}

/** The walks of a chart at every level. */
export const walkedAtAllLevels = (coverage: Coverage, chart: ChartModel) =>
  levels.map((level) => ({ level, walked: walkedIn(coverage, chart, level) }));
