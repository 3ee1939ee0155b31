import type { Chart } from '../catalogue';
import { type ChartModel, type TransitionModel, withForbidding } from './model';
import { eventTypeOf } from './payload';
import { causeTitle, causeWords, placeWords, transitionWords } from './words';

/** A chart in which is searched. */
type Searched = Pick<Chart, 'title' | 'callers' | 'facts' | 'samples'> & { readonly model: ChartModel };

/** A state or a transition that a search has found. */
export interface Finding {
  readonly part: string;
  readonly text: string;
  /**
   * What the rule book says of it: of the caller whom the search names, or otherwise who may do it. Null if it is no act of a rule book.
   */
  readonly answer: string | null;
  /** The name of the caller whom the search names; null if it names none of this chart. */
  readonly caller: string | null;
}

interface Found {
  /** The findings by the id of the chart. A chart whose name alone has all words has none. */
  readonly charts: ReadonlyMap<string, readonly Finding[]>;
  /** Whether nothing has all words, so that what has the most telling ones is listed. */
  readonly isNearest: boolean;
  /** The words that are nowhere. */
  readonly unknown: readonly string[];
}

/** Words that say nothing about a rule, so that a whole question can be typed. */
const SMALL = new Set(
  (
    'a an and are as at be by can did do does for from had happen happens has have how i if in is it its may no not of on or that the ' +
    'then there they this to was what when where which who why will with'
  ).split(' '),
);

/** The words to search for, in lower case. Small words count only if there are no others. */
export function wantedIn(search: string): string[] {
  const words = [
    ...new Set(
      search
        .toLowerCase()
        .split(/[\s?!,]+/)
        .filter(Boolean),
    ),
  ];
  const telling = words.filter((word) => !SMALL.has(word));
  return telling.length > 0 ? telling : words;
}

/** Whether a text, in lower case, contains all words. */
const holdsAll = (text: string, words: readonly string[]) => words.every((word) => text.includes(word));

/** A part is near to a search if its words tell this much of what those of the nearest part do. */
const NEAR = 0.75;

/**
 * Finds the charts, states and transitions that have all words of a search. If there are none, it looks in the samples. If they have not
 * all words either, it finds what has the most, because a question in other words than those of the rules must not be a dead end.
 */
export function searchIn(charts: readonly Searched[], wanted: readonly string[]): Found {
  const all = { isNearest: false, unknown: [] };
  if (wanted.length === 0) return { ...all, charts: new Map(charts.map(({ model }) => [model.id, []])) };
  const read = charts.map((chart) => readFor(chart, wanted));
  const whole = new Map(read.flatMap((one) => foundIn(one, wanted)));
  if (whole.size > 0) return { ...all, charts: whole };
  const carried = new Map(read.flatMap(({ chart }) => samplesWith(chart, wanted)));
  if (carried.size > 0) return { ...all, charts: carried };
  return nearestIn(read, wanted);
}

/** A chart as a search reads it. */
interface Read {
  readonly chart: Searched;
  /** The name of the chart, in lower case. */
  readonly name: string;
  /** The words of the search that name the caller. */
  readonly naming: readonly string[];
  readonly parts: readonly Part[];
}

interface Part {
  readonly finding: Finding;
  /** Its names, words and description, in lower case. */
  readonly text: string;
}

function readFor(chart: Searched, wanted: readonly string[]): Read {
  const { model, title, callers = [] } = chart;
  const { caller, naming } = callerIn(
    callers.map(({ name }) => name),
    wanted,
  );
  const parts = textsFor(model).map(({ id, label, text, act }) => ({
    finding: { part: id, text: label, ...(act ? answerFor(chart, act, caller) : { answer: null, caller: null }) },
    text,
  }));
  return { chart, name: lower(model.id, title), naming, parts };
}

const lower = (...all: readonly string[]) => all.join('\n').toLowerCase();

/** A state or a transition as it is searched and listed, whatever the search is. */
interface Labelled {
  readonly id: string;
  readonly label: string;
  readonly text: string;
  /** Null for a state. */
  readonly act: Pick<TransitionModel, 'source' | 'event'> | null;
}

const known = new WeakMap<ChartModel, readonly Labelled[]>();
/** The texts of a chart. They are made once, because there is a search at each letter that is typed. */
function textsFor(model: ChartModel): readonly Labelled[] {
  const read = known.get(model);
  if (read) return read;
  const labelOf = (one: TransitionModel) => `${placeWords(one.source)}: ${causeTitle(one)}`;
  const labels = withForbidding(model).map(labelOf);
  // Of several rules for the same event each is called by its condition, too.
  const isAlone = (label: string) => labels.indexOf(label) === labels.lastIndexOf(label);
  const texts = [
    ...model.states.map(({ id, name, description, tags }) => ({
      id,
      label: name,
      text: lower(name, description, ...tags),
      act: null,
    })),
    ...withForbidding(model).map((one) => ({
      id: one.id,
      label: isAlone(labelOf(one)) ? labelOf(one) : transitionWords(one),
      text: lower(
        one.source,
        causeWords(one),
        one.title ?? '',
        one.guard ?? '',
        one.condition ?? '',
        one.acts ?? '',
        one.description,
        ...one.actions,
      ),
      act: one,
    })),
  ];
  known.set(model, texts);
  return texts;
}

/**
 * The caller whom words name, and these words: all words of the name, or one of two that no other caller has ('captain' for 'Rescue
 * captain'). Of several the one with the longest name.
 */
function callerIn(names: readonly string[], wanted: readonly string[]) {
  const matching = (name: string) => wanted.filter((word) => wantedIn(name).includes(word.replace(/s$/, '')));
  const isOnly = (word: string) => names.filter((name) => wantedIn(name).includes(word.replace(/s$/, ''))).length === 1;
  const named = names
    .map((name) => ({ caller: name, naming: matching(name) }))
    .filter(({ caller, naming }) => {
      const words = wantedIn(caller).length;
      return naming.length === words || (words === 2 && naming.some(isOnly));
    })
    .toSorted((one, other) => other.naming.length - one.naming.length);
  return named[0] ?? { caller: null, naming: [] };
}

/** What the rule book says of a transition. */
function answerFor(
  { model, facts = [], callers = [] }: Searched,
  { source, event }: Pick<TransitionModel, 'source' | 'event'>,
  caller: string | null,
): Pick<Finding, 'answer' | 'caller'> {
  const rule = model.rules?.find(({ state, act }) => state === source && act === event);
  if (!rule || facts.includes(event)) return { answer: null, caller: null };
  if (caller !== null) return { answer: `${caller}: ${rule.answers[caller]}`, caller };
  const those = callers.map(({ name }) => name).filter((name) => rule.answers[name] !== 'no');
  const who = those.length === callers.length ? 'everybody' : those.join(', ') || 'nobody';
  return { answer: `who may: ${who}`, caller };
}

/** What in a chart has all words, some of which may be in the chart's own name. Nothing if neither the name nor a part has. */
function foundIn(read: Read, wanted: readonly string[]): [string, readonly Finding[]][] {
  const { chart, name, parts } = read;
  const found = parts.filter((part) => holds(read, part, wanted));
  // An act is also found by who asks, if its own words do not say so: the rule book has an answer for each caller.
  const asked = found.length > 0 ? found : parts.filter((part) => heldBy(read, part, wanted).length === wanted.length);
  if (asked.length === 0 && !holdsAll(name, wanted)) return [];
  // 'Close Incident' is before what may happen to a CLOSED one.
  const wholeWords = ({ text }: Part) => {
    const words = new Set(text.split(/[^\p{L}\d]+/u));
    return wanted.filter((word) => words.has(word)).length;
  };
  const best = asked.toSorted((one, other) => wholeWords(other) - wholeWords(one));
  return [[chart.model.id, best.map(({ finding }) => finding)]];
}

const holds = ({ name }: Read, { text }: Part, words: readonly string[]) =>
  words.some((word) => text.includes(word)) && words.every((word) => text.includes(word) || name.includes(word));

/** The words that a part has, in its own text, in the name of its chart or as who may do it. None if its own text has none. */
function heldBy({ name, naming }: Read, { text, finding }: Part, words: readonly string[]): string[] {
  if (!words.some((word) => text.includes(word) && !(finding.caller !== null && naming.includes(word)))) return [];
  return words.filter(
    (word) => text.includes(word) || name.includes(word) || (finding.caller !== null && naming.includes(word)),
  );
}

/** What has the most telling words: the rarer a word is, the more it tells. */
function nearestIn(read: readonly Read[], wanted: readonly string[]): Found {
  const all = read.flatMap((one) => one.parts.map((part) => ({ one, part, words: heldBy(one, part, wanted) })));
  const counts = new Map(wanted.map((word) => [word, all.filter(({ words }) => words.includes(word)).length]));
  const weightOf = (words: readonly string[]) =>
    words.reduce((sum, word) => sum + Math.log(all.length / (counts.get(word) ?? 1)), 0);
  const weighed = all.map((it) => ({ ...it, weight: weightOf(it.words) }));
  const most = Math.max(...weighed.map(({ weight }) => weight));
  const near = weighed
    .filter(({ words, weight }) => words.length > 0 && weight >= most * NEAR)
    .toSorted((one, other) => other.weight - one.weight);
  const charts = read.flatMap((chart): [string, Finding[]][] => {
    const found = near.filter(({ one }) => one === chart).map(({ part }) => part.finding);
    return found.length > 0 ? [[chart.chart.model.id, found]] : [];
  });
  return {
    charts: new Map(charts),
    isNearest: true,
    unknown: wanted.filter((word) => counts.get(word) === 0),
  };
}

/** The events of a chart with a sample that has all words: in its title, or as numbers in what it carries, such as a status. */
function samplesWith({ model, samples = {} }: Searched, wanted: readonly string[]): [string, Finding[]][] {
  const found = model.transitions.flatMap((one): Finding[] => {
    const isFirst = model.transitions.find((other) => eventTypeOf(other) === eventTypeOf(one)) === one;
    const sample = (isFirst ? (samples[eventTypeOf(one)] ?? []) : []).find(({ title, payload }) => {
      const numbers: readonly string[] = JSON.stringify(payload).match(/\b\d+\b/g) ?? [];
      return wanted.every((word) => title.toLowerCase().includes(word) || numbers.includes(word));
    });
    if (!sample) return [];
    return [{ part: one.id, text: `${causeTitle(one)}: ‘${sample.title}’`, answer: null, caller: null }];
  });
  return found.length > 0 ? [[model.id, found]] : [];
}
