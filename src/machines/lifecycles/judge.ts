import type { AnyStateMachine, EventFromLogic, StateValueFrom } from 'xstate';
import { getNextSnapshot } from 'xstate';

/** What a lifecycle says of one event in one status. */
export type Judgement<Status extends string> =
  /** It may happen, and this is the status after. */
  | { readonly allowed: true; readonly status: Status }
  /** 'state': nobody may do it in this status (409). 'role': it exists here, but not for this caller (403). DECISIONS 1 */
  | { readonly allowed: false; readonly because: 'state' | 'role' };

/**
 * Asks a lifecycle whether an event may be taken in a stored status. The one way in which the server enforces a chart and
 * the client decides which buttons exist. Lifecycles are flat: a status is a state.
 * A transition that keeps the status names it as its target: XState's `can` takes one without target or action for forbidden.
 * @throws Error when the status is none of the chart's states.
 */
export function judge<Lifecycle extends AnyStateMachine>(
  lifecycle: Lifecycle,
  status: StateValueFrom<Lifecycle> & string,
  event: EventFromLogic<Lifecycle>,
): Judgement<StateValueFrom<Lifecycle> & string> {
  const machine: AnyStateMachine = lifecycle;
  const node = machine.root.states[status];
  if (!node) throw new Error(`${machine.id} has no status ${status}`);
  const before = machine.resolveState({ value: status, context: {} });
  if (!before.can(event)) return { allowed: false, because: node.transitions.has(event.type) ? 'role' : 'state' };
  return {
    allowed: true,
    status: getNextSnapshot(machine, before, event).value as StateValueFrom<Lifecycle> & string,
  };
}
