// npm start: installs what is missing, builds what is stale, and becomes the server.
import { install, isBuilt, needNode, say } from './kit/steps.mjs';

needNode();
await install();
if (!isBuilt()) {
  say('Building the app …');
  const { build } = await import('./kit/build.mjs');
  await build();
}
process.env.NODE_ENV ??= 'production';
// In this very process: Ctrl-C, signals and exit codes need nobody to pass them on.
const { register } = await import('tsx/esm/api');
register();
await import('../server/main.ts');
