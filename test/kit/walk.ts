import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { isSupervised } from '../../src/machines/supervision';
import { breakChild, breakEverywhere, supervisedChildrenOf } from './walking/breaking';
import { chainOf, type Path, titleOf, transitionsOf } from './walking/graph';
import { failedPath, perform, performWay, titleOfWay } from './walking/perform';
import { planOf, variantsOf } from './walking/plan';
import { recordWalked } from './walking/record';
import { isWritingSamples, readSampleFile, sampleFileName, sampleFileOf, writeSampleFile } from './walking/sampleFile';
import type { AnyProps, AnyWalk, Walk, Walked } from './walking/types';

export { promisePort, recorder, scriptedWorld, streamPort } from './walking/ports';
export { settle } from './walking/run';
export { broken, done, elapsed, failed, type Sample, said } from './walking/samples';
export type { AnyWalk, RunningChart } from './walking/types';

/** Checks the types of a walk. See `Walk` for its parts. */
export const walkOf = <Machine extends AnyStateMachine, Name extends string, Props extends AnyProps = AnyProps>(
  walk: Walk<Machine, Props, Name>,
): AnyWalk => walk as unknown as AnyWalk;

/** The place of a mutant's mistake. */
export interface MutatedPlace {
  /** The path of its state; '' for the whole chart. */
  readonly state: string;
  /** The name of its transition, as in `transitionsOf`. */
  readonly transition: string;
}

/**
 * What a walk finds wrong with a machine, its own or a mutant of it. Empty if all facts hold.
 * Stops at the first path that fails.
 * @param suspect paths that lead there are walked first
 */
export async function complaintsOf(
  walk: AnyWalk,
  machine: AnyStateMachine = walk.machine,
  suspect?: MutatedPlace,
): Promise<string[]> {
  const walked: Walked[] = [];
  const seen = new Map(variantsOf(walk).map((variant) => [variant, new Set<string>()]));
  try {
    // The paths of the original chart come first. Most mutants already fail on one of them.
    for (const { variant, path } of suspect ? soonestAt(suspect, variantsOf(walk), knownPaths.get(walk) ?? []) : [])
      await perform(variant, path, machine, seen.get(variant), false);
    for (const [variant, before] of seen)
      for (const path of planOf(variant, machine)) walked.push(await perform(variant, path, machine, before));
    for (const way of walk.ways ?? []) walked.push(await performWay(firstOf(walk), way, machine));
  } catch (error) {
    return [String(error)];
  }
  return unreachedBy(walk, walked).map((state) => `${state} is never reached.`);
}

/** A walk with its first input. */
const firstOf = (walk: AnyWalk): AnyWalk => variantsOf(walk)[0] ?? walk;

/** A path that was walked on the walk's own chart, and what it showed. */
interface KnownPath {
  readonly variant: AnyWalk;
  readonly path: Path;
  readonly walked: Walked;
}
const knownPaths = new WeakMap<AnyWalk, KnownPath[]>();

/**
 * The paths that take a transition, those that take another one for the same event (there a mistake in a guard shows), and the others
 * that reach its state. The path that gets there soonest of each kind and variant comes first, then the second of each, and so on.
 */
function soonestAt(
  { state, transition }: MutatedPlace,
  variants: readonly AnyWalk[],
  all: readonly KnownPath[],
): KnownPath[] {
  const group = transition.slice(0, transition.lastIndexOf('|'));
  const isSought: ((step: Walked['steps'][number]) => boolean)[] = [
    ({ transitions }) => transitions.includes(transition),
    ({ transitions }) => transitions.some((name) => name.startsWith(group)),
    ({ states }) => states.some((leaf) => chainOf(leaf).includes(state)),
  ];
  const left = new Set(all);
  const kinds = isSought.flatMap((isIt) => {
    const found = [...left].flatMap((one) => {
      const step = one.walked.steps.findIndex(isIt);
      return step < 0 ? [] : [{ one, step }];
    });
    for (const { one } of found) left.delete(one);
    found.sort((a, b) => a.step - b.step);
    return variants.map((variant) => found.filter(({ one }) => one.variant === variant));
  });
  return kinds
    .flatMap((kind) => kind.map(({ one }, place) => ({ one, place })))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one);
}

/** The states with facts that no step of the walk has reached. */
function unreachedBy({ states }: AnyWalk, walked: readonly Walked[]): string[] {
  const visited = new Set(walked.flatMap(({ steps }) => steps.flatMap((step) => step.states.flatMap(chainOf))));
  return Object.keys(states).filter((path) => !visited.has(path));
}

/** How many walks a test file has of each chart so far. */
const places = new Map<string, number>();

/**
 * Declares the test that the workbench has the samples of a walk. `npm run samples` writes them instead. The charts of the workbench
 * itself have none.
 */
function testSamples(walk: AnyWalk): void {
  const { testPath = '' } = expect.getState();
  if (!/[\\/]test[\\/]walks[\\/](?!workbench)/.test(testPath)) return;
  const place = places.get(`${testPath} ${walk.machine.id}`) ?? 0;
  places.set(`${testPath} ${walk.machine.id}`, place + 1);
  it(`${walk.machine.id} has its samples in the rules workbench`, () => {
    const name = sampleFileName(walk, testPath, place);
    const text = sampleFileOf(walk);
    if (isWritingSamples) writeSampleFile(name, text);
    expect(readSampleFile(name), `'npm run samples' writes ${name}`).toBe(text);
  });
}

/** How many paths a test walks. With a test for each path the tests take longer than the paths. */
const PATHS_PER_TEST = 50;
/** Their time limit, in milliseconds: they take a second at most, but a machine may be busy. */
const PATHS_WITHIN = 60_000;

/** A path, or a way written by hand, that is walked at most once. */
interface PlannedPath {
  readonly title: string;
  run(): Promise<Walked>;
}

/** @throws Error with the name of the first path that fails, after all have been walked */
async function walkAll(paths: readonly PlannedPath[]): Promise<void> {
  const failed: { readonly title: string; readonly cause: unknown }[] = [];
  for (const { title, run } of paths) await run().catch((cause: unknown) => failed.push({ title, cause }));
  const [first, ...others] = failed;
  if (!first) return;
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  throw new Error(`${first.title}${more}: ${String(first.cause)}`, { cause: first.cause });
}

/**
 * Declares the tests of a walk: of its paths, and one that all transitions are taken and all states reached, which also writes the
 * record.
 */
export function testWalk(walk: AnyWalk): void {
  const { machine } = walk;
  testSamples(walk);
  if (isWritingSamples) return;
  const done: KnownPath[] = [];
  knownPaths.set(walk, done);
  const once = (title: string, does: () => Promise<Walked>): PlannedPath => {
    let running: Promise<Walked> | null = null;
    return { title, run: () => (running ??= does()) };
  };
  const generated = variantsOf(walk).flatMap((variant) => {
    const seen = new Set<string>();
    return planOf(variant, machine).map((path) =>
      once(titleOf(path), async () => {
        const walked = await perform(variant, path, machine, seen);
        done.push({ variant, path, walked });
        return walked;
      }),
    );
  });
  const byHand = (walk.ways ?? []).map((way) => once(titleOfWay(way), () => performWay(firstOf(walk), way, machine)));
  const walks = [...generated, ...byHand];
  describe(`${machine.id}, walked`, () => {
    // Each step of a path makes its own checks.
    for (let start = 0; start < walks.length; start += PATHS_PER_TEST) {
      const some = walks.slice(start, start + PATHS_PER_TEST);
      it(`${start + 1} to ${start + some.length} of ${walks.length} paths`, { timeout: PATHS_WITHIN }, () =>
        walkAll(some),
      );
    }

    it('takes every transition and reaches every state', async () => {
      const results = await Promise.allSettled(walks.map(({ run }) => run()));
      const walked = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      const failures = results.flatMap((result, place) =>
        result.status === 'rejected' ? [failedPath(walks[place]?.title ?? '', result.reason)] : [],
      );
      const taken = new Set(walked.flatMap(({ steps }) => steps.flatMap((step) => step.transitions)));
      // The kit's own example charts are left out.
      if (expect.getState().testPath?.includes('walks')) recordWalked('chart', machine.id, walked, '', failures);
      expect([...transitionsOf(machine).values()].filter((name) => !taken.has(name))).toEqual([]);
      expect(unreachedBy(walk, walked)).toEqual([]);
    });
  });
  testBreaking(walk);
}

/** Declares the tests that a chart, and each supervised actor that it invokes, is started again when it breaks. */
function testBreaking(walk: AnyWalk): void {
  const { machine } = walk;
  if (!isSupervised(machine)) return;
  describe(`${machine.id}, broken`, () => {
    beforeEach(() => {
      vi.spyOn(console, 'error').mockImplementation(() => {});
    });
    afterEach(() => vi.restoreAllMocks());

    it('begins again as it began, whatever state it broke in', () => breakEverywhere(walk));
    const children = supervisedChildrenOf(machine);
    if (children.length > 0) it.each(children)('goes on when its $id breaks', (child) => breakChild(walk, child));
  });
}
