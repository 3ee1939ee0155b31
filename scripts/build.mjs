// npm run build: builds the app and prints how large its scripts and style sheets are as they are served.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp } from './kit/build.mjs';
import { formerFiles } from './kit/release.mjs';
import { filesIn, install, needNode, say } from './kit/steps.mjs';

needNode();
await install();
await buildApp();
const served = (file) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
const former = formerFiles('dist').map((file) => join('dist', file));
const sizes = filesIn('dist')
  .filter((file) => /\.(js|css)$/.test(file) && !former.includes(file))
  .map((file) => [file, served(file)])
  .sort((a, b) => b[1] - a[1]);
for (const [file, size] of sizes) say(`${(size / 1000).toFixed(1).padStart(8)} kB  ${file}`);
say('What a page fetches of it by itself is measured in a browser, against a budget: test/journeys/budget.test.ts.');
