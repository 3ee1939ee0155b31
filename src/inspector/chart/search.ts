import type { Chart } from '../catalogue';
import { type ChartModel, type TransitionModel, withForbidding } from './model';
import { eventTypeOf } from './payload';
import { type Alike, type IsIn, lookingFor, partsIn, stemOf, wantedIn } from './question';
import { causeTitle, causeWords, placeWords, transitionWords } from './words';

/** A chart in which is searched. */
type Searched = Pick<Chart, 'title' | 'source' | 'callers' | 'facts' | 'samples'> & { readonly model: ChartModel };

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
  /** The findings by the id of the chart, in the order of the list. A chart whose name or source alone has all words has none. */
  readonly charts: ReadonlyMap<string, readonly Finding[]>;
  /** Whether nothing has all words, so that what has the most telling ones is listed. */
  readonly isNearest: boolean;
  /** The words that are nowhere. */
  readonly unknown: readonly string[];
}

/** A part is near to a search if its words tell this much of what those of the nearest part do. */
const NEAR = 0.75;

/** A search as the charts are asked for it. */
interface Wanted {
  readonly words: readonly string[];
  /** The words of each part of the question. */
  readonly parts: readonly (readonly string[])[];
  readonly isIn: IsIn;
  /** Whether it asks who may do something. */
  readonly asksWho: boolean;
}

/**
 * Finds the charts, states and transitions that have all words of a search as they were typed, or words that mean the same; if there are
 * none, in other forms. Then it looks in the samples. If they have not all words either, it finds what has the most, because a
 * question in other words than those of the rules must not be a dead end.
 */
export function searchIn(charts: readonly Searched[], search: string, alike: Alike = []): Found {
  const words = wantedIn(search);
  const all = { isNearest: false, unknown: [] };
  if (words.length === 0) return { ...all, charts: new Map(charts.map(({ model }) => [model.id, []])) };
  const typed: Wanted = {
    words,
    parts: partsIn(search),
    isIn: lookingFor(words, alike),
    asksWho: /\b(who|may|can)\b/i.test(search),
  };
  const formed: Wanted = { ...typed, isIn: lookingFor(words, alike, stemOf) };
  const read = charts.map((chart) => readFor(chart, words));
  for (const wanted of [typed, formed]) {
    const whole = new Map(read.flatMap((one) => foundIn(one, wanted)));
    if (whole.size > 0) return { ...all, charts: whole };
  }
  const carried = new Map(read.flatMap(({ chart }) => samplesWith(chart, words)));
  if (carried.size > 0) return { ...all, charts: carried };
  return nearestIn(read, formed);
}

/** A chart as a search reads it. */
interface Read {
  readonly chart: Searched;
  /** The name of the chart, in lower case. */
  readonly name: string;
  /** The same with the source of its rules. */
  readonly heading: string;
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
  const { model, title, source, callers = [] } = chart;
  const { caller, naming } = callerIn(
    callers.map(({ name }) => name),
    wanted,
  );
  const parts = textsFor(model).map(({ id, label, text, act }) => ({
    finding: { part: id, text: label, ...(act ? answerFor(chart, act, caller) : { answer: null, caller: null }) },
    text,
  }));
  return { chart, name: lower(model.id, title), heading: lower(model.id, title, source), naming, parts };
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

/** What in a chart has all words, some of which may be in the chart's own name. Nothing if neither its heading nor a part has. */
function foundIn(read: Read, wanted: Wanted): [string, readonly Finding[]][] {
  const { chart, heading, parts } = read;
  const { words, isIn } = wanted;
  const found = parts.filter((part) => holds(read, part, wanted));
  // An act is also found by who asks, if its own words do not say so: the rule book has an answer for each caller.
  const asked = found.length > 0 ? found : parts.filter((part) => heldBy(read, part, wanted).length === words.length);
  if (asked.length === 0 && !words.every((word) => isIn(heading, word))) return [];
  // 'Close Incident' is before what may happen to a CLOSED one.
  const best = asked.toSorted((one, other) => wholeWords(other, words) - wholeWords(one, words));
  return [[chart.model.id, best.map(({ finding }) => finding)]];
}

/** How many of some words are whole words of a part's own text. */
function wholeWords({ text }: Part, words: readonly string[]): number {
  const own = new Set(text.split(/[^\p{L}\d]+/u));
  return words.filter((word) => own.has(word)).length;
}

const holds = ({ name }: Read, { text }: Part, { words, isIn }: Wanted) =>
  words.some((word) => isIn(text, word)) && words.every((word) => isIn(text, word) || isIn(name, word));

/** The words that a part has, in its own text, in the name of its chart or as who may do it. None if its own text has none. */
function heldBy({ name, naming }: Read, { text, finding }: Part, { words, isIn }: Wanted): string[] {
  const isNamed = (word: string) => finding.caller !== null && naming.includes(word);
  if (!words.some((word) => isIn(text, word) && !isNamed(word))) return [];
  return words.filter((word) => isIn(text, word) || isIn(name, word) || isNamed(word));
}

/**
 * What has the most telling words, the nearest first: the rarer a word is, the more it tells. In a question about several things at once
 * what has words of most of them comes before the rest, however telling those of one are. Before all comes the act of which it asks who may
 * do it.
 */
function nearestIn(read: readonly Read[], wanted: Wanted): Found {
  const all = read.flatMap((one) => one.parts.map((part) => ({ one, part, words: heldBy(one, part, wanted) })));
  const counts = new Map(wanted.words.map((word) => [word, all.filter(({ words }) => words.includes(word)).length]));
  const weightOf = (words: readonly string[]) =>
    words.reduce((sum, word) => sum + Math.log(all.length / (counts.get(word) ?? 1)), 0);
  const touchedBy = (words: readonly string[]) =>
    wanted.parts.filter((part) => part.some((word) => words.includes(word))).length;
  const weighed = all
    .filter(({ words }) => words.length > 0)
    .map((it) => ({ ...it, weight: weightOf(it.words), touched: touchedBy(it.words) }));
  const mostTouched = Math.max(...weighed.map(({ touched }) => touched));
  const heaviest = Math.max(...weighed.flatMap(({ touched, weight }) => (touched === mostTouched ? weight : [])));
  // Of what is about fewer things only what tells more than all that is about more of them.
  const near = weighed
    .filter(({ touched, weight }) => (touched === mostTouched ? weight >= heaviest * NEAR : weight > heaviest))
    .toSorted((one, other) => other.touched - one.touched || other.weight - one.weight);
  const acts = wanted.asksWho
    ? all.filter(({ part, words }) => part.finding.answer !== null && actIn(part, words, wanted) > 0)
    : [];
  const best = Math.max(...acts.map(({ part, words }) => actIn(part, words, wanted)));
  const first = acts.filter(({ part, words }) => actIn(part, words, wanted) === best);
  const charts = new Map<string, Finding[]>();
  for (const { one, part } of [...first, ...near.filter(({ part }) => first.every((other) => other.part !== part))]) {
    const { id } = one.chart.model;
    charts.set(id, [...(charts.get(id) ?? []), part.finding]);
  }
  return {
    charts,
    isNearest: true,
    unknown: wanted.words.filter((word) => counts.get(word) === 0),
  };
}

/** How many whole words of one part of a question an act has that has all its words; 0 if it lacks some of each part. */
const actIn = (part: Part, words: readonly string[], { parts }: Wanted) =>
  Math.max(...parts.map((asked) => (asked.every((word) => words.includes(word)) ? wholeWords(part, asked) : 0)));

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
