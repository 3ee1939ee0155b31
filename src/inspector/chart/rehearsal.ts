import {
  type AnyActorScope,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  createActor,
  createMachine,
  StateMachine,
} from 'xstate';
import type { Chart } from '../catalogue';
import { type Place, placeIn } from './skeleton';

/** What a machine does with an event in a situation. */
export type Outcome =
  /** It takes these transitions, one after the other, and is in another situation then. */
  | { readonly kind: 'taken'; readonly transitions: readonly string[]; readonly snapshot: AnyMachineSnapshot }
  /** `by` is the id of the transition that forbids it, if one does so on its condition. */
  | { readonly kind: 'refused'; readonly by: string | null }
  /** The code of the machine or of the project fails, because the payload lacks something or is wrong. */
  | { readonly kind: 'failed'; readonly message: string };

const nobody = createMachine({});

/** A scope in which a machine's guards and assignments run, and none of its effects: no action, no port, no delay, no message. */
function inert(seen: (transitions: readonly AnyTransitionDefinition[]) => void): AnyActorScope {
  const self = createActor(nobody, {
    inspect: (event) => {
      if (event.type === '@xstate.microstep' && event.actorRef === self) seen(event._transitions);
    },
  });
  const nothing = () => {};
  return {
    self,
    id: self.id,
    sessionId: self.sessionId,
    system: self.system,
    logger: nothing,
    defer: nothing,
    emit: nothing,
    stopChild: nothing,
    actionExecutor: nothing,
  } as unknown as AnyActorScope;
}

const bare = new WeakMap<AnyStateMachine, AnyStateMachine>();
/** The machine without what a project has wrapped around it, such as a restart after a failure. */
function bareOf(machine: AnyStateMachine): AnyStateMachine {
  const known = bare.get(machine) ?? new StateMachine(machine.config, machine.implementations);
  bare.set(machine, known);
  return known;
}

/**
 * The situation at the start, or null if it cannot be known: the machine makes its data from an input, and the catalogue gives none.
 */
export function startOf({ machine, input }: Pick<Chart, 'machine' | 'input'>): AnyMachineSnapshot | null {
  if (input === undefined && typeof machine.config.context === 'function') return null;
  const snapshot: AnyMachineSnapshot = bareOf(machine).getInitialSnapshot(
    inert(() => {}),
    input,
  );
  return snapshot.status === 'error' ? null : snapshot;
}

/** The situation in a place, if the machine has no data that a path to it would have changed; otherwise null. */
export function situationIn({ machine }: Pick<Chart, 'machine'>, place: Place) {
  const { context } = machine.config;
  const hasData = typeof context === 'function' || Object.keys(context ?? {}).length > 0;
  return hasData ? null : placeIn(bareOf(machine), place);
}

/**
 * What the machine itself does with an event. Nothing leaves it.
 * @param eventOf makes the event; it may throw, because code of the project revives what a link or a reviewer says
 */
export function press(snapshot: AnyMachineSnapshot, eventOf: () => AnyEventObject): Outcome {
  const seen: AnyTransitionDefinition[] = [];
  const scope = inert((transitions) => seen.push(...transitions));
  try {
    const after = (snapshot.machine as AnyStateMachine).transition(snapshot, eventOf(), scope as never);
    const taken = seen.filter((one) => one.target || one.actions.length > 0).map(transitionId);
    if (after.status === 'error' && taken.length > 0) return { kind: 'failed', message: String(after.error) };
    if (taken.length > 0) return { kind: 'taken', transitions: taken, snapshot: after };
    return { kind: 'refused', by: seen.map(transitionId)[0] ?? null };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

/** What a machine does at once, without an event. It does nothing in a situation that it has reached by itself. */
export const settle = (snapshot: AnyMachineSnapshot): Outcome => press(snapshot, () => ({ type: 'xstate.init' }));

/** A transition's id, as in the model. */
function transitionId(transition: AnyTransitionDefinition): string {
  const { source, eventType } = transition;
  const alternatives = eventType === '' ? (source.always ?? []) : (source.transitions.get(eventType) ?? []);
  return `${source.id} | ${eventType || 'always'} | ${alternatives.indexOf(transition)}`;
}
