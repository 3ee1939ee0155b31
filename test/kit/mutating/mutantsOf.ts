import { type AnyStateMachine, type AnyStateNode, type AnyTransitionDefinition, createMachine, not } from 'xstate';
import type { MutatedPlace } from '../walk';
import { nodesOf, transitionsOf } from '../walking/graph';
import { wrongActionsOf, wrongDelays } from './actions';

/** A chart with one deliberate mistake. */
export interface Mutant {
  /** Unique in the chart. */
  readonly title: string;
  /** The mistake's place. */
  readonly suspect: MutatedPlace;
  /** Makes the chart. Called only when it is needed, because hundreds of charts would fill the memory. */
  make(): AnyStateMachine;
}

/** The parts of a chart's configuration that a mutation changes. */
type Part = Record<string, unknown>;
/** The position of a group of alternative transitions in the configuration of a state. */
interface Group {
  readonly of: Part;
  readonly key: string;
  readonly definitions: readonly AnyTransitionDefinition[];
}
/** A mistake in one state: its name, and a function that puts it into a copy of that state's configuration. */
interface Mistake {
  readonly name: string;
  /** The name of the transition with the mistake. */
  readonly transition?: string;
  put(config: Part): void;
}

/** More steps than any chart takes by itself. It stops a mutant that loops forever. */
const STEP_LIMIT = 1_000;

/** The transition of a mistake that is not in a transition. */
const NONE = 'none |';

/** A deep copy of a configuration. Functions and objects that are not plain data are not copied. */
function copyOf<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copyOf) as T;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copyOf(inner)])) as T;
}

const listOf = (given: unknown): unknown[] => [given].flat().filter((one) => one !== undefined);
const asPart = (given: unknown): Part => (typeof given === 'string' ? { target: given } : { ...(given as Part) });
/** A list with one element replaced by others. */
const replaced = (all: readonly unknown[], index: number, others: readonly unknown[]) =>
  all.toSpliced(index, 1, ...others);

/** The groups of transitions that a state declares: on, always, after, onDone, and those of its invocations. */
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

/** A state to which a transition might lead by mistake: a sibling of its target, or else of its source. */
function wrongTargetOf(definition: AnyTransitionDefinition): AnyStateNode | undefined {
  const target = definition.target?.[0];
  const beside = (node: AnyStateNode | undefined) => Object.values(node?.parent?.states ?? {});
  return [...beside(target), ...beside(definition.source)].find((node) => node !== (target ?? definition.source));
}

/** The mistakes in one transition, each as the list of transitions that replace it. */
function wrongTransitionsOf(definition: AnyTransitionDefinition, given: Part, actionOf: (name: string) => unknown) {
  const wrong = wrongTargetOf(definition);
  const actions = listOf(given.actions);
  return [
    { name: 'dropped', instead: [] },
    ...(wrong ? [{ name: `led to ${wrong.key}`, instead: [{ ...given, target: `#${wrong.id}` }] }] : []),
    ...(definition.guard
      ? [
          { name: 'without its guard', instead: [{ ...given, guard: undefined }] },
          { name: 'with its guard negated', instead: [{ ...given, guard: not(definition.guard as never) }] },
        ]
      : []),
    ...actions.flatMap((action, index) =>
      wrongActionsOf(action, actionOf).map(({ name, instead }) => ({
        name: `action ${index} ${name}`,
        instead: [{ ...given, actions: replaced(actions, index, instead) }],
      })),
    ),
  ];
}

function wrongTransitionsAt(node: AnyStateNode, config: Part, actionOf: (name: string) => unknown): Mistake[] {
  return groupsOf(node, config).flatMap(({ of, key, definitions }, place) => {
    const put = (change: (given: Part[]) => unknown[]) => (copy: Part) => {
      const group = groupsOf(node, copy)[place] as Group;
      group.of[group.key] = change(listOf(group.of[group.key]).map(asPart));
    };
    const given = listOf(of[key]).map(asPart);
    const names = transitionsOf(node.machine);
    const nameOf = (definition?: AnyTransitionDefinition) => (definition && names.get(definition)) ?? NONE;
    const wrong = definitions.flatMap((definition, index) =>
      wrongTransitionsOf(definition, given[index] ?? {}, actionOf).map(({ name, instead }) => ({
        name: `${definition.eventType || 'always'}[${index}] ${name}`,
        transition: nameOf(definition),
        put: put((all) => replaced(all, index, instead)),
      })),
    );
    // With a single alternative this would be the same as that one dropped.
    const withoutAny = {
      name: `${definitions[0]?.eventType} dropped with all its alternatives`,
      transition: nameOf(definitions[0]),
      put: put(() => []),
    };
    return key === 'onError' && definitions.length > 1 ? [...wrong, withoutAny] : wrong;
  });
}

function wrongActionsAt(config: Part, actionOf: (name: string) => unknown): Mistake[] {
  return ['entry', 'exit'].flatMap((key) =>
    listOf(config[key]).flatMap((action, index, all) =>
      wrongActionsOf(action, actionOf).map(({ name, instead }) => ({
        name: `${key}[${index}] ${name}`,
        put: (copy: Part) => {
          copy[key] = replaced(all, index, instead);
        },
      })),
    ),
  );
}

/**
 * Every mutant of a chart, one mistake each: a transition dropped or led elsewhere, a guard dropped or negated, an action dropped, a
 * delay made longer or shorter, the onError of an invocation dropped.
 */
export function mutantsOf(machine: AnyStateMachine): Mutant[] {
  const original = machine.config as Part;
  const { actions, delays } = machine.implementations as unknown as Record<'actions' | 'delays', Part>;
  const actionOf = (name: string) => actions[name];
  const made = (config: Part, changed: Record<string, Part> = {}) =>
    createMachine(
      { ...config, options: { ...(original.options as Part), maxIterations: STEP_LIMIT } } as never,
      { ...machine.implementations, ...changed } as never,
    );

  const inStates = [machine.root, ...nodesOf(machine.root)].flatMap((node): Mutant[] => {
    const config = configAt(original, node.path);
    const state = node.path.join('.');
    return [...wrongTransitionsAt(node, config, actionOf), ...wrongActionsAt(config, actionOf)].map(
      ({ name, put, transition = NONE }) => ({
        title: `${state || machine.id} ${name}`,
        suspect: { state, transition },
        make() {
          const copy = copyOf(original);
          put(configAt(copy, node.path));
          return made(copy);
        },
      }),
    );
  });
  const inActions = Object.entries(actions).flatMap(([name, action]) =>
    // Without the first mistake: the mutants of the states drop a named action in each of its places.
    wrongActionsOf(action, actionOf)
      .slice(1)
      .map((wrong) => ({
        title: `${name} ${wrong.name}`,
        suspect: { state: '', transition: NONE },
        make: () => made(original, { actions: { ...actions, [name]: wrong.instead[0] } }),
      })),
  );
  const inDelays = Object.entries(delays).flatMap(([name, delay]) =>
    wrongDelays.map(([words, wrong]) => ({
      title: `delay ${name} ${words}`,
      suspect: { state: '', transition: NONE },
      make: () => made(original, { delays: { ...delays, [name]: wrong(delay) } }),
    })),
  );
  return [...inStates, ...inActions, ...inDelays];
}
