import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clearGlobalChat } from '../../server/areas/admin/clearChat';
import { searchMessages } from '../../server/areas/search/messages';
import { listItems } from '../../server/areas/supplies/items';
import type { Db } from '../../server/db/open';
import { media, messages } from '../../server/db/schema';
import type { Role } from '../../src/contract/people';
import type { Requisition } from '../../src/contract/supplies';
import { callsIn, makeIncident, type SignedInServer, startSignedInServer } from '../kit/incidents';
import { suppliesIn } from '../kit/supplies';

/** More than the 65,535 parameters that one statement may have in the protocol of PostgreSQL. */
const MANY = 66_000;

let signedIn: SignedInServer;
beforeAll(async () => {
  signedIn = await startSignedInServer();
});
afterAll(() => signedIn.server.close());
const { read } = callsIn(() => signedIn);
const db = () => signedIn.server.db;

/** The result of a query, and for how many rows and searches in indexes a table was read for it. */
async function workOn<Result>(table: string, query: (tx: Db) => Promise<Result>) {
  const workOf = async (tx: Db) => {
    const { rows } = await tx.execute<{ work: string }>(sql`
      select seq_tup_read + idx_tup_fetch + idx_scan as work from pg_stat_xact_user_tables where relname = ${table}`);
    return Number(rows[0]?.work);
  };
  return db().transaction(async (tx) => {
    const before = await workOf(tx);
    const result = await query(tx);
    return { result, work: (await workOf(tx)) - before };
  });
}

it('the list of all incidents also works after many years', async () => {
  await db().execute(sql`
    insert into incidents (status, animal_type, informer_name, contact_number, location, description)
      select 'RESOLVED', 'DOG', 'A', '9876543210', 'B', 'C' from generate_series(1, ${MANY}::int)`);
  const assigned = await makeIncident(signedIn.server, 'ASSIGNED');
  const begun = await makeIncident(signedIn.server, 'IN_PROGRESS');
  const all = await read<{ id: string; team: { firstName: string }[] }[]>('incidents/summary');
  expect(all.length).toBeGreaterThan(MANY);
  for (const id of [assigned, begun])
    expect(all.find((incident) => incident.id === String(id))?.team.map(({ firstName }) => firstName)).toEqual([
      'Mira',
      'Ravi',
    ]);
});

it('a chat of any length can be cleared with all of its files', async () => {
  await db().execute(sql`
    insert into media (id, kind, mime, bytes) select 'file-' || n, 'IMAGE', 'image/jpeg', 1 from generate_series(1, ${MANY}::int) n`);
  await db().execute(sql`
    insert into messages (chat_id, sender_id, client_message_id, media_id)
      select 0, 1, 'many-' || n, 'file-' || n from generate_series(1, ${MANY}::int) n`);
  const before = await db().$count(messages, eq(messages.chatId, 0));
  const { count, files } = await clearGlobalChat(db(), { id: 5 }, 1);
  expect([count, files.length]).toEqual([before - 1, MANY - 1]);
  expect(await db().$count(media, sql`${media.id} like 'file-%'`)).toBe(1);
});

it('a member sees all of their open requests for supplies, however many, and the last 200 of the others', async () => {
  await db().execute(sql`
    insert into requisitions (id, status, user_id) overriding system value
      select 1000 + n, case when n <= 3 then 'PENDING' else 'RECEIVED' end, 7 from generate_series(1, ${MANY}::int) n`);
  await db().execute(sql`
    insert into requisition_items (requisition_id, item_name, quantity)
      select 1000 + n, 'Gauze', n from generate_series(1, ${MANY}::int) n`);
  const own = await read<Requisition[]>('requisitions/my-requests', 'member not in team');
  expect(own[0]?.items).toMatchObject([{ inventoryItemName: 'Gauze', quantity: MANY }]);
  const ofStatus = (...wanted: string[]) => own.filter(({ status }) => wanted.includes(status)).map(({ id }) => id);
  expect(ofStatus('RECEIVED', 'DENIED')).toHaveLength(200);
  expect(ofStatus('PENDING')).toEqual(expect.arrayContaining(['1003', '1002', '1001']));
  // An old one that ended last is there (DECISIONS 352).
  await db().execute(sql`update requisitions set status = 'DENIED', denied_at = now() where id = 1002`);
  const now = await read<Requisition[]>('requisitions/my-requests', 'member not in team');
  expect(now.find(({ id }) => id === '1002')?.status).toBe('DENIED');
});

it('what is promised of the items is counted once for all of them, from the approved requests alone', async () => {
  const { makeItem, makeRequisition } = suppliesIn(() => signedIn);
  const [itemId, other] = [await makeItem([[50]]), await makeItem([[50]])];
  await db().execute(sql`
    insert into inventory_items (name, unit, low_stock_threshold)
      select 'Kind ' || n, 'pieces', 0 from generate_series(1, 300) n`);
  await db().execute(sql`
    insert into requisitions (id, status, user_id) overriding system value
      select 100000 + n, case when n <= 50 then 'APPROVED' else 'RECEIVED' end, 7 from generate_series(1, 20000) n`);
  await db().execute(sql`
    insert into requisition_items (requisition_id, item_id, item_name, quantity)
      select 100000 + n, ${itemId}::bigint, 'Gauze', 1 from generate_series(1, 20000) n`);
  for (const status of ['PENDING', 'APPROVED', 'DISPATCHED'] as const)
    await makeRequisition(status, itemId, { quantity: 7 });
  await db().execute(sql`analyze inventory_items, requisitions, requisition_items`);

  const { result, work } = await workOn('requisition_items', listItems);
  const promisedOf = (id: string) => result.find((item) => item.id === id)?.promised;
  expect([promisedOf(itemId), promisedOf(other)]).toEqual([57, 0]);
  expect(work).toBeLessThan(1000);
});

it('a search does not look up the case of each message that its member may not read', async () => {
  await db().execute(sql`
    with made as (
      insert into incidents (status, animal_type, informer_name, contact_number, location, description)
        select 'RESOLVED', 'DOG', 'A', '9876543210', 'B', 'C' from generate_series(1, 3000) returning id),
    closed as (
      insert into cases (incident_id, status, team_name, closed_at) select id, 'CLOSED', 'Team', now() from made returning id),
    talked as (insert into chats (case_id, name) select id, 'Chat' from closed returning id)
    insert into messages (chat_id, sender_id, client_message_id, text)
      select id, 2, 'searched-' || id, 'Whitepaw is well.' from talked`);
  await db().execute(sql`analyze cases, chats, messages`);
  const search = (id: number, roles: readonly Role[]) =>
    workOn('cases', (tx) => searchMessages(tx, { id, roles }, { text: 'whitepaw' }));
  expect(await search(2, ['RESCUE_CAPTAIN'])).toMatchObject({ result: { hasMore: true }, work: 0 });
  expect(await search(7, ['MEMBER'])).toEqual({ result: { hits: [], hasMore: false }, work: 0 });
});
