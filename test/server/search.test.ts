import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchMessages } from '../../server/areas/search/messages';
import * as schema from '../../server/db/schema';
import { cases, chats, GLOBAL_CHAT, messages, messageVersions } from '../../server/db/schema';
import type { IncidentHits, MessageHits } from '../../src/contract/search';
import { copyOfTemplate } from '../kit/database';
import {
  callsIn,
  captains,
  everybody,
  makeIncident,
  type Person,
  people,
  type SignedInServer,
  startSignedInServer,
} from '../kit/incidents';
import { call } from '../kit/server';

/** The search (DECISIONS 169), asked of the real server. */
let signedIn: SignedInServer;
let open: Spot;
let closed: Spot;
let elsewhere: Spot;
beforeAll(async () => {
  signedIn = await startSignedInServer();
  open = await spot('ASSIGNED');
  closed = await spot('RESOLVED');
  elsewhere = await spot('ASSIGNED');
  await signedIn.server.db.delete(messages).where(eq(messages.chatId, elsewhere.chatId));
});
afterAll(() => signedIn.server.close());
const { asked } = callsIn(() => signedIn);

interface Spot {
  readonly incidentId: number;
  readonly chatId: number;
}
async function spot(status: 'ASSIGNED' | 'RESOLVED'): Promise<Spot> {
  const incidentId = await makeIncident(signedIn.server, status);
  const [row] = await signedIn.server.db
    .select({ chatId: chats.id })
    .from(chats)
    .innerJoin(cases, eq(cases.id, chats.caseId))
    .where(eq(cases.incidentId, incidentId));
  if (!row) throw new Error('no chat');
  return { incidentId, chatId: row.chatId };
}

let count = 0;
async function write(chatId: number, text: string, more: Partial<typeof messages.$inferInsert> = {}) {
  count += 1;
  const row = { chatId, text, senderId: people['member in team'].id, clientMessageId: `search-${count}`, ...more };
  const [stored] = await signedIn.server.db.insert(messages).values(row).returning({ id: messages.id });
  return stored?.id ?? 0;
}
const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const searched = (person: Person, fields: Record<string, string>) => asked(person, `search/messages?${query(fields)}`);
const found = async (person: Person, fields: Record<string, string>) =>
  ((await searched(person, fields)).body as MessageHits).hits.map(({ excerpt }) => excerpt);
const incidentsFor = async (person: Person, text: string) =>
  ((await asked(person, `search/incidents?${query({ text })}`)).body as IncidentHits).hits.map(({ id }) => Number(id));

describe('messages', () => {
  beforeAll(async () => {
    await write(GLOBAL_CHAT, 'Zebra crossing closed');
    await write(open.chatId, 'A zebra at the gate');
    await write(closed.chatId, 'The ZEBRA is safe');
  });
  const inGlobal = 'Zebra crossing closed';
  const inOpen = 'A zebra at the gate';
  const inClosed = 'The ZEBRA is safe';
  const mayReadCases: Readonly<Record<Person, boolean>> = {
    'member not in team': false,
    'member in team': true,
    'inventory manager': false,
    captain: true,
    admin: true,
    'super admin': true,
  };

  it.each(everybody)('are found by %s in the chats that they may read, newest first', async (person) => {
    const all = mayReadCases[person] ? [inClosed, inOpen, inGlobal] : [inGlobal];
    expect(await found(person, { text: 'zebra' })).toEqual(all);
    expect(await found(person, { text: 'zebra', chat: 'global' })).toEqual([inGlobal]);
    const answers = await Promise.all(
      [open, closed].map(({ chatId }) => searched(person, { text: 'zebra', chat: String(chatId) })),
    );
    expect(answers.map(({ status }) => status)).toEqual(mayReadCases[person] ? [200, 200] : [403, 403]);
    if (mayReadCases[person])
      expect(await found(person, { text: 'zebra', chat: String(open.chatId) })).toEqual([inOpen]);
  });

  it('come with their chat, sender and time', async () => {
    const { body } = await searched('captain', { text: 'zebra gate' });
    const [hit] = (body as MessageHits).hits;
    expect(hit).toMatchObject({ chatId: String(open.chatId), senderName: 'Mira', excerpt: inOpen });
    expect(Date.now() - Date.parse(hit?.timestamp ?? '')).toBeLessThan(60_000);
    expect(hit?.chatName).not.toBe('');
    expect((await searched('captain', { text: 'crossing' })).body).toMatchObject({ hits: [{ chatId: null }] });
  });

  it('have all the words, in any order and case, anywhere in a word', async () => {
    expect(await found('captain', { text: ' SAFE  zeb ' })).toEqual([inClosed]);
    expect(await found('captain', { text: 'zebra nowhere' })).toEqual([]);
  });

  it('are not found once deleted, nor by what they said before an edit', async () => {
    const id = await write(GLOBAL_CHAT, 'quagga now', { editedAt: new Date() });
    await signedIn.server.db.insert(messageVersions).values({ messageId: id, text: 'okapi before' });
    await write(GLOBAL_CHAT, 'quagga gone', { deletedAt: new Date() });
    expect(await found('admin', { text: 'quagga' })).toEqual(['quagga now']);
    expect(await found('admin', { text: 'okapi' })).toEqual([]);
  });

  it('are not found by the wildcards of LIKE, which count as letters', async () => {
    await write(GLOBAL_CHAT, 'sale 50% a_b c\\d');
    for (const text of ['50%', 'a_b', 'c\\d']) expect(await found('captain', { text })).toEqual(['sale 50% a_b c\\d']);
    for (const text of ['5%%', 'a__', '%%', '__']) expect(await found('captain', { text })).toEqual([]);
  });

  // 'é', and U+0958 and U+095B, which look like a letter with a dot. A text may have both spellings.
  it.each([
    ['caf\u00E9', 'cafe\u0301'],
    ['\u0958लम', '\u0915\u093Cलम'],
    ['\u0958\u091C\u093C', '\u0915\u093C\u095B'],
  ])('are found however their letters are spelt (%s, %s)', async (one, other) => {
    const ids = [await write(GLOBAL_CHAT, `see ${one}`), await write(GLOBAL_CHAT, `see ${other}`)];
    for (const text of [one, other])
      expect(await found('captain', { text: `see ${text}` })).toEqual(ids.map(() => `see ${one.normalize()}`));
  });

  it('come in pages of twenty', async () => {
    for (let number = 1; number <= 21; number++) await write(elsewhere.chatId, `gnu ${number}`);
    const chat = String(elsewhere.chatId);
    const first = (await searched('captain', { text: 'gnu', chat })).body as MessageHits;
    expect([first.hits.length, first.hasMore, first.hits[0]?.excerpt]).toEqual([20, true, 'gnu 21']);
    const before = first.hits.at(-1)?.id ?? '';
    expect((await searched('captain', { text: 'gnu', chat, before })).body).toMatchObject({
      hits: [{ excerpt: 'gnu 1' }],
      hasMore: false,
    });
  });

  it('are not searched with too short a text, and malformed parameters are refused', async () => {
    expect((await searched('captain', { text: ' z ' })).body).toEqual({ hits: [], hasMore: false });
    for (const fields of [
      {},
      { text: 'x'.repeat(101) },
      { text: 'zebra', chat: 'all' },
      { text: 'zebra', before: '-1' },
    ])
      expect((await searched('captain', fields as Record<string, string>)).status).toBe(400);
    expect((await searched('captain', { text: 'zebra', chat: '999999' })).status).toBe(404);
    expect((await searched('captain', { text: 'zebra', chat: '0' })).status).toBe(404);
  });
});

describe('incidents', () => {
  let dog: number;
  let cow: number;
  beforeAll(async () => {
    dog = await makeIncident(signedIn.server, 'REPORTED', {
      location: 'Pelican Road',
      description: 'A wombat in a drain.',
      contactNumber: '9123450000',
    });
    cow = await makeIncident(signedIn.server, 'CLOSED', { location: 'Mill', description: 'Wombat near Pelican.' });
  });

  it('are found by every member, by place and by words of the description', async () => {
    for (const person of everybody) {
      expect(await incidentsFor(person, 'pelican')).toEqual([cow, dog]);
      expect(await incidentsFor(person, 'drain pelican')).toEqual([dog]);
    }
  });

  it('are found by their id', async () => {
    expect(await incidentsFor('member not in team', `#${dog}`)).toEqual([dog]);
    expect(await incidentsFor('member not in team', String(dog))).toContain(dog);
    expect(await incidentsFor('member not in team', '#999999')).toEqual([]);
  });

  it.each(everybody)("are found by the informer's number by captains and above only: %s", async (person) => {
    const isCaptain = captains.includes(person);
    expect(await incidentsFor(person, '91234500')).toEqual(isCaptain ? [dog] : []);
    const { body } = await asked(person, `search/incidents?${query({ text: 'drain pelican' })}`);
    expect(body).toMatchObject({
      hits: [{ id: String(dog), status: 'REPORTED', contactNumber: isCaptain ? '9123450000' : null }],
      hasMore: false,
    });
  });
});

it('for messages uses an index, so that it takes no longer as the chats grow (DECISIONS 311)', async () => {
  const { databaseUrl, remove } = await copyOfTemplate();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // With so few messages the database would rather read all of them.
  await client.query('set enable_seqscan = off; set enable_indexscan = off');
  const asked: [query: string, params: unknown[]][] = [];
  const logger = { logQuery: (...query: [string, unknown[]]) => asked.push(query) };
  const db = drizzle(client, { schema, casing: 'snake_case', logger });
  await searchMessages(db, { id: 1, roles: [] }, { text: 'zebra' });
  const [query, params] = asked[0] ?? ['', []];
  const { rows } = await client.query(`explain ${query}`, params);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('Bitmap Index Scan on messages_text');
  await client.end();
  await remove();
});

it('is refused without a login, and to members who search too often', async () => {
  const strict = await startSignedInServer({ limits: { searchesPerMinute: 2 } });
  try {
    const ask = (path: string, token?: string) =>
      call(strict.server.base, `/api/search/${path}?text=dog`, token ? { token } : {});
    for (const path of ['messages', 'incidents']) expect((await ask(path)).status).toBe(401);
    const mira = strict.tokens['member in team'];
    expect((await ask('messages', mira)).status).toBe(200);
    expect((await ask('incidents', mira)).status).toBe(200);
    const third = await ask('messages', mira);
    expect([third.status, Number(third.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await ask('messages', strict.tokens.captain)).status).toBe(200);
  } finally {
    await strict.server.close();
  }
});
