import { isDeepStrictEqual } from 'node:util';
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { chainOf, leavesOf, type Path, titleOf } from './graph';
import { samplesOf } from './plan';
import type { FailedPath } from './record';
import { runChart } from './run';
import { type ActSetup, isSample, type Sample } from './samples';
import { type AnyProps, type AnyWalk, type Check, demand, type HandWay, type Target, type Walked } from './types';

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

/** What the facts promise of a sample, one promise for each region that takes it. If there is none, it must be refused. */
function promisesOf(walk: AnyWalk, snapshot: AnyMachineSnapshot, sample: string): Promised[] {
  return leavesOf(snapshot).flatMap((leaf) => {
    const inner = chainOf(leaf).find((path) => walk.states[path]?.takes?.[sample] !== undefined);
    const given = inner === undefined ? undefined : walk.states[inner]?.takes?.[sample];
    const target = typeof given === 'function' ? given(snapshot) : (given ?? null);
    return target === null ? [] : [readTarget(target)];
  });
}

/**
 * Checks a running chart against the facts about its states: the checks, what it takes, and what it refuses.
 * @returns the number of refusals
 */
function look(
  walk: AnyWalk,
  run: ReturnType<typeof runChart>,
  samples: Readonly<Record<string, Sample>>,
  last: string | null,
) {
  const here = run.leaves();
  for (const around of new Set(here.flatMap(chainOf))) walk.states[around]?.sees?.(run.setup(last), run.snapshot());
  if (run.snapshot().status !== 'active') return 0;
  let refusals = 0;
  for (const [name, { event }] of Object.entries(samples)) {
    const taken = promisesOf(walk, run.snapshot(), name).length > 0;
    const can = run.snapshot().can(event);
    demand(
      taken === can,
      `In ${run.where()}, ${name} must be ${taken ? 'taken, and is refused' : 'refused, and is taken'}.`,
    );
    // A refused error is not sent, because XState ends a chart at an unhandled error. In the app it cannot come: the actor is not running.
    if (taken || event.type.startsWith('xstate.error.')) continue;
    const before = run.state();
    run.sendRefused(event);
    demand(isDeepStrictEqual(before, run.state()), `In ${run.where()}, ${name} is refused and changes something.`);
    refusals += 1;
  }
  return refusals;
}

/** The steps that a path took before it failed, by what was thrown. */
const stepsBefore = new WeakMap<object, Walked['steps']>();

/** The record of a path that failed: the steps that it took, and the message of the error. */
export const failedPath = (title: string, error: unknown): FailedPath => ({
  title,
  message: error instanceof Error ? error.message : String(error),
  steps: (typeof error === 'object' && error !== null && stepsBefore.get(error)) || [],
});

/** Notes the steps that a path took before something was thrown. @returns what was thrown */
function noted(thrown: unknown, steps: Walked['steps']): unknown {
  if (typeof thrown === 'object' && thrown !== null) stepsBefore.set(thrown, steps);
  return thrown;
}

/** Makes one sample happen to a running chart, adds it to the steps, and checks that it leads where the facts say. */
async function take(
  walk: AnyWalk,
  run: ReturnType<typeof runChart>,
  samples: Readonly<Record<string, Sample>>,
  sample: string,
  steps: Walked['steps'][number][],
) {
  const from = run.where();
  const promises = promisesOf(walk, run.snapshot(), sample);
  const logged = run.logged();
  const { logs = [] } = walk;
  const isLogged = typeof logs === 'function' ? logs(sample, run.snapshot()) : logs.includes(sample);
  const transitions = await run.act(`${sample} in ${from}`, (samples[sample] as Sample).act);
  const states = run.leaves();
  steps.push({ sample, states, transitions });
  demand(isLogged === run.logged() > logged, `In ${from}, ${sample} must ${isLogged ? '' : 'not '}be logged.`);
  for (const target of promises.flatMap((promised) => promised.to)) {
    const isThere = states.some((leaf) => chainOf(leaf).includes(target));
    demand(isThere, `In ${from}, ${sample} must lead to ${target}, and leads to ${run.where()}.`);
  }
  return { from, states, promises };
}

/**
 * Walks one path with real acts on a running actor. At every state: its checks hold, the chart takes what the facts say it
 * takes and leads where they say, and everything else is tried and changes nothing.
 * @param machine the walk's chart, or a mutant of it
 * @param isOwn whether the path is from this machine's own graph. A path of the original chart is walked on a mutant by the facts
 * alone, and ends where they refuse its next step
 * @param seen the beginnings of earlier paths of the same walk. They are not checked again; those of this path are added
 * @throws WalkError, or what a check throws
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
  const steps: Walked['steps'][number][] = [];
  try {
    const transitions = await run.start();
    steps.push({ sample: '', transitions, states: run.leaves() });
    let beginning = '';
    let refusals = 0;
    const lookOnce = (last: string | null) => {
      beginning += `${last} → `;
      if (!seen.has(beginning)) refusals += look(walk, run, samples, last);
      seen.add(beginning);
    };
    lookOnce(null);
    for (const { sample, after } of path) {
      if (!isOwn && promisesOf(walk, run.snapshot(), sample).length === 0) break;
      const { from, promises, states } = await take(walk, run, samples, sample, steps);
      demand(
        !isOwn || isDeepStrictEqual(states, leavesOf(after)),
        `In ${from}, ${sample} really leads to ${run.where()}, and in the chart's graph to ${leavesOf(after).join(' + ')}.`,
      );
      for (const promised of promises) promised.sees?.(run.setup(sample), run.snapshot());
      lookOnce(sample);
    }
    return { title: titleOf(path), steps, refusals };
  } catch (error) {
    throw noted(error, steps);
  } finally {
    run.stop();
  }
}

const wordsOf = (step: HandWay['way'][number]): string => {
  if (typeof step === 'number') return `${step} ms`;
  if (typeof step === 'string') return step;
  return isSample(step) ? step.event.type : step.type;
};
/** A way's steps as text. */
export const titleOfWay = ({ way }: HandWay) => `by hand: ${way.map(wordsOf).join(' → ')}`;

/**
 * Walks a way that was typed by hand, and checks its end.
 * @throws WalkError, or what a check throws
 */
export async function performWay(walk: AnyWalk, given: HandWay, machine: AnyStateMachine): Promise<Walked> {
  const samples = samplesOf(walk);
  const run = runChart(walk, machine);
  const steps: Walked['steps'][number][] = [];
  try {
    steps.push({ sample: '', transitions: await run.start(), states: run.leaves() });
    let last: string | null = null;
    for (const step of given.way) {
      const sample = wordsOf(step);
      if (typeof step === 'number') await run.rest(step);
      else if (typeof step === 'string') {
        demand(samples[step], `There is no sample ${step}, which a way has.`);
        const { promises } = await take(walk, run, samples, step, steps);
        for (const promised of promises) promised.sees?.(run.setup(step), run.snapshot());
        last = step;
      } else {
        const act = isSample(step) ? step.act : ({ send }: ActSetup) => send(step);
        const transitions = await run.act(sample, act);
        steps.push({ sample, states: run.leaves(), transitions });
        last = null;
      }
    }
    const refusals = look(walk, run, samples, last);
    given.sees?.(run.setup(last), run.snapshot());
    return { title: titleOfWay(given), steps, refusals };
  } catch (error) {
    throw noted(error, steps);
  } finally {
    run.stop();
  }
}
