import { type AnyStateMachine, type EventFromLogic, getNextSnapshot, type StateValueFrom } from 'xstate';

/** A lifecycle's answer about one event in one status. */
type Judgement<Status extends string> =
  /** The event is allowed; `status` is the status after it. */
  | { readonly allowed: true; readonly status: Status }
  /** 'state': nobody may do it in this status (409). 'role': others may, but not this caller (403). DECISIONS 1 */
  | { readonly allowed: false; readonly because: 'state' | 'role' };

/**
 * Asks a lifecycle whether an event is allowed in a stored status. The server enforces the chart with it, and the client uses it to
 * decide what its member may do. Lifecycles are flat: a status is a state.
 * A transition that keeps the status must name that status as its target, because XState's `can` returns false for a transition
 * without target and actions.
 * @throws Error if the chart has no state with this name
 */
export function judge<Lifecycle extends AnyStateMachine>(
  lifecycle: Lifecycle,
  status: StateValueFrom<Lifecycle> & string,
  event: EventFromLogic<Lifecycle>,
): Judgement<StateValueFrom<Lifecycle> & string> {
  const machine: AnyStateMachine = lifecycle;
  if (!machine.root.states[status]) throw new Error(`${machine.id} has no status ${status}`);
  const before = machine.resolveState({ value: status, context: {} });
  if (!before.can(event)) return { allowed: false, because: actIn(lifecycle, status, event.type) ? 'role' : 'state' };
  return {
    allowed: true,
    status: getNextSnapshot(machine, before, event).value as StateValueFrom<Lifecycle> & string,
  };
}

/** Facts about the button of an act, from the `meta` of its transition. */
export interface ActMeta {
  /**
   * Whether the button is shown only to members who may press it. Otherwise the others get a dialog when they press it (DECISIONS
   * 25).
   */
  readonly isHiddenFromOthers?: boolean;
}

/** An act in one status, as its lifecycle defines it, regardless of the caller's role. */
export interface Act {
  /** The status after the act. */
  readonly leadsTo: string;
  readonly isHiddenFromOthers: boolean;
}

/** The act of an event in a status. Null if nobody may do it in this status, or if the lifecycle does not know the status. */
export function actIn<Lifecycle extends AnyStateMachine>(
  lifecycle: Lifecycle,
  status: string,
  type: EventFromLogic<Lifecycle>['type'],
): Act | null {
  const machine: AnyStateMachine = lifecycle;
  const transition = machine.root.states[status]?.transitions.get(type)?.[0];
  if (!transition) return null;
  const { isHiddenFromOthers = false }: ActMeta = transition.meta ?? {};
  return { leadsTo: transition.target?.[0]?.key ?? status, isHiddenFromOthers };
}
