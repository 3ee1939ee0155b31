// npm run faults: members write to each other, in real pages and with the charts alone, while devices, network and server fail. Fails
// if anything is lost, doubled or out of order.
import { join } from 'node:path';
import { needServer } from './kit/build.mjs';
import { install, needNode, run } from './kit/steps.mjs';

needNode();
await install();
const [first, ...rest] = process.argv.slice(2);
const program = join('test', 'faults', first === 'kills' ? 'kills.ts' : 'main.ts');
const args = first === 'kills' ? rest : process.argv.slice(2);
if (first === 'kills') await needServer();
const { code } = await run(process.execPath, ['--import', 'tsx', program, ...args], { show: true });
process.exitCode = code;
