// npm test: installs what is missing, then every check and every test; ends with one line of totals.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { collectCoverage, coverageFolder } from './kit/coverage.mjs';
import { install, needNode, run, runTool, say } from './kit/steps.mjs';

const results = join('test', 'results', 'vitest.json');
const checks = [
  ['Format and lint', () => runTool('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.'])],
  // With one checker, because several would work out most types again, each for itself, which takes twice the processor time.
  ['Types', () => runTool('typescript/bin/tsc', ['--noEmit', '--checkers', '1'])],
  ['Unused code', () => runTool('knip/bin/knip.js', [])],
  ['Build', () => run(process.execPath, [join('scripts', 'build.mjs')])],
];
const failed = [];

needNode();
await install();
// All at the same time, because each uses only one core.
const checked = await Promise.all(checks.map(async ([name, check]) => ({ name, ...(await check()) })));
for (const { name, code, output } of checked) {
  const ok = code === 0;
  say(`${ok ? '✓' : '✗'} ${name}`);
  if (!ok || name.startsWith('Build')) say(output.trimEnd());
  if (!ok) failed.push(name);
}

rmSync(results, { force: true });
rmSync(coverageFolder, { recursive: true, force: true });
const vitest = [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${results}`,
  ...process.argv.slice(2),
];
const { code } = await runTool('vitest/vitest.mjs', vitest, { show: true });
const totals = readTotals();
collectCoverage();
if (code !== 0 || totals.failed > 0 || totals.passed === 0) failed.push('Tests');

for (const line of totals.failures.slice(0, 40)) say(`✗ ${line}`);
if (failed.length > 0) say(`\nFailed: ${failed.join(', ')}`);
say(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;

/**
 * The numbers of passed and failed tests, and a line for each failed one, so that the end of the log names them.
 * A file that could not be loaded, or whose hooks failed, counts as one failed test.
 */
function readTotals() {
  if (!existsSync(results)) return { passed: 0, failed: 1, failures: [] };
  const { numPassedTests, testResults } = JSON.parse(readFileSync(results, 'utf8'));
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name);
    const tests = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && tests.length === 0) return [`${file}: ${firstLine(message)}`];
    return tests.map((test) => `${file} > ${test.fullName}: ${firstLine(test.failureMessages[0])}`);
  });
  return { passed: numPassedTests, failed: failures.length, failures };
}

function firstLine(text = '') {
  return text.split('\n')[0].slice(0, 300);
}
