// npm run charts: writes every chart into docs/charts. With --check it only tells whether they are up to date; with
// --compare <revision> [<revision>] it writes a page that shows what has changed between two versions.
import process from 'node:process';
import { install, needNode, runTool } from './kit/steps.mjs';

needNode();
await install();
const { code, output } = await runTool('tsx/dist/cli.mjs', ['scripts/kit/charts.ts', ...process.argv.slice(2)]);
process.stdout.write(output);
process.exitCode = code;
