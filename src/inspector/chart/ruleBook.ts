import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, StateValue } from 'xstate';
import type { Chart, Words } from '../catalogue';
import { type ChartModel, idOf, nodesOf, type RuleModel, readChart, type TransitionModel } from './model';
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
  /** What the app's button for the event says, if that is known. */
  readonly title: string | undefined;
  readonly description: string;
  /** What is shown to those who may not do it; '' if nothing is known. */
  readonly others: string;
  /** Whether nobody causes the event: it follows from something else. */
  readonly isFact: boolean;
  /** One verdict per caller, in the order of the callers; of a fact, one for all. */
  readonly verdicts: readonly Verdict[];
}

/** What is said of a fact in place of who may cause it. */
const factWords = 'nobody does it, it follows from something else';

const nobody = { payload: {} };

/** What a rule book is made of. */
type RuledChart = Pick<Chart, 'machine' | 'callers' | 'facts'>;

/**
 * The rules of a chart whose guards depend only on the event: one rule per innermost state and event that it, a state around it or the
 * machine has. The answers come from the machine itself, so the rule book cannot differ from what is enforced.
 */
export function rulesOf({ machine, callers = [], facts = [] }: RuledChart, chart: ChartModel): Rule[] {
  return nodesOf(machine.root)
    .filter(({ type }) => type === 'atomic' || type === 'final')
    .flatMap((node) => {
      const before = machine.resolveState({ value: valueIn(node), context: {} });
      // A chart that has ended takes no event, even if the machine has it for all states.
      if (before.status !== 'active') return [];
      const here = inForce(node, chart);
      const events = [...new Set(here.map(({ event }) => event))];
      return events.map((event): Rule => {
        const alternatives = here.filter((transition) => transition.event === event);
        const conditions = [...new Set(alternatives.flatMap((one) => conditionWords(one) ?? []))];
        const isFact = facts.includes(event);
        return {
          state: idOf(node),
          event,
          title: alternatives[0]?.title,
          description: alternatives[0]?.description ?? '',
          others: alternatives.find(({ others }) => others !== undefined)?.others ?? '',
          isFact,
          verdicts: (isFact ? [nobody] : callers).map(({ payload }) =>
            verdictOf(machine, before, { ...payload, type: event }, idOf(node), conditions),
          ),
        };
      });
    });
}

/** A verdict in as few words as possible: 'no', 'yes', or 'yes → CLOSED' if the event leads to another state. */
export const answerWords = (rule: Pick<Rule, 'state'>, verdict: Verdict | undefined): string =>
  verdict?.isAllowed ? `yes${targetWords(rule, verdict)}` : 'no';

/** What is said of a fact in place of the answers for each caller. */
export const factAnswer = (rule: Rule): string => `${factWords}${targetWords(rule, rule.verdicts[0])}`;

/** The state to which an event leads: ' → CLOSED', or '' if it stays or is refused. */
const targetWords = ({ state }: Pick<Rule, 'state'>, verdict: Verdict | undefined): string =>
  verdict?.isAllowed && verdict.leadsTo !== state ? ` → ${verdict.leadsTo}` : '';

/** Reads a chart of the catalogue with its rule book, if it has callers for one. */
export function readWithRules(entry: RuledChart, words?: Words): ChartModel {
  const chart = readChart(entry.machine, words);
  const { callers } = entry;
  return callers ? { ...chart, rules: rulesOf(entry, chart).map((rule) => modelOf(rule, callers)) } : chart;
}

function modelOf(rule: Rule, callers: NonNullable<Chart['callers']>): RuleModel {
  const names = rule.isFact ? [factWords] : callers.map(({ name }) => name);
  return {
    state: rule.state,
    act: rule.event,
    answers: Object.fromEntries(names.map((name, place) => [name, answerWords(rule, rule.verdicts[place])])),
    others: rule.others,
  };
}

/** The state value that names only this state and those around it. */
const valueIn = ({ path }: AnyStateNode) => path.reduceRight<StateValue>((inner, key) => ({ [key]: inner }), {});

/**
 * The transitions that events may cause in a state: its own, then those of the states around it. One without a guard ends this for its
 * event, also if it has no target, with which a state forbids an event.
 */
function inForce(state: AnyStateNode, { transitions }: ChartModel): TransitionModel[] {
  const decided = new Set<string>();
  return [state, ...aroundOf(state)].flatMap((node) => {
    const own = transitions.filter(
      ({ source, trigger, event }) => source === idOf(node) && trigger === 'event' && !decided.has(event),
    );
    for (const [event, alternatives] of node.transitions)
      if (alternatives.some(({ guard }) => guard === undefined)) decided.add(event);
    return own;
  });
}

/** The states around a state, the innermost first. The last one is the machine's root. */
const aroundOf = ({ parent }: AnyStateNode): AnyStateNode[] => (parent ? [parent, ...aroundOf(parent)] : []);

/** Asks a machine whose guards depend only on the event whether it accepts an event. */
function verdictOf(
  machine: AnyStateMachine,
  before: AnyMachineSnapshot,
  event: { readonly type: string },
  state: string,
  conditions: readonly string[],
): Verdict {
  if (!before.can(event)) return { isAllowed: false, conditions };
  const targets = machine.getTransitionData(before, event).flatMap(({ target }) => target ?? []);
  return { isAllowed: true, leadsTo: targets.map(idOf).join(' and ') || state };
}
