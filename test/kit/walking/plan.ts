import { type AnyStateMachine, StateMachine } from 'xstate';
import { eventsOf, nodesOf, type Path, pathsOf } from './graph';
import { isSample, type Sample } from './samples';
import { type AnyProps, type AnyWalk, demand } from './types';

/** A walk's samples by name; one that was given as a plain event is sent as it is. */
export const samplesOf = ({ samples }: AnyWalk): Record<string, Sample> =>
  Object.fromEntries(
    Object.entries(samples).map(([name, given]) => [
      name,
      isSample(given) ? given : { event: given, act: ({ send }) => send(given) },
    ]),
  );

/** The chart with the walk's scripted ports in place. It is not supervised: what breaks it must be seen. */
export const provided = ({ config, implementations }: AnyStateMachine, { ports = {} }: AnyProps): AnyStateMachine =>
  new StateMachine(config, {
    ...implementations,
    actors: {
      ...implementations.actors,
      ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, port.logic])),
    },
  });

/**
 * What is wrong with a walk before its first step: events without a sample, states without facts or without checks, and
 * facts about states that the chart, or samples that the walk, does not have.
 */
function gapsOf(walk: AnyWalk, machine: AnyStateMachine): string[] {
  const sampled = new Set(Object.values(samplesOf(walk)).map((sample) => sample.event.type));
  const nodes = nodesOf(machine.root);
  // A state that is always left at once cannot be checked.
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

/** A walk for each of its inputs. */
export const variantsOf = (walk: AnyWalk): AnyWalk[] => walk.inputs?.map((input) => ({ ...walk, input })) ?? [walk];

/** The paths over a chart that a walk performs. @throws WalkError when the walk has gaps */
export function planOf(walk: AnyWalk, machine: AnyStateMachine): Path[] {
  const gaps = gapsOf(walk, machine);
  demand(gaps.length === 0, gaps.join(' '));
  const props = walk.props?.() ?? {};
  return pathsOf({
    machine: provided(machine, props),
    input: walk.input?.(props),
    events: Object.fromEntries(Object.entries(samplesOf(walk)).map(([name, sample]) => [name, sample.event])),
    key: walk.key ?? (() => null),
  });
}
