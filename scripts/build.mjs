// npm run build: builds the app, reports what each first view loads, and fails past the budget.
import { report } from './kit/budget.mjs';
import { buildApp } from './kit/build.mjs';
import { giveUp, install, needNode, say } from './kit/steps.mjs';

needNode();
await install();
await buildApp();
const { lines, over } = report();
say(lines.join('\n'));
if (over.length > 0) giveUp(`Over budget: ${over.join('; ')}`);
