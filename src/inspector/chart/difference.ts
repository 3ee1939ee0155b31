import type { ChartModel, StateModel, TransitionModel } from './model';
import { transitionWords } from './words';

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
  const states = compare(before.states, after.states, ({ id }) => `State ${id || 'root'}`, stateFacets);
  const transitions = compare(before.transitions, after.transitions, transitionWords, transitionFacets);
  return { states: states.changes, transitions: transitions.changes, lines: [...states.lines, ...transitions.lines] };
}

type Facets = Readonly<Record<string, string>>;

function compare<Part extends { readonly id: string; readonly description: string }>(
  before: readonly Part[],
  after: readonly Part[],
  nameOf: (part: Part) => string,
  facetsOf: (part: Part) => Facets,
) {
  const changes = new Map<string, Change>();
  const lines: string[] = [];
  const known = new Map(before.map((part) => [part.id, part]));
  for (const part of after) {
    const was = known.get(part.id);
    known.delete(part.id);
    const name = nameOf(part);
    const different = was ? differing(facetsOf(was), facetsOf(part)) : [];
    lines.push(
      ...(was ? different.map((facet) => `${name}: ${facet}`) : [`${name}: added${contentOf(facetsOf(part))}`]),
    );
    if (!was) changes.set(part.id, 'added');
    else if (different.length > 0) changes.set(part.id, 'changed');
  }
  for (const [id, part] of known) {
    changes.set(id, 'removed');
    lines.push(`${nameOf(part)}: removed${contentOf(facetsOf(part))}`);
  }
  return { changes, lines };
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

const differing = (was: Facets, is: Facets): string[] =>
  Object.keys(is)
    .filter((facet) => was[facet] !== is[facet])
    .map((facet) => `${facet} "${was[facet]}" → "${is[facet]}"`);

/** Where a transition that was added or removed leads, and the rule of a state or a transition in words. */
function contentOf({ target, text }: Facets): string {
  const content = [target ? `target "${target}"` : '', text ? `text "${text}"` : ''].filter(Boolean).join(', ');
  return content && ` (${content})`;
}

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
