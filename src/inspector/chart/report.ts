import { type Coverage, essentialOf, type Level, levels, levelTitles, type Walked, walkedIn } from './coverage';
import type { Drawing } from './layout';
import type { ChartModel } from './model';
import { type Part, pathOver, svgOf } from './page';
import { transitionWords } from './words';

/** The walks of one chart as a part of a page: what was not walked, in the drawing, and a picture of each path. Null if there are none. */
export function reportOf(chart: ChartModel, coverage: Coverage, drawing: Drawing): Part | null {
  const walks = levels.flatMap((level) => {
    const walked = walkedIn(coverage, chart, level);
    return walked ? [{ level, walked }] : [];
  });
  if (walks.length === 0) return null;
  const unwalked = walks.flatMap(({ walked }) => walked.unwalked.map(({ id }) => [id, 'unwalked'] as const));
  const name = `chart-${chart.id}`;
  return {
    title: chart.id,
    lines: walks.flatMap(({ level, walked }) => linesOf(chart, level, walked)),
    drawing: svgOf(drawing, { states: new Map(), transitions: new Map(unwalked) }, name),
    paths: walks.flatMap(({ level, walked }) => [
      ...walked.failures.map(({ title, message, transitions }) => ({
        title: `${levelTitles[level]}, failed: ${title}`,
        note: message,
        isFailed: true,
        drawing: pathOver(drawing, name, transitions),
      })),
      ...essentialOf(walked.paths).map(({ title, transitions }) => ({
        title: `${levelTitles[level]}: ${title}`,
        note: '',
        isFailed: false,
        drawing: pathOver(drawing, name, transitions),
      })),
    ]),
  };
}

function linesOf({ transitions }: ChartModel, level: Level, { paths, unwalked, uncaused }: Walked): string[] {
  const title = levelTitles[level];
  const count = transitions.length - unwalked.length - uncaused.length;
  return [
    `${title}: ${count} of ${transitions.length} transitions, by ${paths.length} paths`,
    ...unwalked.map((transition) => `${title}, not walked: ${transitionWords(transition)}`),
    ...uncaused.map(({ transition, reason }) => `${title}, cannot be: ${transitionWords(transition)}: ${reason}`),
  ];
}
