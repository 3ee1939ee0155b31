// npm run reset-password -- {username}: gives a member a temporary password. Stop the server first.
import { builtServer, install, needNode, needServer } from './kit/steps.mjs';

needNode();
await install();
await needServer();
process.argv.splice(2, 0, 'reset-password');
await import(`../${builtServer}`);
