// npm start: installs what is missing, builds what is stale, and becomes the server.
import { needServer } from './kit/build.mjs';
import { builtServer, install, isBuilt, needNode, say } from './kit/steps.mjs';

needNode();
await install();
if (!isBuilt('app')) {
  say('Building the app …');
  const { buildApp } = await import('./kit/build.mjs');
  await buildApp();
}
await needServer();
process.env.NODE_ENV ??= 'production';
process.setSourceMapsEnabled(true);
// The server runs in this process, so Ctrl-C, signals and exit codes need not be passed on.
await import(`../${builtServer}`);
