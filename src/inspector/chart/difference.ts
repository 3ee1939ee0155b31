import type { ChartModel, StateModel, TransitionModel } from './model';

/** How a state or a transition differs between two versions of a chart. */
export type Change = 'added' | 'removed' | 'changed';

export interface Difference {
  /** By the id of the state. */
  readonly states: ReadonlyMap<string, Change>;
  /** By the id of the transition. */
  readonly transitions: ReadonlyMap<string, Change>;
  /** All differences, one line each, in words. */
  readonly lines: readonly string[];
}

/** Compares two versions of a chart. Transitions with the same state, event and index among the alternatives count as the same. */
export function differenceOf(before: ChartModel, after: ChartModel): Difference {
  const lines: string[] = [];
  const states = compare(before.states, after.states, (was, is, id) => {
    const facets = facetsOf(stateFacets(was), stateFacets(is));
    lines.push(...facets.map((facet) => `State ${id || 'root'}: ${facet}`));
    return facets.length > 0;
  });
  for (const [id, change] of states) if (change !== 'changed') lines.push(`State ${id}: ${change}`);
  const transitions = compare(before.transitions, after.transitions, (was, is, id) => {
    const facets = facetsOf(transitionFacets(was), transitionFacets(is));
    lines.push(...facets.map((facet) => `${id}: ${facet}`));
    return facets.length > 0;
  });
  for (const [id, change] of transitions) if (change !== 'changed') lines.push(`${id}: ${change}`);
  return { states, transitions, lines };
}

function compare<Part extends { readonly id: string }>(
  before: readonly Part[],
  after: readonly Part[],
  differ: (was: Part, is: Part, id: string) => boolean,
): Map<string, Change> {
  const changes = new Map<string, Change>();
  const known = new Map(before.map((part) => [part.id, part]));
  for (const part of after) {
    const was = known.get(part.id);
    if (!was) changes.set(part.id, 'added');
    else if (differ(was, part, part.id)) changes.set(part.id, 'changed');
    known.delete(part.id);
  }
  for (const id of known.keys()) changes.set(id, 'removed');
  return changes;
}

const stateFacets = ({ type, isInitial, description, tags, entry, exit, invokes }: StateModel) => ({
  kind: type,
  start: isInitial ? 'yes' : 'no',
  text: description,
  tags: tags.join(', '),
  entering: entry.join(', '),
  leaving: exit.join(', '),
  runs: invokes.map(({ id }) => id).join(', '),
});
const transitionFacets = ({ targets, guard, actions, description, delay, reenter }: TransitionModel) => ({
  target: targets.join(' and ') || 'stays',
  guard: guard ?? 'none',
  actions: actions.join(', ') || 'none',
  text: description,
  delay: String(delay ?? 'none'),
  anew: reenter ? 'yes' : 'no',
});

const facetsOf = (was: Readonly<Record<string, string>>, is: Readonly<Record<string, string>>): string[] =>
  Object.keys(is)
    .filter((facet) => was[facet] !== is[facet])
    .map((facet) => `${facet} "${was[facet]}" → "${is[facet]}"`);

/** Both versions in one chart, for a drawing that also shows the removed parts. */
export function mergedOf(before: ChartModel, after: ChartModel): ChartModel {
  const { states, transitions } = differenceOf(before, after);
  const isRemoved = (changes: ReadonlyMap<string, Change>) => (part: { readonly id: string }) =>
    changes.get(part.id) === 'removed';
  // A removed state is never initial, because the initial states are those of the later version.
  const gone = before.states.filter(isRemoved(states)).map((state) => ({ ...state, isInitial: false }));
  return {
    id: after.id,
    states: [...after.states, ...gone],
    transitions: [...after.transitions, ...before.transitions.filter(isRemoved(transitions))],
  };
}
