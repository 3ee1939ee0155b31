// npm run reset-password -- {username}: gives a member a temporary password. Stop the server first.
import { needServer } from './kit/build.mjs';
import { builtServer, install, needNode } from './kit/steps.mjs';

needNode();
await install();
await needServer();
process.argv.splice(2, 0, 'reset-password');
await import(`../${builtServer}`);
