// npm run reset-password -- {username}: gives a member a temporary password. Stop the server first.
import { builtServer, install, isBuilt, needNode } from './kit/steps.mjs';

needNode();
await install();
if (!isBuilt('server')) {
  const { buildServer } = await import('./kit/build.mjs');
  await buildServer();
}
process.argv.splice(2, 0, 'reset-password');
await import(`../${builtServer}`);
