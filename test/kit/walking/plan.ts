import { type AnyStateMachine, StateMachine } from 'xstate';
import { withImplementations } from '../../../src/machines/supervision';
import { eventsOf, nodesOf, type Path, pathsOf } from './graph';
import { isSample, type Sample } from './samples';
import { type AnyProps, type AnyWalk, demand } from './types';

/** A walk's samples by name. A plain event becomes a sample that sends it. */
export const samplesOf = ({ samples }: AnyWalk): Record<string, Sample> =>
  Object.fromEntries(
    Object.entries(samples).map(([name, given]) => [
      name,
      isSample(given) ? given : { event: given, act: ({ send }) => send(given) },
    ]),
  );

/** Replaces a chart's actions that write into the log (their names begin with 'log') by ones that note their names. */
const notedLogs = (actions: object, logged: string[]) =>
  Object.fromEntries(
    Object.keys(actions)
      .filter((name) => /^log[A-Z]/.test(name))
      .map((name) => [name, () => logged.push(name)]),
  );

/**
 * The chart with the walk's scripted ports. It is not supervised, so that failures are seen. All paths share the states of one copy of
 * the chart, because making them takes longer than walking a path.
 * @param logged gets a name each time the chart writes into the log
 */
export function provided(machine: AnyStateMachine, { ports = {} }: AnyProps, logged: string[] = []): AnyStateMachine {
  const chart = bare.get(machine) ?? new StateMachine(machine.config, machine.implementations);
  bare.set(machine, chart);
  const actors = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, port.logic]));
  return withImplementations(chart, { actors, actions: notedLogs(machine.implementations.actions, logged) });
}
const bare = new WeakMap<AnyStateMachine, AnyStateMachine>();

/**
 * What a walk lacks before its first step: events without a sample, states without facts or checks, and facts about states or samples
 * that do not exist.
 */
function gapsOf(walk: AnyWalk, machine: AnyStateMachine): string[] {
  const sampled = new Set(Object.values(samplesOf(walk)).map((sample) => sample.event.type));
  const nodes = nodesOf(machine.root);
  // A state that is left at once, without a condition, cannot be checked.
  const isPassing = (node: (typeof nodes)[number]) => node.always?.some((transition) => !transition.guard);
  const leaves = nodes.filter((node) => (node.type === 'atomic' || node.type === 'final') && !isPassing(node));
  const pathOf = (node: (typeof nodes)[number]) => node.path.join('.');
  const isUnchecked = (path: string) => walk.props && walk.states[path] && !walk.states[path].sees;
  return [
    ...eventsOf(machine)
      .filter((type) => !sampled.has(type))
      .map((type) => `No sample for ${type}.`),
    ...leaves
      .map(pathOf)
      .filter((path) => !walk.states[path])
      .map((path) => `No facts about ${path}.`),
    ...leaves
      .map(pathOf)
      .filter(isUnchecked)
      .map((path) => `No check of ${path}.`),
    ...Object.keys(walk.states)
      .filter((path) => !nodes.some((node) => pathOf(node) === path))
      .map((path) => `There is no state ${path}.`),
    ...Object.entries(walk.states).flatMap(([path, { takes = {} }]) =>
      Object.keys(takes)
        .filter((name) => !(name in walk.samples))
        .map((name) => `There is no sample ${name}, which ${path} takes.`),
    ),
  ];
}

/** One walk for each input of a walk. Returns the same objects each time. */
export function variantsOf(walk: AnyWalk): readonly AnyWalk[] {
  const known = variants.get(walk) ?? walk.inputs?.map((input) => ({ ...walk, input })) ?? [walk];
  variants.set(walk, known);
  return known;
}
const variants = new WeakMap<AnyWalk, readonly AnyWalk[]>();

/** The paths of a walk through a machine. Those through its own chart are cached. @throws WalkError if the walk has gaps */
export function planOf(walk: AnyWalk, machine: AnyStateMachine): readonly Path[] {
  const known = machine === walk.machine ? plans.get(walk) : undefined;
  if (known) return known;
  const gaps = gapsOf(walk, machine);
  demand(gaps.length === 0, gaps.join(' '));
  const props = walk.props?.() ?? {};
  const paths = pathsOf({
    machine: provided(machine, props),
    input: walk.input?.(props),
    events: Object.fromEntries(Object.entries(samplesOf(walk)).map(([name, sample]) => [name, sample.event])),
    key: walk.key ?? (() => null),
  });
  if (machine === walk.machine) plans.set(walk, paths);
  return paths;
}
const plans = new WeakMap<AnyWalk, readonly Path[]>();
