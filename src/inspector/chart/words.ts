import { and, not, or, stateIn } from 'xstate';

/** Splits an identifier into words: 'isCaptainOrHigher' → 'is captain or higher'. */
const wordsOf = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/[._]/g, ' ')
    .replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());

/** Words for XState's built-in actions. */
const builtIn: Readonly<Record<string, string>> = {
  'xstate.assign': 'sets',
  'xstate.sendTo': 'tells another actor',
  'xstate.raise': 'tells itself',
  'xstate.emit': 'tells its listeners',
  'xstate.spawnChild': 'starts an actor',
  'xstate.stopChild': 'stops an actor',
  'xstate.enqueueActions': 'does several things',
  'xstate.cancel': 'cancels',
};

/** Whether XState has added the action for a delay. Such actions are not shown, because a delay is shown as a transition. */
export const isOfDelay = (action: unknown): boolean => {
  const { type, event } = (action ?? {}) as { type?: unknown; event?: { type?: unknown } };
  return type === 'xstate.cancel' || String(event?.type).startsWith('xstate.after.');
};

/** The name of an action. An action written in place has none; it is described by its kind, with its fields or event if they are fixed. */
export function actionName(action: unknown): string {
  if (typeof action === 'string') return action;
  const { type, assignment, event } = (action ?? {}) as { type?: unknown; assignment?: unknown; event?: unknown };
  if (typeof type !== 'string') return 'runs code';
  const kind = builtIn[type];
  if (kind === undefined) return type;
  if (typeof assignment === 'object' && assignment !== null) return `${kind} ${Object.keys(assignment).join(', ')}`;
  if (typeof assignment === 'function') return `${kind} its data`;
  const told = (event as { type?: unknown } | undefined)?.type;
  return typeof told === 'string' ? `${kind}: ${told}` : kind;
}

const isMadeBy = (guard: { readonly check?: unknown }, sample: unknown) =>
  guard.check !== undefined && guard.check === (sample as { check?: unknown }).check;

/**
 * A guard in words. A guard written in place has no name; its code is shown, without the parameters.
 * @param toldAs the words of a guard with this name
 */
export function guardWords(guard: unknown, toldAs: (name: string) => string = wordsOf): string {
  if (typeof guard === 'string') return toldAs(guard);
  const {
    type,
    guards = [],
    stateValue,
  } = guard as {
    type?: unknown;
    guards?: readonly unknown[];
    stateValue?: unknown;
  };
  const made = guard as { readonly check?: unknown };
  const parts = guards.map((part) => guardWords(part, toldAs));
  if (isMadeBy(made, not(''))) return `not (${parts.join()})`;
  if (isMadeBy(made, or([]))) return parts.join(', or ');
  if (isMadeBy(made, and([]))) return parts.join(', and ');
  if (isMadeBy(made, stateIn(''))) return `it is in ${pathWords(stateValue)}`;
  if (typeof type === 'string') return toldAs(type);
  return plainCode(String(guard).replace(/^(async )?(function\b[^(]*)?\([^)]*\)\s*(=>)?\s*/, ''));
}

/**
 * Code as it is for all compilers. They differ in spaces, quotes and the brackets of a single parameter, and a bundler gives functions
 * of the same name in several modules a number: 'idOf$1'. Otherwise the same chart would differ between a file and the built page.
 */
const plainCode = (code: string) =>
  code
    .replaceAll('"', "'")
    .replace(/(?<=\w)\$\d+\b/g, '')
    .replace(/\s*([^\w\s$'])\s*/g, '$1')
    .replace(/\((\w+)\)=>/g, '$1=>')
    .replace(/===|!==|>=|<=|=>|&&|\|\||\?\?|(?<!=)[<>](?!=)/g, ' $& ');

/** The guard of a transition in the words of the catalogue, otherwise its name or code; null without a guard. */
export const conditionWords = ({ condition, guard }: { readonly condition?: string; readonly guard: string | null }) =>
  condition ?? guard;

/** A rule as its chart describes it, and what those see of it who may not do it. */
export const ruleWords = ({ description, others = '' }: { readonly description: string; readonly others?: string }) =>
  [description, others].filter(Boolean).join(' · ');

/** What a transition does, in the words of the catalogue, otherwise the names of its actions. */
export const actWords = ({ acts, actions }: { readonly acts?: string; readonly actions: readonly string[] }) =>
  acts ?? actions.map(nameWords).join(', ');
/** An action's name as words. A name that `actionName` has already made of words stays as it is. */
export const nameWords = (name: string) => (/[ :]/.test(name) ? name : wordsOf(name));

/** The mark of a history state in the usual notation, with a star for a deep one; '' for other states. */
export const historyMark = ({ history }: { readonly history: 'shallow' | 'deep' | null }) =>
  history === null ? '' : history === 'deep' ? 'H*' : 'H';

/** A state's name for a drawing that has no signs of its own: that of a history state has its mark. */
export function markedName(state: { readonly name: string; readonly history: 'shallow' | 'deep' | null }): string {
  const mark = historyMark(state);
  return mark === '' ? state.name : `${state.name} (${mark})`;
}

const pathWords = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : Object.entries(value as object)
        .map(([key, inner]) => `${key}.${pathWords(inner)}`)
        .join(' and ');

/** What causes a transition. */
export interface Cause {
  readonly trigger: 'event' | 'always' | 'after' | 'done' | 'error';
  /** The event's type, or the name of the actor or delay; '' for always. */
  readonly event: string;
  /** The delay in milliseconds if it is a fixed number, otherwise null. */
  readonly delay: number | null;
}

/** What causes a transition, in words: 'channel.opened', 'after 60 s (silence)', 'verify is done'. */
export function causeWords({ trigger, event, delay }: Cause): string {
  switch (trigger) {
    case 'event':
      return event;
    case 'always':
      return 'at once';
    case 'after': {
      const time = delay === null ? '' : duration(delay);
      if (/^\d+$/.test(event)) return `after ${duration(Number(event))}`;
      return time ? `after ${time} (${event})` : `after ${wordsOf(event)}`;
    }
    case 'done':
      return event === '' ? 'when it is finished' : `${event} is done`;
    case 'error':
      return event === '' ? 'when it fails' : `${event} fails`;
  }
}

/** What causes a transition as its button says it, if that is known: 'Close Incident'. */
export const causeTitle = (cause: Cause & { readonly title?: string | undefined }): string =>
  cause.title ?? causeWords(cause);

/** Where a transition starts. What starts at the root, whose id is '', is in force in every state. */
export const placeWords = (state: string) => state || 'in every state';

/** The heading of what is said about a state. */
export const headingOf = ({ id, name }: { readonly id: string; readonly name: string }) =>
  id || `${name}: ${placeWords(id)}`;

/** A transition as it is named in lists: where it starts, its cause and, in brackets, its condition. */
export function transitionWords(
  transition: Cause & {
    readonly source: string;
    readonly title?: string;
    readonly condition?: string;
    readonly guard: string | null;
  },
): string {
  const condition = conditionWords(transition);
  return `${placeWords(transition.source)}: ${causeTitle(transition)}${condition === null ? '' : ` [${condition}]`}`;
}

/** Where a transition leads, as the end of a line. */
export const leadsTo = ({ targets, source }: { readonly targets: readonly string[]; readonly source: string }) =>
  targets.length === 0 ? 'stays' : `→ ${targets.join(' and ')}${targets.includes(source) ? ' (again)' : ''}`;

/** Several conditions as the end of a sentence about a refusal: 'only if the caller is an admin, or …'. */
export const onlyIf = (conditions: readonly string[]) => `only if ${conditions.join(', or ')}`;

/** A time in milliseconds as text with a unit, such as '60 s'. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${milliseconds} ms`;
  if (milliseconds < 60_000) return `${milliseconds / 1000} s`;
  return `${milliseconds / 60_000} min`;
}
