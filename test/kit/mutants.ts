import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, type AnyStateNode, type AnyTransitionDefinition, createMachine, not } from 'xstate';
import { complaintsOf, type Suspect } from './walk';
import { nodesOf, transitionsOf } from './walking/graph';
import type { AnyWalk } from './walking/types';

/** A chart with one deliberate mistake. */
export interface Mutant {
  readonly title: string;
  /** The mistake's place. */
  readonly suspect: Suspect;
  /** Makes the chart: a few hundred at a time would only fill the memory. */
  make(): AnyStateMachine;
}

/** Parts of a chart's configuration, as far as a mutation touches it. */
type Part = Record<string, unknown>;
/** The position of a group of alternative transitions in the configuration of a state. */
interface Group {
  readonly of: Part;
  readonly key: string;
  readonly definitions: readonly AnyTransitionDefinition[];
}

/** More steps than any chart takes by itself; a mutant that loops for ever is stopped there. */
const STEP_LIMIT = 1_000;

/** A copy of a configuration whose objects can be changed; functions, and what is no plain data, stay the same. */
function copyOf<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copyOf) as T;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copyOf(inner)])) as T;
}

const alternativesAt = ({ of, key }: Group): unknown[] => [of[key]].flat().filter((given) => given !== undefined);
const asPart = (given: unknown): Part => (typeof given === 'string' ? { target: given } : { ...(given as Part) });

/** The groups of transitions that a state declares: on, always, after, onDone, and what its invocations lead to. */
function groupsOf(node: AnyStateNode, config: Part): Group[] {
  const at = (of: unknown, key: string, definitions: readonly AnyTransitionDefinition[] | undefined): Group[] =>
    of && (of as Part)[key] !== undefined ? [{ of: of as Part, key, definitions: definitions ?? [] }] : [];
  const after = (delay: string) => node.after.filter((definition) => String(definition.delay) === delay);
  const invocations = [config.invoke ?? []].flat() as Part[];
  return [
    ...Object.keys((config.on as Part) ?? {}).flatMap((type) => at(config.on, type, node.transitions.get(type))),
    ...at(config, 'always', node.always),
    ...Object.keys((config.after as Part) ?? {}).flatMap((delay) => at(config.after, delay, after(delay))),
    ...at(config, 'onDone', node.transitions.get(`xstate.done.state.${node.id}`)),
    ...invocations.flatMap((invocation, index) => {
      const id = node.invoke[index]?.id;
      return [
        ...at(invocation, 'onDone', node.transitions.get(`xstate.done.actor.${id}`)),
        ...at(invocation, 'onError', node.transitions.get(`xstate.error.actor.${id}`)),
        ...at(invocation, 'onSnapshot', node.transitions.get(`xstate.snapshot.${id}`)),
      ];
    }),
  ];
}

/** The configuration of a state inside a whole chart's. */
const configAt = (root: Part, path: readonly string[]): Part =>
  path.reduce((config, name) => (config.states as Record<string, Part>)[name] as Part, root);

/** A state that a transition might lead to by mistake: one beside its target, else one beside its source. */
function wrongTargetOf(definition: AnyTransitionDefinition): AnyStateNode | undefined {
  const target = definition.target?.[0];
  const beside = (node: AnyStateNode | undefined) => Object.values(node?.parent?.states ?? {});
  return [...beside(target), ...beside(definition.source)].find((node) => node !== (target ?? definition.source));
}

type Change = (alternatives: Part[], index: number) => Part[];
const changesOf = (definition: AnyTransitionDefinition): [string, Change][] => {
  const wrong = wrongTargetOf(definition);
  const changed =
    (change: Part): Change =>
    (all, index) =>
      all.map((part, at) => (at === index ? { ...part, ...change } : part));
  return [
    ['dropped', (all, index) => all.filter((_, at) => at !== index)],
    ...(wrong ? [[`led to ${wrong.key}`, changed({ target: `#${wrong.id}` })] as [string, Change]] : []),
    ...(definition.guard
      ? ([
          ['without its guard', changed({ guard: undefined })],
          ['with its guard negated', changed({ guard: not(definition.guard as never) })],
        ] as [string, Change][])
      : []),
  ];
};

/** Every mutant of a chart: each transition dropped or led elsewhere, each guard dropped or negated. One mistake each. */
export function mutantsOf(machine: AnyStateMachine): Mutant[] {
  const original = machine.config as Part;
  return [machine.root, ...nodesOf(machine.root)].flatMap((node) =>
    groupsOf(node, configAt(original, node.path)).flatMap((group, place) =>
      group.definitions.flatMap((definition, index) =>
        changesOf(definition).map(([name, change]) => ({
          title: `${node.path.join('.') || machine.id} ${definition.eventType || 'always'}[${index}] ${name}`,
          suspect: { state: node.path.join('.'), transition: transitionsOf(machine).get(definition) ?? '' },
          make() {
            const config = copyOf(original);
            const { of, key } = groupsOf(node, configAt(config, node.path))[place] as Group;
            of[key] = change(alternativesAt({ of, key, definitions: [] }).map(asPart), index);
            const options = { ...(original.options as Part), maxIterations: STEP_LIMIT };
            return createMachine({ ...config, options } as never, machine.implementations as never);
          },
        })),
      ),
    ),
  );
}

/**
 * Declares one test per mutant of the walk's chart: the walk must fail for it.
 * @param harmless mutants that behave as the chart does, by title, with the reason why
 */
export function testMutants(walk: AnyWalk, harmless: Readonly<Record<string, string>> = {}): void {
  const mutants = mutantsOf(walk.machine);
  describe(`${walk.machine.id}, with a mistake`, () => {
    if (mutants.length === 0)
      it('has no transition to make one in', () => expect(transitionsOf(walk.machine).size).toBe(0));

    it.each(mutants.filter(({ title }) => !(title in harmless)))('is found out: $title', async ({ make, suspect }) => {
      expect(await complaintsOf(walk, make(), suspect)).not.toEqual([]);
    });

    it.each(Object.keys(harmless))('does not matter: %s', async (title) => {
      const mutant = mutants.find((candidate) => candidate.title === title);
      expect(mutant && (await complaintsOf(walk, mutant.make()))).toEqual([]);
    });
  });
}
