import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import type { Words } from '../catalogue';
import { actionName, type Cause, guardWords, isOfDelay, nameWords } from './words';

/** A machine's states and transitions as plain data, which can be drawn, written to a file, compared and posted to a worker. */
export interface ChartModel {
  readonly id: string;
  /** The root is first, and each state comes before its children. */
  readonly states: readonly StateModel[];
  /** Those that do something: they have a target or actions. */
  readonly transitions: readonly TransitionModel[];
  /**
   * Those that do nothing, so that their event is refused, and that have a condition or say why. Absent where nobody knows whether there
   * are any: in files that were written before files had them.
   */
  readonly forbidding?: readonly TransitionModel[];
  /** Its rule book. Absent if it has none, and in files that were written before files had rule books. */
  readonly rules?: readonly RuleModel[];
}

/** What a rule book says of one act in one state. */
export interface RuleModel {
  readonly state: string;
  readonly act: string;
  /** The answer for each caller, by the name: 'no', 'yes' or 'yes → CLOSED'. */
  readonly answers: Readonly<Record<string, string>>;
  /** What is shown to those who may not do it; '' if nothing is known. */
  readonly others: string;
}

export interface StateModel {
  /** Unique in the chart: the path below the root, joined by dots; '' is the root. */
  readonly id: string;
  readonly name: string;
  readonly parent: string | null;
  readonly type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  /** How much a history state remembers: the state directly in its parent, or all states in it. Null for other states. */
  readonly history: 'shallow' | 'deep' | null;
  /** The id of the state to which a history state leads before its parent was ever left; null if it leads to its parent's start. */
  readonly target: string | null;
  /** Whether it is the initial state of its parent. */
  readonly isInitial: boolean;
  readonly description: string;
  readonly tags: readonly string[];
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  readonly invokes: readonly InvokeModel[];
  /** What entering or leaving it does, in the words of the catalogue, if it has any. */
  readonly acts?: string;
  /** What its named actions do when it is entered or left, in the words of the catalogue, if it has any for them. */
  readonly entering?: string;
  readonly leaving?: string;
}

interface InvokeModel {
  readonly id: string;
  /** The port's name. */
  readonly src: string;
  /** The id of the machine that is invoked; null for promises and streams. */
  readonly chart: string | null;
}

export interface TransitionModel extends Cause {
  /** Consists of the state's id, the event, and the index among the alternatives, so it is the same in each run. */
  readonly id: string;
  readonly source: string;
  /** The guard's name as words, or its code; null without a guard. */
  readonly guard: string | null;
  /** The ids of the target states; empty if the transition stays in its state. */
  readonly targets: readonly string[];
  readonly actions: readonly string[];
  readonly reenter: boolean;
  readonly description: string;
  /** What the catalogue calls its event, if it calls it anything. */
  readonly title?: string;
  /** The guard in the words of the catalogue, if it has any. */
  readonly condition?: string;
  /** What it does, in the words of the catalogue, if it has any. */
  readonly acts?: string;
  /** What is shown to those for whom its guard does not hold, in the words of the catalogue, if it has any. */
  readonly others?: string;
}

/**
 * A short name for a transition in a link to a path, made of its id: up to seven letters and digits. It stays the same when transitions of
 * other states or events come or go. It is the 32-bit hash FNV-1a.
 */
export function shortNameOf({ id }: Pick<TransitionModel, 'id'>): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(id)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(36);
}

/** A state's id in the model. */
export const idOf = (node: AnyStateNode) => node.path.join('.');
/** All states of a chart, each before its children. */
export const nodesOf = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(nodesOf)];

const noWords: Words = { conditions: {}, acts: {}, guards: {}, actions: {} };

/** The words for a name in a chart; undefined if there are none. */
const toldIn = (told: Readonly<Record<string, string>>, chart: string, name: string): string | undefined =>
  told[`${chart}.${name}`] ?? told[name];

/** A guard in the words of the catalogue; undefined if it has none for any of its parts. */
function conditionOf(chart: string, guard: unknown, { guards }: Words): string | undefined {
  const plain = guardWords(guard);
  const told = guardWords(guard, (name) => toldIn(guards, chart, name) ?? guardWords(name));
  return told === plain ? undefined : told;
}

/** Actions in the words of the catalogue; undefined if it has none for any of them. */
function actsOf(chart: string, names: readonly string[], { actions }: Words): string | undefined {
  const told = names.map((name) => toldIn(actions, chart, name));
  if (told.every((one) => one === undefined)) return undefined;
  return [...new Set(names.map((name, place) => told[place] ?? nameWords(name)))].join(', ');
}

/** Reads a machine. The same machine always gives the same model. */
export function readChart(machine: AnyStateMachine, words = noWords): ChartModel {
  const nodes = nodesOf(machine.root);
  const all = nodes.flatMap((node) =>
    [...node.transitions.values(), node.always ?? []].flatMap((alternatives) =>
      alternatives.map((transition, place) => transitionOf(machine, node, transition, place, words)),
    ),
  );
  const forbidding = all.filter((one) => doesNothing(one) && (one.guard !== null || one.description !== ''));
  return {
    id: machine.id,
    states: nodes.map((node) => stateOf(machine, node, words)),
    transitions: all.filter((one) => !doesNothing(one)),
    forbidding,
  };
}

/** Whether a transition only forbids its event. */
export const doesNothing = ({ targets, actions }: Pick<TransitionModel, 'targets' | 'actions'>) =>
  targets.length === 0 && actions.length === 0;

/** All transitions of a chart, also those that do nothing. Alternatives for the same event are in the order in which they are asked. */
export function withForbidding({ transitions, forbidding = [] }: ChartModel): readonly TransitionModel[] {
  const causes = [...transitions, ...forbidding].map(({ id }) => causeOfId(id));
  return [...transitions, ...forbidding].toSorted(
    ({ id }, { id: other }) =>
      causes.indexOf(causeOfId(id)) - causes.indexOf(causeOfId(other)) || placeOfId(id) - placeOfId(other),
  );
}

/** Whether a chart has a state or a transition. */
export const hasPart = (chart: ChartModel, part: string): boolean =>
  [...chart.states, ...withForbidding(chart)].some(({ id }) => id === part);

/** The parts of a transition's id: what causes it, and its place among the alternatives for that. */
export const causeOfId = (id: string) => id.slice(0, id.lastIndexOf('|'));
export const placeOfId = (id: string) => Number(id.slice(id.lastIndexOf('|') + 1));

function stateOf(machine: AnyStateMachine, node: AnyStateNode, words: Words): StateModel {
  const namesOf = (actions: readonly unknown[]) => actions.filter((action) => !isOfDelay(action)).map(actionName);
  const [entry, exit] = [namesOf(node.entry), namesOf(node.exit)];
  const acts = words.acts[node.id];
  const entering = actsOf(machine.id, entry, words);
  const leaving = actsOf(machine.id, exit, words);
  return {
    ...(acts !== undefined && { acts }),
    ...(entering !== undefined && { entering }),
    ...(leaving !== undefined && { leaving }),
    id: idOf(node),
    name: node.path.length === 0 ? machine.id : node.key,
    parent: node.parent ? idOf(node.parent) : null,
    type: node.type,
    history: node.type === 'history' ? node.history || 'shallow' : null,
    target: firstTargetOf(machine, node),
    isInitial: node.parent !== undefined && node.parent.type === 'compound' && isInitialOf(node.parent, node),
    description: node.description ?? '',
    tags: [...node.tags],
    entry,
    exit,
    invokes: node.invoke.map(({ id, src }) => ({
      id,
      src: typeof src === 'string' ? src : id,
      chart: machineOf(logicOf(machine, src))?.id ?? null,
    })),
  };
}

/** Where a history state leads the first time: XState names it from its parent, or by an id of its own. */
function firstTargetOf(machine: AnyStateMachine, { type, parent, config }: AnyStateNode): string | null {
  const { target } = config as { readonly target?: unknown };
  if (type !== 'history' || !parent || typeof target !== 'string') return null;
  if (target.startsWith('#')) return idOf(machine.getStateNodeById(target));
  return [...parent.path, target].join('.');
}

const isInitialOf = (parent: AnyStateNode, node: AnyStateNode) =>
  parent.initial?.target?.some((target) => target === node || target.path.join('.').startsWith(`${idOf(node)}.`)) ??
  false;

/** The logic of an invoked actor: named in the machine's implementations, or written in place. */
const logicOf = (machine: AnyStateMachine, src: unknown): unknown =>
  typeof src === 'string' ? machine.implementations.actors[src] : src;

/** The machine, if the logic of an actor is one; otherwise null. */
const machineOf = (logic: unknown): AnyStateMachine | null =>
  typeof logic === 'object' && logic !== null && 'root' in logic && 'id' in logic ? (logic as AnyStateMachine) : null;

/** A machine and all machines that it runs, directly or through others, each once. */
export function withChildren(machine: AnyStateMachine, known: AnyStateMachine[] = []): AnyStateMachine[] {
  if (known.some(({ id }) => id === machine.id)) return known;
  known.push(machine);
  for (const { invoke } of nodesOf(machine.root))
    for (const { src } of invoke) {
      const child = machineOf(logicOf(machine, src));
      if (child) withChildren(child, known);
    }
  return known;
}

function transitionOf(
  machine: AnyStateMachine,
  node: AnyStateNode,
  { eventType, target, guard, actions, reenter, description, meta }: AnyTransitionDefinition,
  place: number,
  words: Words,
): TransitionModel {
  const cause = causeOf(machine, node, eventType);
  const id = `${node.id} | ${eventType || 'always'} | ${place}`;
  const names = actions.map(actionName);
  const condition = words.conditions[id] ?? (guard === undefined ? undefined : conditionOf(machine.id, guard, words));
  const acts = words.acts[id] ?? actsOf(machine.id, names, words);
  const others = guard === undefined ? undefined : words.others?.[machine.id]?.(meta);
  const named = toldIn(words.events ?? {}, machine.id, eventType);
  const title = named ?? words.eventWords?.(eventType, endsOf(machine, node, eventType));
  return {
    id,
    ...(title !== undefined && { title }),
    ...(condition !== undefined && { condition }),
    ...(acts !== undefined && { acts }),
    ...(others !== undefined && { others }),
    source: idOf(node),
    ...cause,
    guard: guard === undefined ? null : guardWords(guard),
    targets: (target ?? []).map(idOf),
    actions: names,
    reenter: reenter === true,
    description: description ?? '',
  };
}

/** The final states of the chart that a state runs and whose end an event is; none for other events. */
function endsOf(machine: AnyStateMachine, { invoke }: AnyStateNode, eventType: string): string[] {
  const ended = invoke.find(({ id }) => eventType === `xstate.done.actor.${id}`);
  const chart = ended && machineOf(logicOf(machine, ended.src));
  return Object.values(chart?.states ?? {}).flatMap(({ type, key }) => (type === 'final' ? key : []));
}

function causeOf(machine: AnyStateMachine, node: AnyStateNode, eventType: string): Cause {
  if (eventType === '') return { trigger: 'always', event: '', delay: null };
  const delayed = node.after.find((after) => after.eventType === eventType);
  if (delayed) {
    const { delay } = delayed;
    const given = typeof delay === 'string' ? machine.implementations.delays[delay] : delay;
    return { trigger: 'after', event: String(delay), delay: typeof given === 'number' ? given : null };
  }
  const [, what, of, name] = /^xstate\.(done|error)\.(actor|state)\.?(.*)$/.exec(eventType) ?? [];
  if (what === 'error') return { trigger: 'error', event: name ?? '', delay: null };
  if (what === 'done') return { trigger: 'done', event: of === 'actor' ? (name ?? '') : '', delay: null };
  return { trigger: 'event', event: eventType, delay: null };
}
