// The table that npm run mutants prints. Plain data in, lines out.

/**
 * @param found the records of test/kit/mutants.ts, in any order: for each chart the titles of all its mutants, of those that change
 * nothing, and of those that its walk did not notice
 * @returns a line per chart, one for all, and one per survivor
 */
export function mutantsTable(found) {
  const row = (chart, ...counts) => chart.padEnd(24) + counts.map((count) => String(count).padStart(11)).join('');
  const counted = found
    .toSorted((a, b) => a.chart.localeCompare(b.chart))
    .map(({ chart, titles, harmless, survivors }) => ({
      chart,
      counts: [titles.length, titles.length - survivors.length - harmless.length, harmless.length, survivors.length],
    }));
  const sums = [0, 1, 2, 3].map((place) => counted.reduce((sum, { counts }) => sum + counts[place], 0));
  return [
    row('chart', 'mutants', 'killed', 'equivalent', 'survived'),
    ...counted.map(({ chart, counts }) => row(chart, ...counts)),
    row('all', ...sums),
    ...found.flatMap(({ chart, survivors }) => survivors.map((title) => `survives: ${chart}: ${title}`)),
  ];
}
