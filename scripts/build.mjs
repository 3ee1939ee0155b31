// npm run build: builds the app, reports what each first view loads, and fails past the budget.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { report } from './kit/budget.mjs';
import { build } from './kit/build.mjs';
import { giveUp, install, needNode, say } from './kit/steps.mjs';

needNode();
await install();
await build();
const { lines, over, files } = report();
// A journey compares this with what a real browser asks for.
mkdirSync('.cache', { recursive: true });
writeFileSync(join('.cache', 'budget.json'), JSON.stringify(files, null, 2));
say(lines.join('\n'));
if (over.length > 0) giveUp(`Over budget: ${over.join('; ')}`);
