// npm run faults [-- --seed N] [--seeds N] [--messages N] [--faults N] [--divide N] [--only charts|pages]
import { parseArgs } from 'node:util';
import { build } from '../kit/built';
import { launchChromium } from '../kit/chromium';
import { type PagesFigures, runPages, wholeSize } from './pages';
import { type Figures, runFaults } from './run';
import { openSetup } from './setup';
import { timesDividedBy } from './times';
import type { Verdict } from './verdict';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string' },
    messages: { type: 'string', default: '500' },
    faults: { type: 'string', default: '22' },
    divide: { type: 'string', default: '4' },
    only: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});
const first = Number(values.seed);
const count = Number(values.seeds ?? (process.argv.includes('--seed') ? 1 : 10));
const seeds = Array.from({ length: count }, (_, at) => first + at);
const size = { messages: Number(values.messages), faults: Number(values.faults), long: true };
const times = timesDividedBy(Number(values.divide));

const say = (line: string) => process.stdout.write(`${line}\n`);
// The charts log each failure, and a run causes many.
if (!values.verbose) for (const level of ['error', 'warn'] as const) console[level] = () => {};

if (values.only !== 'charts') build('App');
const setup = await openSetup(times);
let failed = 0;
const tellViolations = (violations: readonly string[]) => {
  if (violations.length > 0) failed++;
  for (const violation of violations) say(`  ✗ ${violation}`);
};
try {
  if (values.only !== 'charts') {
    say('Real pages in Chromium, with the times of the app. A member whose device breaks, and another one.');
    const browser = await launchChromium();
    for (const seed of seeds)
      printPages(await runPages(setup, browser, seed, wholeSize, values.verbose ? say : undefined));
    await browser.close();
  }
  if (values.only !== 'pages') {
    say(`The charts of the app without pages, all waiting times divided by ${values.divide}: reconnect after`);
    say(`${times.reconnectDelay} ms, heart-beats of ${times.heartbeat} ms.`);
    for (const seed of seeds) print(await runFaults(setup, seed, size, times));
  }
} finally {
  await setup.server.discard();
}
say(failed === 0 ? `All runs of ${count} seeds kept everything.` : `${failed} runs failed.`);
process.exit(failed === 0 ? 0 : 1);

function verdictText({ lost, doubled, reordered }: Verdict): string {
  return `lost ${lost}, doubled ${doubled}, reordered ${reordered}`;
}

function listed(kinds: readonly string[]): string {
  const times = new Map<string, number>();
  for (const kind of kinds) times.set(kind, (times.get(kind) ?? 0) + 1);
  return [...times].map(([kind, many]) => `${kind} ${many}`).join(', ');
}

function printPages({ seed, messages, works, faults, troubles, naive, took, violations, ...rest }: PagesFigures): void {
  const mark = violations.length === 0 ? '✓' : '✗';
  say(`${mark} pages, seed ${seed}: ${messages} messages, ${works} other acts; ${listed([...faults, ...troubles])}`);
  say(
    `  ${verdictText(rest)}; naive clients: ${verdictText(naive)}, sent again ${naive.resent}; ` +
      `took ${(took / 1000).toFixed(0)} s`,
  );
  tellViolations(violations);
}

function print({ seed, messages, faults, naive, violations, ...rest }: Figures): void {
  const mark = violations.length === 0 ? '✓' : '✗';
  const kinds = Object.entries(faults).map(([kind, many]) => `${kind} ${many}`);
  say(`${mark} charts, seed ${seed}: ${messages} messages; ${kinds.join(', ')}`);
  say(
    `  ${verdictText(rest)}; naive clients: ${verdictText(naive)}, sent again ${naive.resent}; ` +
      `all had everything ${Math.round(rest.converged)} ms after the last fault; took ${(rest.took / 1000).toFixed(1)} s; ` +
      `since the last fault connections ${rest.efforts.map(({ connections }) => connections).join(' and ')}, ` +
      `fetches ${rest.efforts.map(({ fetches }) => fetches).join(' and ')}`,
  );
  tellViolations(violations);
}
