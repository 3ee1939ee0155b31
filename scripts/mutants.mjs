// npm run mutants: makes every mistake in every chart (test/kit/mutating) and checks that the chart's walk finds it. Prints a table
// and the names of the survivors. With names of charts: only for these.
// npm run mutants -- code [area] [files]: StrykerJS over rules, contract, services and the server's areas (stryker.config.mjs).
// npm run mutants -- code server sample=40: the same for 40 random pieces of the area, because all of it takes hours.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { mutantsTable } from './kit/mutantsTable.mjs';
import { filesIn, install, needNode, runTool, say } from './kit/steps.mjs';

const records = join('test', 'results', 'mutants');
/** The folders of the areas of stryker.config.mjs. */
const foldersOf = {
  rules: ['src/rules'],
  contract: ['src/contract'],
  services: ['src/services'],
  server: ['server/areas'],
};
/** The lines of a piece in a sample. */
const PIECE = 12;

needNode();
await install();
const [first, ...others] = process.argv.slice(2);
process.exitCode = first === 'code' ? await mutateCode(others) : await mutateCharts(process.argv.slice(2));

async function mutateCharts(names) {
  rmSync(records, { recursive: true, force: true });
  const wanted = names.length > 0 ? `^(${names.join('|')}), with a mistake` : ', with a mistake';
  const { code } = await runTool(
    'vitest/vitest.mjs',
    ['run', 'test/walks', '-t', wanted, '--reporter=dot', '--bail=0'],
    {
      show: true,
      env: { MUTANTS: 'all' },
    },
  );
  const found = existsSync(records) ? filesIn(records).map((file) => JSON.parse(readFileSync(file, 'utf8'))) : [];

  say('');
  for (const line of mutantsTable(found)) say(line);

  const walked = found.map(({ chart }) => chart);
  const charts = filesIn(join('docs', 'charts')).map((file) => JSON.parse(readFileSync(file, 'utf8')).chart);
  const missing = names.length > 0 ? [] : charts.filter((chart) => !walked.includes(chart));
  for (const chart of missing) say(`no walk asks for the mutants of ${chart}`);
  return code === 0 && missing.length === 0 && found.length > 0 ? 0 : 1;
}

/**
 * @param words the area, if it is not the rules, and then the files to change, or the size of a sample, if not all of the
 *   area
 */
async function mutateCode(words) {
  const isArea = foldersOf[words[0]] !== undefined;
  const area = isArea ? words[0] : 'rules';
  const chosen = (isArea ? words.slice(1) : words).flatMap((word) => {
    const size = /^sample=(\d+)$/.exec(word)?.[1];
    return size === undefined ? [word] : samplesOf(area, Number(size));
  });
  const args = ['run', ...(chosen.length > 0 ? ['--mutate', chosen.join(',')] : [])];
  return (await runTool('@stryker-mutator/core/bin/stryker.js', args, { show: true, env: { MUTANTS_AREA: area } }))
    .code;
}

/**
 * Random pieces of an area's code, in StrykerJS's form 'file:first-last'. The same ones each time, unless the environment variable
 * MUTANTS_SEED is set.
 */
function samplesOf(area, size) {
  const pieces = foldersOf[area].flatMap(filesIn).flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n').length;
    return Array.from(
      { length: Math.ceil(lines / PIECE) },
      (_, index) => `${file}:${index * PIECE + 1}-${(index + 1) * PIECE}`,
    );
  });
  const seed = process.env.MUTANTS_SEED ?? '1';
  const rank = (piece) => createHash('sha256').update(`${seed} ${piece}`).digest('hex');
  return pieces.toSorted((a, b) => rank(a).localeCompare(rank(b))).slice(0, size);
}
