// npm run walks: walks every chart at every level (the chart alone, the real server, screens in a browser), prints how much of each
// was taken, and writes test/results/coverage.json, which the rules workbench draws over the charts.
import { readFileSync, rmSync } from 'node:fs';
import { collectCoverage, coverageFolder } from './kit/coverage.mjs';
import { filesIn, install, needNode, runTool, say } from './kit/steps.mjs';

needNode();
await install();
rmSync(coverageFolder, { recursive: true, force: true });
/** Journeys whose transitions are recorded (test/kit/screens/hearing.ts), for charts that have no walk on a single screen. */
const journeys = [
  ['session', 'expiry', 'device.logout'],
  ['chat.talk', 'chat.connection', 'chat.history', 'chat.receipts', 'media.voice', 'media.outbox', 'media.picture'],
  ['report', 'report.waiting', 'report.unclear', 'report.known'],
  ['incident.actions', 'incident.edit', 'incident.page', 'cases', 'cases.deadZone', 'cases.completion'],
  ['kit', 'inventory'],
]
  .flat()
  .map((name) => `test/journeys/${name}.test.ts`);
const { code } = await runTool(
  'vitest/vitest.mjs',
  ['run', 'test/walks', '.walk.test', ...journeys, '--reporter=dot'],
  { show: true, env: { WALKS_HEAR: 'yes' } },
);
const walks = collectCoverage();

const levels = ['chart', 'server', 'browser'];
say(
  `\n${'chart'.padEnd(24)}${'states'.padStart(8)}${'transitions'.padStart(13)}${levels.map((level) => level.padStart(10)).join('')}${'refusals'.padStart(10)}`,
);
for (const file of filesIn('docs/charts')) {
  const { chart, states, transitions } = JSON.parse(readFileSync(file, 'utf8'));
  const taken = levels.map((level) => {
    const paths = walks.filter((walk) => walk.machine === chart && walk.level === level).flatMap((walk) => walk.paths);
    const names = new Set(paths.flatMap(({ steps }) => steps.flatMap((step) => step.transitions)));
    return paths.length === 0 ? '–' : `${transitions.filter(({ id }) => names.has(id)).length}`;
  });
  // The number of refusals that were checked.
  const refusals = walks
    .filter((walk) => walk.machine === chart)
    .flatMap(({ paths }) => paths)
    .reduce((sum, path) => sum + (path.refusals ?? 0), 0);
  say(
    chart.padEnd(24) +
      String(states.length).padStart(8) +
      String(transitions.length).padStart(13) +
      taken.map((count) => count.padStart(10)).join('') +
      String(refusals).padStart(10),
  );
}
say('\nWhat no walk and none of these journeys did in a browser:');
const inBrowser = [
  'session',
  'composer',
  'conversation',
  'history',
  'recording',
  'submission',
  'queue',
  'report',
  'incident',
  'handling',
  'cart',
];
for (const file of filesIn('docs/charts')) {
  const { chart, transitions } = JSON.parse(readFileSync(file, 'utf8'));
  if (!inBrowser.includes(chart)) continue;
  const paths = walks
    .filter((walk) => walk.machine === chart && walk.level === 'browser')
    .flatMap((walk) => walk.paths);
  const names = new Set(paths.flatMap(({ steps }) => steps.flatMap((step) => step.transitions)));
  for (const { id } of transitions) if (!names.has(id)) say(`  ${id}`);
}
const uncaused = JSON.parse(readFileSync('test/uncaused.json', 'utf8'));
say('\nWhat nothing at a level can cause:');
for (const { level, transition, reason } of uncaused) say(`  ${level}: ${transition}: ${reason}`);
// What is listed and walked all the same is listed wrongly (test/structure/uncaused.test.ts checks the rest of the list).
const needless = uncaused.filter(({ level, transition }) =>
  walks.some(
    (walk) =>
      walk.level === level &&
      walk.paths.some(({ steps }) => steps.some(({ transitions }) => transitions.includes(transition))),
  ),
);
if (needless.length > 0) say('\nListed in test/uncaused.json, but caused:');
for (const { level, transition } of needless) say(`  ${level}: ${transition}`);
process.exitCode = code || (needless.length > 0 ? 1 : 0);
