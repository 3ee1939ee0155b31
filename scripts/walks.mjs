// npm run walks [-- chart server browser]: walks every chart at every level (the chart alone, the real server, screens in a browser) or
// at the named ones, and prints how much of each was taken. It writes test/results/coverage.json, which the rules workbench draws over the
// charts, and test/results/walks.html, the same as pictures. A whole run that passed also writes docs/coverage.json, the record that comes
// with the workbench.
import { readFileSync, rmSync } from 'node:fs';
import { collectCoverage, coverageFolder, readUncaused } from './kit/coverage.mjs';
import { filesIn, install, needNode, runTool, say } from './kit/steps.mjs';
import { compareWalks, walkedTable } from './kit/walked.mjs';

needNode();
await install();
rmSync(coverageFolder, { recursive: true, force: true });
/** Journeys whose transitions are recorded (test/kit/screens/recording.ts), for charts that have no walk on a single screen. */
const journeys = [
  ['session', 'profile', 'admin', 'device.logout', 'offline', 'everyPlace'],
  ['chat.talk', 'chat.list', 'chat.changes', 'chat.connection', 'chat.history', 'chat.receipts', 'otherServer'],
  [
    'media.voice',
    'media.outbox',
    'media.picture',
    'device.attached',
    'device.drafts',
    'device.records',
    'device.storage',
    'device.tabs',
  ],
  ['report', 'report.waiting', 'report.tray', 'report.unclear', 'report.known'],
  [
    'incident.actions',
    'incident.edit',
    'incident.page',
    'cases',
    'myCases',
    'cases.deadZone',
    'cases.completion',
    'oneHand',
  ],
  ['kit', 'inventory', 'inventory.changes', 'leftDialogs'],
  ['chat.reading', 'chat.typing', 'share', 'desktop', 'live', 'live.map', 'incident.notes', 'incident.gallery'],
  ['notifications', 'people', 'leaderboard', 'push'],
].flat();
const walksIn = (folder) => filesIn(folder).filter((file) => file.endsWith('.walk.test.ts'));
const filesOf = {
  chart: ['test/walks/'],
  server: walksIn('test/server'),
  browser: [...walksIn('test/journeys'), ...journeys.map((name) => `test/journeys/${name}.test.ts`)],
};
const allLevels = Object.keys(filesOf);
const named = process.argv.slice(2);
const unknown = named.filter((name) => !allLevels.includes(name));
if (unknown.length > 0) throw new Error(`There is no level ${unknown.join(', ')}, only ${allLevels.join(', ')}.`);
const levels = named.length > 0 ? allLevels.filter((level) => named.includes(level)) : allLevels;
const { code } = await runTool(
  'vitest/vitest.mjs',
  ['run', ...levels.flatMap((level) => filesOf[level]), '--reporter=dot'],
  { show: true, env: { RECORD_JOURNEYS: 'yes' } },
);
const walks = collectCoverage();

const charts = filesIn('docs/charts').map((file) => JSON.parse(readFileSync(file, 'utf8')));
say('');
for (const line of walkedTable(charts, walks, levels)) say(line);
const uncaused = readUncaused().filter(({ level }) => levels.includes(level));
say('\nWhat nothing at a level can cause:');
for (const { level, transition, reason } of uncaused) say(`  ${level}: ${transition}: ${reason}`);
const { unexplained, needless } = compareWalks(charts, walks, uncaused, levels);
const titles = new Set(walks.flatMap(({ paths }) => paths.map(({ title }) => title)));
const unrecorded = !levels.includes('browser') ? [] : journeys.filter((name) => !titles.has(`journey: ${name}`));
tell('Journeys that left no record:', unrecorded);
tell('Neither walked nor listed in test/uncaused.json:', unexplained);
tell('Listed in test/uncaused.json, but walked:', needless);
// A run at some levels alone, or one that failed, has not walked everything.
const keep = code === 0 && levels.length === allLevels.length ? ['--keep'] : [];
const report = await runTool('tsx/dist/cli.mjs', ['scripts/kit/walksReport.ts', ...keep]);
say(`\n${report.output.trim()}`);
process.exitCode = code || report.code || (unrecorded.length + unexplained.length + needless.length > 0 ? 1 : 0);

function tell(title, lines) {
  if (lines.length > 0) say(`\n${title}`);
  for (const line of lines) say(`  ${line}`);
}
