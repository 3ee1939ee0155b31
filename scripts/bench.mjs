// npm run bench: measures our parts beside a floor of the same size, in one run on this machine. Fails if ours takes too much longer.
import { join } from 'node:path';
import { install, needNode, run } from './kit/steps.mjs';

needNode();
await install();
const { code } = await run(
  process.execPath,
  ['--import', 'tsx', join('test', 'bench', 'main.ts'), ...process.argv.slice(2)],
  { show: true },
);
process.exitCode = code;
