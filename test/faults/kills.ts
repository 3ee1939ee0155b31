// npm run faults -- kills [--kills N]: the server is killed (SIGKILL) again and again while members send, upload, report and assign.
// Afterwards everything that it had acknowledged must be there once, and after a sweep no file may be without a row in the database.
import { parseArgs } from 'node:util';
import { eq, inArray } from 'drizzle-orm';
import { createServer } from '../../server/app';
import { sweep } from '../../server/areas/sweep';
import { readConfig } from '../../server/config';
import { cases, incidents, media, messages } from '../../server/db/schema';
import { wav } from '../kit/media';
import { startServerProcess } from '../kit/process';
import { call, signIn, stompClient } from '../kit/server';

const { values } = parseArgs({ options: { kills: { type: 'string', default: '20' } }, allowPositionals: true });
const kills = Number(values.kills);
/** How long the server is under load before it is killed, in milliseconds. */
const [SHORTEST, LONGEST] = [150, 1500];
const say = (line: string) => process.stdout.write(`${line}\n`);

const server = await startServerProcess();
/** What the server has acknowledged. */
const kept = { messages: [] as string[], files: [] as string[], reports: [] as string[], teams: [] as string[] };
let count = 0;
let isOver = false;

const report = () => ({
  informerName: 'Asif Khan',
  contactNumber: '9876543210',
  animalType: 'DOG',
  description: 'Dog with a swollen leg.',
  location: `Bridge ${count}`,
});

async function sendForm(path: string, token: string, fields: Record<string, string>, key?: string) {
  const { content, type, name } = wav(2000);
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('media', new Blob([content], { type }), name);
  const response = await fetch(server.base + path, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}`, ...(key === undefined ? {} : { 'idempotency-key': key }) },
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

/** Repeats the work until the run is over. Work that fails was not acknowledged. */
async function keepDoing(work: () => Promise<void>): Promise<void> {
  while (!isOver) await work().catch(() => new Promise((resolve) => setTimeout(resolve, 50)));
}

const tokens = { member: await signIn(server.base, 'member'), captain: await signIn(server.base, 'captain') };
const load = [
  keepDoing(async () => {
    const client = await stompClient(server.base, tokens.member);
    try {
      for (;;) {
        const clientMessageId = `kill-${++count}`;
        await client.sendAndWait('/app/gchat/send', { text: 'Kept', clientMessageId });
        kept.messages.push(clientMessageId);
        if (isOver) return;
      }
    } finally {
      void client.close();
    }
  }),
  keepDoing(async () => {
    const { status, body } = await sendForm('/api/gchat/media', tokens.member, {});
    if (status === 201 && body.mediaUrl) kept.files.push(body.mediaUrl.split('/').at(-1) ?? '');
  }),
  keepDoing(async () => {
    const incident = JSON.stringify(report());
    const { status, body } = await sendForm('/api/incidents/report', tokens.captain, { incident }, `kill-${++count}`);
    const { incidentId } = body;
    if (status !== 201 || !incidentId) throw new Error(`not reported: ${status}`);
    kept.reports.push(incidentId);
    const path = `/api/incidents/${incidentId}/assignment/assign-team`;
    const answer = await call(server.base, path, { token: tokens.captain, body: { userIds: ['6'] } });
    if (answer.status === 200) kept.teams.push(incidentId);
  }),
];

for (let kill = 1; kill <= kills; kill++) {
  await new Promise((resolve) => setTimeout(resolve, SHORTEST + Math.random() * (LONGEST - SHORTEST)));
  await server.kill();
  await server.start();
}
isOver = true;
await Promise.all(load);
await server.stop();

const own = await createServer({ ...readConfig({ DATA_DIR: server.dataDir, STATIC_DIR: '/nonexistent' }), port: 0 });
const lost: string[] = [];
const stored = await own.db.select({ key: messages.clientMessageId }).from(messages);
const keys = stored.map(({ key }) => key);
lost.push(...kept.messages.filter((key) => keys.filter((one) => one === key).length !== 1));
const names = async () => {
  const found = new Set<string>();
  for await (const { name } of own.media.storage.list()) found.add(name.split('.')[0] ?? name);
  return found;
};
const files = await names();
const rows = async () => new Set((await own.db.select({ id: media.id }).from(media)).map(({ id }) => id));
const known = await rows();
lost.push(...kept.files.filter((id) => !known.has(id) || !files.has(id)));
lost.push(...[...known].filter((id) => !files.has(id)));
for (const [ids, table] of [
  [kept.reports, incidents.id],
  [kept.teams, cases.incidentId],
] as const) {
  for (const id of ids) if ((await own.db.$count(table.table, eq(table, Number(id)))) !== 1) lost.push(id);
}
const withFile = await own.db.$count(media, inArray(media.incidentId, [...kept.reports.map(Number), 0]));
if (withFile !== kept.reports.length) lost.push(`${kept.reports.length - withFile} files of reports`);
// The sweep is given a time two and a half hours from now, when it takes every upload to have ended.
await sweep(own, new Date(Date.now() + 2.5 * 60 * 60_000));
const left = await rows();
const orphans = [...(await names())].filter((id) => !left.has(id));
await own.close();
await server.discard();

const totals = Object.entries(kept).map(([kind, all]) => `${all.length} ${kind}`);
say(`${kills} kills; acknowledged: ${totals.join(', ')}.`);
say(`Lost or doubled: ${lost.length}. Files without a row after the sweep: ${orphans.length}.`);
for (const one of lost) say(`  ✗ ${one}`);
process.exit(lost.length + orphans.length === 0 ? 0 : 1);
