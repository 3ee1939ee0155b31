import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { isSupervised } from '../../src/machines/supervision';
import { breakChild, breakEverywhere, supervisedChildrenOf } from './walking/breaking';
import { chainOf, leavesOf, type Path, titleOf, transitionsOf } from './walking/graph';
import { perform } from './walking/perform';
import { planOf, variantsOf } from './walking/plan';
import { recordWalked } from './walking/record';
import type { AnyProps, AnyWalk, Walk, Walked } from './walking/types';

export { promisePort, recorder, scriptedWorld, streamPort } from './walking/ports';
export { broken, done, elapsed, failed, type Sample, said } from './walking/samples';
export type { AnyWalk, RunningChart } from './walking/types';

/** Types a walk: see `Walk` for its parts. */
export const walkOf = <Machine extends AnyStateMachine, Name extends string, Props extends AnyProps = AnyProps>(
  walk: Walk<Machine, Props, Name>,
): AnyWalk => walk as unknown as AnyWalk;

/**
 * What a walk finds wrong with a machine, its own or a mutant of it. Empty when all is as the facts say.
 * Stops at the first path that fails.
 * @param suspect a state's path: what leads there soonest is walked first
 */
export async function complaintsOf(
  walk: AnyWalk,
  machine: AnyStateMachine = walk.machine,
  suspect = '',
): Promise<string[]> {
  const walked: Walked[] = [];
  try {
    for (const variant of variantsOf(walk)) {
      const seen = new Set<string>();
      for (const path of soonestAt(suspect, planOf(variant, machine)))
        walked.push(await perform(variant, path, machine, seen));
    }
  } catch (error) {
    return [String(error)];
  }
  return unreachedBy(walk, walked).map((state) => `${state} is never reached.`);
}

/** Paths in the order in which they come to a state; those that never do are last. */
function soonestAt(state: string, paths: readonly Path[]): Path[] {
  const stepsTo = (path: Path) => {
    const step = path.findIndex(({ after }) => leavesOf(after).some((leaf) => chainOf(leaf).includes(state)));
    return step < 0 ? Number.POSITIVE_INFINITY : step;
  };
  return paths
    .map((path) => ({ path, steps: stepsTo(path) }))
    .sort((a, b) => (a.steps === b.steps ? 0 : a.steps - b.steps))
    .map(({ path }) => path);
}

/** The states the facts speak of that no step of the walk has reached. */
function unreachedBy({ states }: AnyWalk, walked: readonly Walked[]): string[] {
  const visited = new Set(walked.flatMap(({ steps }) => steps.flatMap((step) => step.states.flatMap(chainOf))));
  return Object.keys(states).filter((path) => !visited.has(path));
}

/** Declares the tests of a walk: one per path, one that every transition of the chart is taken, and the record of it all. */
export function testWalk(walk: AnyWalk): void {
  const { machine } = walk;
  const walks = variantsOf(walk).flatMap((variant) => {
    const seen = new Set<string>();
    return planOf(variant, machine).map((path) => {
      let walked: Promise<Walked> | null = null;
      return { title: titleOf(path), run: () => (walked ??= perform(variant, path, machine, seen)) };
    });
  });
  describe(`${machine.id}, walked`, () => {
    it.each(walks)('$title', async ({ run, title }) => {
      expect((await run()).title).toBe(title);
    });

    it('takes every transition and reaches every state', async () => {
      const walked = (await Promise.allSettled(walks.map(({ run }) => run()))).flatMap((result) =>
        result.status === 'fulfilled' ? [result.value] : [],
      );
      const taken = new Set(walked.flatMap(({ steps }) => steps.flatMap((step) => step.transitions)));
      // The kit's own example charts are left out.
      if (expect.getState().testPath?.includes('walks')) recordWalked('chart', machine.id, walked);
      expect([...transitionsOf(machine).values()].filter((name) => !taken.has(name))).toEqual([]);
      expect(unreachedBy(walk, walked)).toEqual([]);
    });
  });
  testBreaking(walk);
}

/** Declares the tests that a chart, and each supervised actor that it has started, is started again when it breaks. */
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
