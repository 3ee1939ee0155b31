// npm start: installs what is missing, builds what is stale, starts the server.
import { install, isBuilt, needNode, say, stayWith } from './kit/steps.mjs';

needNode();
await install();
if (!isBuilt()) {
  say('Building the app …');
  const { build } = await import('./kit/build.mjs');
  await build();
}
stayWith(process.execPath, ['--import', 'tsx', 'server/main.ts'], { NODE_ENV: 'production' });
