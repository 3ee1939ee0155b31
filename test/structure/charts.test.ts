import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('docs/charts has every chart as it is now, so that a change of the rules is seen in a review', async () => {
  const run = promisify(execFile)(process.execPath, ['scripts/charts.mjs', '--check']);
  // What it prints names the stale files.
  await expect(run.then(({ stdout }) => stdout)).resolves.toBe('');
}, 60_000);
