import type { AnyStateMachine } from 'xstate';
import type { Caller } from '../catalogue';
import type { ChartModel } from './model';
import { conditionWords } from './words';

/** Whether one caller may cause one event in one state. */
export type Verdict =
  /** The event is allowed; `leadsTo` is the state after it. */
  | { readonly isAllowed: true; readonly leadsTo: string }
  /** The event exists in this state, but not for this caller; `conditions` are those of its alternatives, in words. */
  | { readonly isAllowed: false; readonly conditions: readonly string[] };

export interface Rule {
  readonly state: string;
  readonly event: string;
  readonly description: string;
  /** One verdict per caller, in the order of the callers. */
  readonly verdicts: readonly Verdict[];
}

/**
 * The rules of a flat chart whose guards depend only on the event: one rule per state and event of that state. The answers come from
 * the machine itself, so the rule book cannot differ from what is enforced.
 */
export function rulesOf(machine: AnyStateMachine, chart: ChartModel, callers: readonly Caller[]): Rule[] {
  return chart.states
    .filter(({ parent }) => parent === '')
    .flatMap(({ id: state, name }) => {
      const here = chart.transitions.filter(({ source, trigger }) => source === state && trigger === 'event');
      const events = [...new Set(here.map(({ event }) => event))];
      return events.map((event): Rule => {
        const alternatives = here.filter((transition) => transition.event === event);
        const conditions = [...new Set(alternatives.flatMap((one) => conditionWords(one) ?? []))];
        return {
          state: name,
          event,
          description: alternatives[0]?.description ?? '',
          verdicts: callers.map(({ payload }) => verdictOf(machine, state, { ...payload, type: event }, conditions)),
        };
      });
    });
}

/** Asks a machine whose guards depend only on the event whether it accepts an event in a state. */
function verdictOf(
  machine: AnyStateMachine,
  state: string,
  event: { readonly type: string },
  conditions: readonly string[],
): Verdict {
  const before = machine.resolveState({ value: state, context: {} });
  const [taken] = machine.getTransitionData(before, event);
  if (!taken) return { isAllowed: false, conditions };
  return { isAllowed: true, leadsTo: taken.target?.[0]?.key ?? state };
}
