// npm run workbench [-- some/catalogue.ts]: the rules workbench alone, on the charts of this app or on those of another project.
import { join, resolve } from 'node:path';
import process from 'node:process';
import { install, needNode, say, stayWith } from './kit/steps.mjs';

needNode();
await install();
const [catalogue] = process.argv.slice(2);
say('The workbench is at the address below, followed by inspector.html.');
stayWith(
  process.execPath,
  [join('node_modules', 'vite', 'bin', 'vite.js'), '--config', join('scripts', 'kit', 'workbench.config.ts')],
  catalogue === undefined ? {} : { WORKBENCH_CATALOGUE: resolve(catalogue) },
);
