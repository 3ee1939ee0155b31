// The reference server, with shorter heart-beats and a higher limit of logins. On SIGUSR2 it prints how many connections and
// subscriptions it has. Its disk is full from one SIGHUP to the next.
import { sql } from 'drizzle-orm';
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
/** The tables into which what members send is written. */
const tables = ['cases', 'incidents', 'kit_items', 'media', 'messages', 'requisitions'];
// With a full disk PostgreSQL fails with this code, and the row is not written ("PostgreSQL Error Codes", 53100 disk_full).
const prepared = [
  'create table if not exists test_disk as select false as is_full',
  `create or replace function test_disk() returns trigger language plpgsql as $$ begin
     if (select is_full from test_disk) then
       raise exception 'could not extend file: No space left on device' using errcode = '53100';
     end if;
     return null;
   end $$`,
  ...tables.map(
    (table) => `create or replace trigger test_disk after insert or update on ${table} execute function test_disk()`,
  ),
];
for (const statement of prepared) await server.db.execute(sql.raw(statement));
let isFull = false;
process.on('SIGHUP', async () => {
  isFull = !isFull;
  // Repeated, because a connection of the pool may have died just before.
  while (
    !(await server.db.execute(sql`update test_disk set is_full = ${isFull}`).then(
      () => true,
      () => false,
    ))
  );
  console.log(`disk ${isFull ? 'full' : 'free'}`);
});
console.log(`Saathi is ready on ${server.address}`);
