// npm run faults: two clients write to each other while network and server fail; fails when anything is lost, doubled or out of order.
import { join } from 'node:path';
import { install, needNode, run } from './kit/steps.mjs';

needNode();
await install();
const program = join('test', 'faults', 'main.ts');
const { code } = await run(process.execPath, ['--import', 'tsx', program, ...process.argv.slice(2)], { show: true });
process.exitCode = code;
