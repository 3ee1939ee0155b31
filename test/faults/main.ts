// npm run faults [-- --seed N] [--seeds N] [--messages N] [--faults N] [--divide N]
import { parseArgs } from 'node:util';
import { type Figures, runFaults } from './run';
import { openSetup } from './setup';
import { timesDividedBy } from './times';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string' },
    messages: { type: 'string', default: '500' },
    faults: { type: 'string', default: '22' },
    divide: { type: 'string', default: '4' },
    verbose: { type: 'boolean', default: false },
  },
});
const first = Number(values.seed);
const count = Number(values.seeds ?? (process.argv.includes('--seed') ? 1 : 10));
const size = { messages: Number(values.messages), faults: Number(values.faults), long: true };
const times = timesDividedBy(Number(values.divide));

const say = (line: string) => process.stdout.write(`${line}\n`);
// The charts log each failure that they meet, and here they meet little else.
if (!values.verbose) for (const level of ['error', 'warn'] as const) console[level] = () => {};

say(
  `${count} seeds of ${size.messages} messages. All waiting times are the app's divided by ${values.divide}: reconnect`,
);
say(`after ${times.reconnectDelay} ms, heart-beats of ${times.heartbeat} ms.`);
const setup = await openSetup(times);
let failed = 0;
try {
  for (let seed = first; seed < first + count; seed++) {
    const figures = await runFaults(setup, seed, size, times);
    if (figures.violations.length > 0) failed++;
    print(figures);
  }
} finally {
  await setup.server.discard();
}
say(failed === 0 ? `All ${count} seeds kept everything.` : `${failed} of ${count} seeds failed.`);
process.exit(failed === 0 ? 0 : 1);

function print({ seed, messages, faults, lost, doubled, reordered, naive, ...rest }: Figures): void {
  const kinds = Object.entries(faults).map(([kind, times]) => `${kind} ${times}`);
  const total = Object.values(faults).reduce((sum, times) => sum + times, 0);
  say(
    `${rest.violations.length === 0 ? '✓' : '✗'} seed ${seed}: ${messages} messages, ${total} faults (${kinds.join(', ')})`,
  );
  say(
    `  lost ${lost}, doubled ${doubled}, reordered ${reordered}; naive clients: lost ${naive.lost}, doubled ${naive.doubled}, ` +
      `reordered ${naive.reordered}, sent again ${naive.resent}; ` +
      `all had everything ${Math.round(rest.converged)} ms after the last fault; took ${(rest.took / 1000).toFixed(1)} s; ` +
      `since the last fault connections ${rest.efforts.map(({ connections }) => connections).join(' and ')}, ` +
      `fetches ${rest.efforts.map(({ fetches }) => fetches).join(' and ')}`,
  );
  for (const violation of rest.violations) say(`  ✗ ${violation}`);
}
