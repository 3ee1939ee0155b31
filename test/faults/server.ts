// The reference server as `server/main.ts` starts it, with shorter heart-beats; it says on SIGUSR2 who is subscribed to what.
import { createServer } from '../../server/app';
import { readConfig } from '../../server/config';

const config = readConfig(process.env);
const server = await createServer({
  ...config,
  limits: { ...config.limits, heartbeat: Number(process.env.TEST_HEARTBEAT), loginsPerMember: 1_000 },
});
const stop = () => {
  server.close().then(
    () => process.exit(0),
    () => process.exit(1),
  );
};
process.once('SIGINT', stop);
process.on('SIGUSR2', () => {
  const topics = (process.env.TEST_TOPICS ?? '').split(' ').map((topic) => [topic, server.broker.count(topic)]);
  const counts = { connections: server.connections.count, all: server.broker.count(), ...Object.fromEntries(topics) };
  console.log(`subscriptions ${JSON.stringify(counts)}`);
});
console.log(`Saathi is ready on ${server.address}`);
