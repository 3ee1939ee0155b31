import { type ChartModel, withForbidding } from './model';
import { causeWords, placeWords } from './words';

/** A state or a transition that a search has found. */
interface Finding {
  readonly part: string;
  readonly text: string;
}

/** Words that say nothing about a rule, so that a whole question can be typed. */
const SMALL = new Set(
  'a an and are as at be by can do does for from how i if in is it its may of on or that the they this to was what when where which who why with'.split(
    ' ',
  ),
);

/** The words to search for, in lower case. Small words count only if there are no others. */
export function wantedIn(search: string): string[] {
  const words = search
    .toLowerCase()
    .split(/[\s?!,]+/)
    .filter(Boolean);
  const telling = words.filter((word) => !SMALL.has(word));
  return telling.length > 0 ? telling : words;
}

/** Whether a text, in lower case, contains all words. */
export const holdsAll = (text: string, words: readonly string[]) => words.every((word) => text.includes(word));

/**
 * The states and transitions of a chart whose names, words or descriptions contain all words of a search. Some of the words may be
 * in the chart's own name instead.
 * @param title in lower case, as are the words
 */
export function findingsIn(chart: ChartModel, title: string, wanted: readonly string[]): Finding[] {
  const has = (...texts: readonly string[]) => {
    const text = texts.join('\n').toLowerCase();
    return wanted.some((word) => text.includes(word)) && holdsAll(`${text}\n${title}`, wanted);
  };
  return [
    ...chart.states
      .filter(({ name, description, tags }) => has(name, description, ...tags))
      .map(({ id, name }) => ({ part: id, text: name })),
    ...withForbidding(chart)
      .filter((one) =>
        has(
          one.source,
          causeWords(one),
          one.title ?? '',
          one.guard ?? '',
          one.condition ?? '',
          one.acts ?? '',
          one.description,
          ...one.actions,
        ),
      )
      .map((one) => ({ part: one.id, text: `${placeWords(one.source)}: ${causeWords(one)}` })),
  ];
}
