import type { Words } from '../catalogue';
import {
  type ChartModel,
  causeOfId,
  doesNothing,
  placeOfId,
  type RuleModel,
  type StateModel,
  type TransitionModel,
  withForbidding,
} from './model';
import { duration, guardWords, nameWords, transitionWords } from './words';

/** How a state or a transition differs between two versions of a chart. */
export type Change = 'added' | 'removed' | 'changed';

export interface Difference {
  /** By the id of the state. */
  readonly states: ReadonlyMap<string, Change>;
  /** By the id of the transition. */
  readonly transitions: ReadonlyMap<string, Change>;
  /** All differences, one line each, in words. */
  readonly lines: readonly string[];
  /** The same lines by the id of the state or the transition that they are about. */
  readonly about: ReadonlyMap<string, readonly string[]>;
  /** Whether only one of the versions has a rule book. Then nothing is known about a change of it. */
  readonly lacksRuleBook: boolean;
}

/**
 * Compares two versions of a chart.
 * @param words the words of the catalogue, for readers who do not know the names in the code. Without them the lines have the names
 */
export function differenceOf(earlier: ChartModel, later: ChartModel, words?: Words): Difference {
  const after = whole(later);
  const before = alignedWith(after, whole(earlier));
  const telling = words ? tellingWith(words, after) : plainly;
  const nameOf = ({ id }: StateModel) => (words && id === '' ? 'The chart as a whole' : `State ${id || 'root'}`);
  const states = compare(before.states, after.states, nameOf, stateFacets, telling);
  const transitions = compare(
    comparable(before, after),
    comparable(after, before),
    transitionWords,
    transitionFacets,
    telling,
  );
  const rules = ruleChanges(before.rules, after.rules, telling.act);
  const about = new Map([...states.about, ...transitions.about]);
  for (const { id, source, event } of after.transitions) {
    const own = rules.filter(({ state, act }) => state === source && act === event).map(({ line }) => line);
    if (own.length === 0) continue;
    if (!transitions.changes.has(id)) transitions.changes.set(id, 'changed');
    about.set(id, [...(about.get(id) ?? []), ...own]);
  }
  const lines = [...states.about.values(), ...transitions.about.values()].flat();
  return {
    states: states.changes,
    transitions: transitions.changes,
    lines: [...lines, ...rules.map(({ line }) => line)],
    about,
    lacksRuleBook: (before.rules === undefined) !== (after.rules === undefined),
  };
}

/** What the lines call the parts that differ. */
interface Telling {
  /** What is told of a state or a transition, such as its condition. */
  readonly facet: (facet: string) => string;
  readonly value: (facet: string, value: string) => string;
  /** An act of the rule book. */
  readonly act: (event: string) => string;
}
const plainly: Telling = { facet: (facet) => facet, value: (_, value) => value, act: (event) => event };

/** What readers who do not know the code are told. */
const facetWords: Readonly<Record<string, string>> = {
  target: 'leads to',
  start: 'is where it starts',
  text: 'rule',
  entering: 'when it is entered',
  leaving: 'when it is left',
  guard: 'condition',
  actions: 'does',
  reenters: 'starts its state again',
};

/** Conditions and actions in the words of the catalogue. The files of earlier versions have only their names or code. */
function tellingWith({ guards, actions }: Words, { id, transitions }: ChartModel): Telling {
  const own = (told: Readonly<Record<string, string>>, name: string) => told[`${id}.${name}`] ?? told[name];
  const bare = (key: string) => key.slice(key.indexOf('.') + 1);
  const conditions = new Map([
    ...Object.keys(guards).map((key) => [guardWords(bare(key)), own(guards, bare(key))] as const),
    ...transitions.map(({ guard, condition }) => [guard, condition] as const),
  ]);
  const titles = new Map(transitions.map(({ event, title }) => [event, title]));
  return {
    facet: (facet) => facetWords[facet] ?? facet,
    value: (facet, value) => {
      if (value === '') return 'nothing';
      if (facet === 'guard') return conditions.get(value) ?? value;
      if (facet !== 'actions' && facet !== 'entering' && facet !== 'leaving') return value;
      return value
        .split(', ')
        .map((name) => own(actions, name) ?? nameWords(name))
        .join(', ');
    },
    act: (event) => titles.get(event) ?? event,
  };
}

/** A version whose transitions are all that it has, also those that only forbid. */
const whole = (chart: ChartModel): ChartModel => ({ ...chart, transitions: withForbidding(chart) });

/**
 * The transitions of a version that can be compared. Those that only forbid are left out if the other version was written before files
 * had them.
 */
const comparable = ({ transitions }: ChartModel, other: ChartModel) =>
  other.forbidding
    ? transitions
    : transitions.filter((one) => !doesNothing(one) || other.transitions.some(({ id }) => id === one.id));

/** What a comparison cannot know, because a chart's file has the names of conditions and acts, and not what is behind them. */
export const notCompared =
  'Not compared is the code behind the name of a condition or an act, and behind what an unnamed one calls: if only that has changed, nothing is told here. The answers of a rule book are compared, whatever they are made of.';

/** What is said if only one of two versions has a rule book. */
export const unknownRules = 'Who may do what cannot be compared, because one of the versions has no rule book.';

/**
 * What is said of two versions beside the differences: that there are none, or that nothing is known of the rule book. Null if the
 * differences say it all.
 * @param where the end of the sentence that there are none
 */
export function remarkOn({ lines, lacksRuleBook }: Difference, where = ''): string | null {
  if (lacksRuleBook) return lines.length > 0 ? unknownRules : `${unknownRules} Nothing else has changed${where}.`;
  return lines.length > 0 ? null : `Nothing has changed${where}.`;
}

/**
 * How the answers of a rule book have changed for the acts and the callers of both versions, one line per change, with all callers for
 * whom it is the same. A new or removed act is a change of a transition already.
 */
function ruleChanges(
  before: readonly RuleModel[] = [],
  after: readonly RuleModel[] = [],
  actWordsOf: Telling['act'] = plainly.act,
) {
  const callersIn = (rules: readonly RuleModel[]) => [...new Set(rules.flatMap(({ answers }) => Object.keys(answers)))];
  const known = callersIn(before);
  const callers = callersIn(after).filter((name) => known.includes(name));
  return after.flatMap((is) => {
    const { state, act } = is;
    const was = before.find((rule) => rule.state === state && rule.act === act);
    if (!was) return [];
    const changeFor = (name: string) => changeOf(was.answers[name], is.answers[name]);
    const changes = [...new Set(callers.map(changeFor))].map((change) => ({
      who: callers.filter((name) => changeFor(name) === change).join(', '),
      change,
    }));
    return [...changes, { who: 'those who may not:', change: changeOf(was.others, is.others) }]
      .filter(({ change }) => change !== '')
      .map(({ who, change }) => ({ state, act, line: `Rule book, ${state}: ${actWordsOf(act)}: ${who} ${change}` }));
  });
}

/** A change in words; '' if there is none. */
const changeOf = (was = '', is = '') => (was === is ? '' : `"${was || 'none'}" → "${is || 'none'}"`);

/** How alike two alternatives for the same event are, the most alike first. */
const likenesses: readonly ((was: TransitionModel, is: TransitionModel) => boolean)[] = [
  (was, is) => differing(transitionFacets(was), transitionFacets(is)).length === 0,
  (was, is) => was.guard === is.guard,
  (was, is) => was.id === is.id,
  () => true,
];

/**
 * An earlier version in which each transition has the id of the same transition in the later version. An id ends with the place among
 * the alternatives for an event, so a new alternative gives those after it other ids. Pairs keep their order: if two alternatives have
 * changed places, one of them is recognised, and the other counts as removed and added.
 */
function alignedWith(after: ChartModel, before: ChartModel): ChartModel {
  const pairs: (readonly [was: TransitionModel, is: TransitionModel])[] = [];
  for (const isAlike of likenesses)
    for (const was of before.transitions) {
      if (pairs.some(([one]) => one === was)) continue;
      const is = after.transitions.find(
        (one) =>
          causeOf(one) === causeOf(was) &&
          isAlike(was, one) &&
          pairs.every(
            ([a, b]) =>
              causeOf(a) !== causeOf(was) ||
              Math.sign(placeOf(a) - placeOf(was)) === Math.sign(placeOf(b) - placeOf(one)),
          ),
      );
      if (is) pairs.push([was, is]);
    }
  const names = new Map(pairs.map(([was, is]) => [was, is.id]));
  const taken = new Set(after.transitions.map(({ id }) => id));
  const nameOf = (one: TransitionModel) => names.get(one) ?? (taken.has(one.id) ? `${one.id}, earlier` : one.id);
  // Files have no titles. What was removed is called what it would be called now.
  const titles = new Map(after.transitions.map(({ event, title }) => [event, title]));
  const titled = ({ event, title = titles.get(event) }: TransitionModel) => (title === undefined ? {} : { title });
  return {
    ...before,
    transitions: before.transitions.map((one) => ({ ...one, ...titled(one), id: nameOf(one) })),
  };
}

const causeOf = ({ id }: TransitionModel) => causeOfId(id);
const placeOf = ({ id }: TransitionModel) => placeOfId(id);

type Facets = Readonly<Record<string, string>>;

function compare<Part extends { readonly id: string; readonly description: string }>(
  before: readonly Part[],
  after: readonly Part[],
  nameOf: (part: Part) => string,
  facetsOf: (part: Part) => Facets,
  telling: Telling,
) {
  const changes = new Map<string, Change>();
  const about = new Map<string, readonly string[]>();
  const known = new Map(before.map((part) => [part.id, part]));
  for (const part of after) {
    const was = known.get(part.id);
    known.delete(part.id);
    const name = nameOf(part);
    const different = was ? differing(facetsOf(was), facetsOf(part), telling) : [];
    if (was && different.length === 0) continue;
    changes.set(part.id, was ? 'changed' : 'added');
    about.set(
      part.id,
      was ? different.map((facet) => `${name}: ${facet}`) : [`${name}: added${contentOf(facetsOf(part), telling)}`],
    );
  }
  for (const [id, part] of known) {
    changes.set(id, 'removed');
    about.set(id, [`${nameOf(part)}: removed${contentOf(facetsOf(part), telling)}`]);
  }
  return { changes, about };
}

const stateFacets = ({ type, history, target, isInitial, description, tags, entry, exit, invokes }: StateModel) => ({
  kind: history === null ? type : `${history} history`,
  target: target ?? '',
  start: isInitial ? 'yes' : 'no',
  text: description,
  tags: tags.join(', '),
  entering: entry.join(', '),
  leaving: exit.join(', '),
  runs: invokes.map(({ id }) => id).join(', '),
});
/** Where a transition leads that has no target. */
const STAYS = 'stays';
const NOTHING = 'does nothing';

const transitionFacets = ({ targets, guard, actions, description, delay, reenter }: TransitionModel) => ({
  target: targets.join(' and ') || (doesNothing({ targets, actions }) ? NOTHING : STAYS),
  guard: guard ?? 'none',
  actions: actions.join(', ') || 'none',
  text: description,
  delay: delay === null ? 'none' : duration(delay),
  reenters: reenter ? 'yes' : 'no',
});

function differing(was: Facets, is: Facets, { facet, value }: Telling = plainly): string[] {
  return Object.keys(is)
    .filter((name) => was[name] !== is[name])
    .map((name) => {
      const [before, after] = [value(name, was[name] ?? ''), value(name, is[name] ?? '')];
      // Other code for which the words are still true.
      if (before === after) return `${facet(name)} "${after}" is worked out in another way`;
      return `${facet(name)} "${before}" → "${after}"`;
    });
}

/** Where a transition that was added or removed leads, and the rule of a state or a transition in words. */
function contentOf({ target, text }: Facets, { facet }: Telling): string {
  const isPlace = target !== STAYS && target !== NOTHING;
  const content = [
    target && isPlace ? `${facet('target')} "${target}"` : target,
    text ? `${facet('text')} "${text}"` : '',
  ];
  const told = content.filter(Boolean).join(', ');
  return told && ` (${told})`;
}

/**
 * Both versions in one chart, so that the drawing also shows the removed parts. A drawing has no transitions that only forbid. If a
 * transition forbids now and did something in the earlier version, the earlier one is drawn and marked as changed.
 */
export function mergedOf(earlier: ChartModel, later: ChartModel): ChartModel {
  const before = alignedWith(whole(later), whole(earlier));
  const has = (parts: readonly { readonly id: string }[], part: { readonly id: string }) =>
    parts.some(({ id }) => id === part.id);
  // A removed state is never initial, because the initial states are those of the later version.
  const gone = before.states
    .filter((state) => !has(later.states, state))
    .map((state) => ({ ...state, isInitial: false }));
  const past = before.transitions.filter((one) => !doesNothing(one) && !has(later.transitions, one));
  return { ...later, states: [...later.states, ...gone], transitions: [...later.transitions, ...past] };
}
