import type { walkersOf } from './coverage';
import { doesNothing, type StateModel, type TransitionModel } from './model';
import { actWords, causeWords, conditionWords, historyMark, nameWords, ruleWords } from './words';

/** Which tests take each transition, in words; null if no coverage was opened. */
export type Walkers = ReturnType<typeof walkersOf> | null;

/** What the name and the description of a state do not say: its kind, its tags, and what it does when it is entered or left. */
export const notesOf = (state: StateModel): string[] => {
  const { type, isInitial, tags, acts, entering, leaving, entry, exit } = state;
  return [
    ...(type === 'atomic' || type === 'compound' ? [] : type === 'history' ? historyWords(state) : [type]),
    isInitial ? 'start' : '',
    ...tags.map((tag) => `tag ${tag}`),
    ...(acts
      ? [`entering or leaving: ${acts}`]
      : [
          ...(entering ? [`entering: ${entering}`] : namedWith('entering', entry)),
          ...(leaving ? [`leaving: ${leaving}`] : namedWith('leaving', exit)),
        ]),
  ].filter(Boolean);
};

/** Where a history state leads. */
const historyWords = ({ history, target, parent }: StateModel): string[] => [
  `${history} history (${historyMark({ history })}): back to the state of ${parent || 'the chart'} that was left, ${
    history === 'deep' ? 'with all states in it' : 'in which all begins from the start'
  }`,
  firstWords(target ?? `where ${parent || 'the chart'} starts`),
];

/** Where a history state leads before its parent was ever left. */
export const firstWords = (target: string) => `the first time: ${target}`;

const namedWith = (when: string, actions: readonly string[]) =>
  actions.map((action) => `${when}: ${nameWords(action)}`);

/** Where a transition leads, as a sentence. */
function leadWords(transition: TransitionModel): string {
  if (doesNothing(transition)) return 'Does nothing';
  const { targets } = transition;
  return targets.length === 0 ? 'Stays' : `Leads to: ${targets.map((target) => target || 'the chart').join(' and ')}`;
}

/** All that is known of a transition, as sentences. Of one that no test has to take, or of a chart without walks, no walk is told. */
export const explanationOf = (transition: TransitionModel, walkers: Walkers): string => {
  const walks = walkers?.get(transition.id) ?? [];
  return [
    [transition.title, causeWords(transition)].filter(Boolean).join(': '),
    transition.guard && `If ${conditionWords(transition)}`,
    leadWords(transition),
    transition.actions.length > 0 && `Does: ${actWords(transition)}`,
    ruleWords(transition),
    walks.length > 0 && `Walked: ${walks.join('; ')}`,
  ]
    .filter(Boolean)
    .join('. ');
};
