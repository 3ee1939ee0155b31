import { isDeepStrictEqual } from 'node:util';
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { chainOf, leavesOf, type Path, titleOf } from './graph';
import { samplesOf } from './plan';
import { runChart } from './run';
import type { Sample } from './samples';
import { type AnyProps, type AnyWalk, type Check, demand, type Target, type Walked } from './types';

/** The facts about a sample: where it leads, and the checks after it. */
interface Promised {
  readonly to: readonly string[];
  readonly sees?: Check<AnyStateMachine, AnyProps>;
}

function readTarget(target: Target<AnyStateMachine, AnyProps>): Promised {
  if (typeof target === 'string') return { to: [target] };
  if (!('to' in target)) return { to: target };
  return { to: [target.to].flat(), sees: target.sees };
}

/** What the facts promise of a sample, one promise for each region that takes it. None: it must be refused. */
function promisesOf(walk: AnyWalk, snapshot: AnyMachineSnapshot, sample: string): Promised[] {
  return leavesOf(snapshot).flatMap((leaf) => {
    const inner = chainOf(leaf).find((path) => walk.states[path]?.takes?.[sample] !== undefined);
    const given = inner === undefined ? undefined : walk.states[inner]?.takes?.[sample];
    const target = typeof given === 'function' ? given(snapshot) : (given ?? null);
    return target === null ? [] : [readTarget(target)];
  });
}

/**
 * Walks one path with real acts on a running actor. At every state: its checks hold, the chart takes what the facts say it
 * takes and leads where they say, and everything else is tried and changes nothing.
 * @param machine the walk's chart, or a mutant of it
 * @param isOwn whether the path is of this machine's own graph. A path of the chart is walked on a mutant by the facts alone: it ends
 * where they refuse its next step
 * @param seen the beginnings of earlier paths of the same walk, which show nothing new a second time: this path's are added
 * @throws WalkError, or whatever a check throws
 */
export async function perform(
  walk: AnyWalk,
  path: Path,
  machine: AnyStateMachine,
  seen = new Set<string>(),
  isOwn = true,
): Promise<Walked> {
  const samples = samplesOf(walk);
  const run = runChart(walk, machine);

  const look = (last: string | null) => {
    const here = run.leaves();
    for (const around of new Set(here.flatMap(chainOf))) walk.states[around]?.sees?.(run.setup(last), run.snapshot());
    if (run.snapshot().status !== 'active') return;
    for (const [name, { event }] of Object.entries(samples)) {
      const taken = promisesOf(walk, run.snapshot(), name).length > 0;
      const can = run.snapshot().can(event);
      demand(
        taken === can,
        `In ${run.where()}, ${name} must be ${taken ? 'taken, and is refused' : 'refused, and is taken'}.`,
      );
      // An error that nobody handles ends a chart by XState's rules, and never comes from an actor that does not run.
      if (taken || event.type.startsWith('xstate.error.')) continue;
      const before = run.state();
      run.sendRefused(event);
      demand(isDeepStrictEqual(before, run.state()), `In ${run.where()}, ${name} is refused and changes something.`);
    }
  };

  try {
    const steps: Walked['steps'][number][] = [{ sample: '', transitions: await run.start(), states: run.leaves() }];
    let beginning = '';
    const lookOnce = (last: string | null) => {
      beginning += `${last} → `;
      if (!seen.has(beginning)) look(last);
      seen.add(beginning);
    };
    lookOnce(null);
    for (const { sample, after } of path) {
      const from = run.where();
      const promises = promisesOf(walk, run.snapshot(), sample);
      if (!isOwn && promises.length === 0) break;
      const transitions = await run.act(`${sample} in ${from}`, (samples[sample] as Sample).act);
      const states = run.leaves();
      for (const target of promises.flatMap((promised) => promised.to)) {
        const isThere = states.some((leaf) => chainOf(leaf).includes(target));
        demand(isThere, `In ${from}, ${sample} must lead to ${target}, and leads to ${run.where()}.`);
      }
      demand(
        !isOwn || isDeepStrictEqual(states, leavesOf(after)),
        `In ${from}, ${sample} really leads to ${run.where()}, and in the chart's graph to ${leavesOf(after).join(' + ')}.`,
      );
      for (const promised of promises) promised.sees?.(run.setup(sample), run.snapshot());
      lookOnce(sample);
      steps.push({ sample, states, transitions });
    }
    return { title: titleOf(path), steps };
  } finally {
    run.stop();
  }
}
