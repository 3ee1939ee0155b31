import type { AnyStateMachine } from 'xstate';
import type { Caller } from '../catalogue';
import type { ChartModel } from './model';

/** What one caller may do with one event in one state. */
export type Verdict =
  /** It may happen; `leadsTo` is the state after. */
  | { readonly isAllowed: true; readonly leadsTo: string }
  /** The event exists here, but not for this caller: the reason is the guard. */
  | { readonly isAllowed: false; readonly reason: string };

export interface Rule {
  readonly state: string;
  readonly event: string;
  readonly description: string;
  /** In the order of the callers. */
  readonly verdicts: readonly Verdict[];
}

/**
 * The rules of a flat chart whose guards judge the event alone, one per state and event that exists there. The machine itself is
 * asked, so the book cannot differ from what is enforced.
 */
export function rulesOf(machine: AnyStateMachine, chart: ChartModel, callers: readonly Caller[]): Rule[] {
  return chart.states
    .filter(({ parent }) => parent === '')
    .flatMap(({ id: state, name }) => {
      const here = chart.transitions.filter(({ source, trigger }) => source === state && trigger === 'event');
      const events = [...new Set(here.map(({ event }) => event))];
      return events.map((event): Rule => {
        const first = here.find((transition) => transition.event === event);
        return {
          state: name,
          event,
          description: first?.description ?? '',
          verdicts: callers.map(({ payload }) => verdictOf(machine, state, { ...payload, type: event }, first?.guard)),
        };
      });
    });
}

/** What a machine whose guards judge the event alone says of one event in one state. `guard`: the reason where it is refused. */
export function verdictOf(
  machine: AnyStateMachine,
  state: string,
  event: { readonly type: string },
  guard: string | null | undefined,
): Verdict {
  const before = machine.resolveState({ value: state, context: {} });
  const [taken] = machine.getTransitionData(before, event);
  if (!taken) return { isAllowed: false, reason: guard ?? 'not here' };
  return { isAllowed: true, leadsTo: taken.target?.[0]?.key ?? state };
}
