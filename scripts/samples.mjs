// npm run samples: writes the samples of all walks (test/walks) into src/samples, from where the rules workbench reads them.
import { rmSync } from 'node:fs';
import process from 'node:process';
import { install, needNode, runTool } from './kit/steps.mjs';

needNode();
await install();
rmSync('src/samples', { recursive: true, force: true });
const { code } = await runTool(
  'vitest/vitest.mjs',
  [
    'run',
    'test/walks',
    '--exclude',
    'test/walks/workbench/**',
    '-t',
    'its samples in the rules workbench',
    '--reporter=dot',
  ],
  { show: true, env: { WRITE_SAMPLES: 'yes' } },
);
process.exitCode = code;
