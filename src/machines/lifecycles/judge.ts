import { type AnyStateMachine, type EventFromLogic, getNextSnapshot, type StateValueFrom } from 'xstate';

/** What a lifecycle says of one event in one status. */
export type Judgement<Status extends string> =
  /** It may happen, and this is the status after. */
  | { readonly allowed: true; readonly status: Status }
  /** 'state': nobody may do it in this status (409). 'role': it exists here, but not for this caller (403). DECISIONS 1 */
  | { readonly allowed: false; readonly because: 'state' | 'role' };

/**
 * Asks a lifecycle whether an event may be taken in a stored status. The server enforces the chart with it, and the client
 * decides with it what its member may do. Lifecycles are flat: a status is a state.
 * A transition that keeps the status names it as its target: XState's `can` takes one without target or action for forbidden.
 * @throws Error when the status is none of the chart's states.
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

/** What a lifecycle says about the button of an act, beside its transition: its `meta`. */
export interface ActMeta {
  /** The button is shown only to those who may press it. Others are answered when they press. DECISIONS 25 */
  readonly isHiddenFromOthers?: boolean;
}

/** An act in one status, as its lifecycle defines it, regardless of the caller's role. */
export interface Act {
  /** The status after. */
  readonly leadsTo: string;
  readonly isHiddenFromOthers: boolean;
}

/** The act that an event is in a status; null where nobody may do it, and in a status that the lifecycle does not know. */
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
