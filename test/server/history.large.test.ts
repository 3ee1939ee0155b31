import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clearGlobalChat } from '../../server/areas/administration/clearChat';
import { media, messages } from '../../server/db/schema';
import type { Requisition } from '../../src/contract/supplies';
import { callsIn, makeIncident, type SignedInServer, startSignedInServer } from '../kit/incidents';

/** More than the 65,535 parameters that one statement may have in the protocol of PostgreSQL. */
const MANY = 66_000;

let signedIn: SignedInServer;
beforeAll(async () => {
  signedIn = await startSignedInServer();
});
afterAll(() => signedIn.server.close());
const { read } = callsIn(() => signedIn);
const db = () => signedIn.server.db;

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

it('a member sees all of their requests for supplies, however many', async () => {
  await db().execute(sql`
    insert into requisitions (id, status, user_id) overriding system value
      select 1000 + n, 'RECEIVED', 7 from generate_series(1, ${MANY}::int) n`);
  await db().execute(sql`
    insert into requisition_items (requisition_id, item_name, quantity)
      select 1000 + n, 'Gauze', n from generate_series(1, ${MANY}::int) n`);
  const own = await read<Requisition[]>('requisitions/my-requests', 'member not in team');
  expect(own.length).toBeGreaterThanOrEqual(MANY);
  expect(own[0]?.items).toMatchObject([{ inventoryItemName: 'Gauze', quantity: MANY }]);
});
