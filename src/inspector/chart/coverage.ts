import * as v from 'valibot';
import type { Words } from '../catalogue';
import type { ChartModel, TransitionModel } from './model';

/** The kinds of walks: on the chart alone, on the real server, or on a screen in a browser. */
export const levels = ['chart', 'server', 'browser'] as const;
export type Level = (typeof levels)[number];

/** The walks of a test run, as `npm test` and `npm run walks` write them (scripts/kit/coverage.mjs). */
const Coverage = v.object({
  /** The day of the run, such as '2026-11-25', in a record that belongs to the project. */
  recordedOn: v.optional(v.string()),
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
      /** The paths on which a check failed, each up to there. What they take does not count. */
      failures: v.optional(
        v.array(
          v.object({
            title: v.string(),
            message: v.string(),
            steps: v.array(v.object({ transitions: v.array(v.string()) })),
          }),
        ),
      ),
    }),
  ),
  /** The transitions that nothing can cause at a level, and why. */
  uncaused: v.optional(
    v.array(v.object({ level: v.picklist(levels), transition: v.string(), reason: v.string() })),
    [],
  ),
  /**
   * The condition and the targets that each transition had in the run, by its id. An id is a place in a chart, where another rule may be
   * by now. Records of earlier versions do not have them.
   */
  rules: v.optional(
    v.record(
      v.string(),
      v.object({ guard: v.optional(v.string()), targets: v.optional(v.array(v.string()), () => []) }),
    ),
    {},
  ),
});
export type Coverage = v.InferOutput<typeof Coverage>;

/** @throws Error if the text is not a coverage file */
export const coverageFrom = (text: string): Coverage => v.parse(Coverage, JSON.parse(text));

/** What divides the steps in the title of a path. */
const BETWEEN = ' → ';

/**
 * A record in which the paths are called in the words of the catalogue: 'Assign Team by a rescue captain' for 'team.assign by
 * RESCUE_CAPTAIN'. Tests call a step by its event and its caller, or by words of their own, which stay as they are.
 */
export function inWords(coverage: Coverage, models: readonly ChartModel[], words: Words | undefined): Coverage {
  const { titles } = words ?? {};
  if (!titles) return coverage;
  return {
    ...coverage,
    walks: coverage.walks.map((walk) => {
      const known = models.find(({ id }) => id === walk.machine)?.transitions ?? [];
      const events = new Map(known.flatMap(({ event, title }) => (title === undefined ? [] : [[event, title]])));
      const stepWords = (step: string) => step.replace(/^\S+(?= by )/, (event) => events.get(event) ?? event);
      const called = <Path extends { readonly title: string }>(path: Path) => ({
        ...path,
        title: titles(path.title.split(BETWEEN).map(stepWords).join(BETWEEN)),
      });
      const { paths, failures, ...rest } = walk;
      return { ...rest, paths: paths.map(called), ...(failures && { failures: failures.map(called) }) };
    }),
  };
}

interface WalkedPath {
  readonly title: string;
  /** The ids of its transitions, in order. */
  readonly transitions: readonly string[];
}

/** The shortest paths that together take everything that any of them takes. */
export function essentialOf<Path extends WalkedPath>(paths: readonly Path[]): Path[] {
  const taken = new Set<string>();
  return paths
    .toSorted((one, other) => one.transitions.length - other.transitions.length || (one.title < other.title ? -1 : 1))
    .filter(({ transitions }) => {
      const isNew = transitions.some((id) => !taken.has(id));
      for (const id of transitions) taken.add(id);
      return isNew;
    });
}

/** The walks of one chart at one level. */
export interface Walked {
  readonly paths: readonly WalkedPath[];
  /** The paths on which a check failed, with what it said. */
  readonly failures: readonly (WalkedPath & { readonly message: string })[];
  /** The titles of the paths that take a transition, by its id. A transition that no path takes is absent. */
  readonly takenBy: ReadonlyMap<string, readonly string[]>;
  /** What should have been walked and was not. */
  readonly unwalked: readonly TransitionModel[];
  /** What nothing at this level can cause, each with the reason. */
  readonly uncaused: readonly { readonly transition: TransitionModel; readonly reason: string }[];
}

/** Whether a transition is not known to have had another condition or other targets when the walks were recorded. */
function isAsRecorded({ rules }: Coverage, { id, guard, targets }: TransitionModel): boolean {
  const was = rules[id];
  return !was || ((was.guard ?? null) === guard && was.targets.join() === targets.join());
}

/** The walks of a chart at one level; null if there are none. What has changed since they were recorded counts as not walked. */
export function walkedIn(coverage: Coverage, chart: ChartModel, level: Level): Walked | null {
  const walks = coverage.walks.filter((walk) => walk.machine === chart.id && walk.level === level);
  if (walks.length === 0) return null;
  const inOrder = <Path extends Coverage['walks'][number]['paths'][number]>({ steps, ...path }: Path) => ({
    ...path,
    transitions: steps.flatMap((step) => step.transitions),
  });
  const paths = walks.flatMap((walk) => walk.paths).map(inOrder);
  const changed = new Set(chart.transitions.filter((one) => !isAsRecorded(coverage, one)).map(({ id }) => id));
  const takenBy = new Map<string, string[]>();
  for (const { title, transitions } of paths)
    for (const id of new Set(transitions)) if (!changed.has(id)) takenBy.set(id, [...(takenBy.get(id) ?? []), title]);
  const reasons = new Map(
    coverage.uncaused
      .filter((one) => one.level === level && !changed.has(one.transition))
      .map(({ transition, reason }) => [transition, reason]),
  );
  const missing = chart.transitions.filter(({ id }) => !takenBy.has(id));
  return {
    paths,
    failures: walks.flatMap((walk) => walk.failures ?? []).map(inOrder),
    takenBy,
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

/** What each level is called. */
export const levelTitles: Readonly<Record<Level, string>> = {
  chart: 'On the chart',
  server: 'On the real server',
  browser: 'On a screen in a browser',
};

/** The level to draw if nobody has chosen one: the last one at which something was not walked. */
export const levelWithGaps = (coverage: Coverage, chart: ChartModel): Level =>
  walkedAtAllLevels(coverage, chart).findLast(({ walked }) => walked !== null && walked.unwalked.length > 0)?.level ??
  'chart';

/** The number of paths that are named for a transition at a level. */
const MOST_NAMED = 3;

/** The paths that take each transition, in words by level; for one that none takes, what is known about that. */
export function walkersOf(coverage: Coverage, chart: ChartModel): ReadonlyMap<string, readonly string[]> {
  const walks = walkedAtAllLevels(coverage, chart);
  return new Map(
    chart.transitions.map(({ id }) => [
      id,
      walks.flatMap(({ level, walked }) => {
        if (!walked) return [];
        const titles = walked.takenBy.get(id);
        const reason = walked.uncaused.find(({ transition }) => transition.id === id)?.reason;
        if (!titles) return [`${levelTitles[level]}: ${reason ?? 'not walked'}`];
        const others = titles.length - MOST_NAMED;
        const named = titles.slice(0, MOST_NAMED).map((title) => `‘${title}’`);
        return [`${levelTitles[level]}: ${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}`];
      }),
    ]),
  );
}
