import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// A process in which a worker's journeys start the built server, one after the other (see `process.ts`). A message with environment
// variables starts a server; any other closes it, and is answered.
const built = (name) => import(pathToFileURL(join('.cache', 'server', name)).href);
const [{ createServer }, { readConfig }] = await Promise.all([built('app.mjs'), built('config.mjs')]);
let server;

process.on('disconnect', () => process.exit());
process.on('message', async (message) => {
  if (typeof message === 'object') {
    server = await createServer(readConfig({ ...process.env, ...message }));
    console.log(`A server is ready on ${server.address}`);
  } else {
    await server.close();
    process.send('closed');
  }
});
