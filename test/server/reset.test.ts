import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportIncident } from '../../server/areas/incidents/actions';
import { auditLog, incidentNotes, incidents, media, messages, messageVersions } from '../../server/db/schema';
import {
  callsIn,
  everybody,
  makeIncident,
  reportOf,
  type SignedInServer,
  sendReport,
  startSignedInServer,
} from '../kit/incidents';
import { filesOf, jpeg, uploaded } from '../kit/media';
import { openPushService, type PushService, subscribe } from '../kit/pushService';
import { runWhileLocked } from '../kit/runWhileLocked';
import { call, stompClient } from '../kit/server';

let signedIn: SignedInServer;
let service: PushService;
beforeAll(async () => {
  service = await openPushService();
  signedIn = await startSignedInServer({ pushToLoopback: true });
});
afterAll(async () => {
  await signedIn.server.close();
  await service.close();
});

const { asked } = callsIn(() => signedIn);
const db = () => signedIn.server.db;
const reset = (person: (typeof everybody)[number] = 'super admin') =>
  asked(person, 'admin/reset-application-keep-users', { method: 'DELETE' });

/** Typed from DECISIONS P16. A table that is in neither list has to be decided about. */
const kept = [
  'audit_log',
  'incident_archives',
  'login_addresses',
  'organisation',
  'push_subscriptions',
  'user_roles',
  'users',
];
const emptied = [
  'case_members',
  'cases',
  'chat_marks',
  'idempotency_keys',
  'incident_changes',
  'incident_interest',
  'incident_notes',
  'incidents',
  'inventory_batches',
  'inventory_categories',
  'inventory_items',
  'kit_items',
  'media',
  'message_reactions',
  'message_reads',
  'message_versions',
  'messages',
  'notifications',
  'requisition_items',
  'requisitions',
  'stock_events',
];

const rowsIn = async (table: string) =>
  (await db().execute(sql`select to_jsonb(t)::text as row from ${sql.identifier(table)} t order by 1`)).rows.map(
    ({ row }) => row,
  );

describe('resetting the application (DECISIONS P16)', () => {
  it('needs a login', async () => {
    const path = '/api/admin/reset-application-keep-users';
    expect((await call(signedIn.server.base, path, { method: 'DELETE' })).status).toBe(401);
  });

  it.each(everybody.filter((person) => person !== 'super admin'))(
    'is for super admins alone: not for %s',
    async (person) => {
      expect(await reset(person)).toMatchObject({ status: 403, body: { message: 'Only a super admin can do this.' } });
      expect(await db().$count(incidents)).toBeGreaterThan(0);
    },
  );

  it('has every table in one of the two lists', async () => {
    const { rows } = await db().execute(
      sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual([...kept, ...emptied, 'chats'].sort());
  });

  it('deletes everything but accounts, what belongs to them, archives and the log, with all files', async () => {
    const { server, tokens } = signedIn;
    const archived = await makeIncident(server, 'RESOLVED');
    await asked('captain', `incidents/${archived}`, { method: 'DELETE', body: { archive: true } });
    await sendReport(server.base, tokens['member in team'], { key: 'before', files: [await jpeg()] });
    await uploaded(server.base, tokens['member in team'], await jpeg());
    await subscribe(server.base, tokens.captain, service.browser());
    await db().insert(incidentNotes).values({ incidentId: 1, writtenBy: 1, text: 'It limps.' });
    const [message] = await db().select().from(messages).limit(1);
    await db()
      .insert(messageVersions)
      .values({ messageId: message?.id ?? 0, text: 'before' });
    expect((await filesOf(server)).kept.length).toBeGreaterThan(2);
    for (const table of [...kept, ...emptied]) expect([table, (await rowsIn(table)).length]).not.toEqual([table, 0]);
    const before = Object.fromEntries(await Promise.all(kept.map(async (table) => [table, await rowsIn(table)])));

    const mira = await stompClient(server.base, tokens['member in team']);
    const news = await mira.subscribe('/topic/members/1');
    const live = await mira.subscribe('/topic/incidents');
    await mira.subscribe('/topic/chat/1');
    expect(await reset()).toMatchObject({ status: 200 });
    expect(await news.next(({ type }) => type === 'application.reset')).toEqual({ type: 'application.reset' });
    expect(await live.next()).toEqual({ incidentId: null });
    // Its topic no longer exists.
    expect(await news.next(({ type }) => type === 'refusal')).toMatchObject({
      destination: '/topic/chat/1',
      status: 404,
    });
    await mira.close();

    for (const table of emptied) expect([table, await rowsIn(table)]).toEqual([table, []]);
    expect((await db().execute(sql`select id, name from chats`)).rows).toEqual([{ id: '0', name: 'Global Chat' }]);
    for (const table of kept.filter((name) => name !== 'audit_log'))
      expect([table, await rowsIn(table)]).toEqual([table, before[table]]);
    expect(await rowsIn('audit_log')).toHaveLength(before.audit_log.length + 1);
    const [entry] = await db().select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(entry).toMatchObject({ action: 'application.reset', actorName: 'Sara Thomas' });
    expect(await filesOf(server)).toEqual({ kept: [], incoming: [] });
  });

  it('leaves an organisation that still works', async () => {
    const { server, tokens } = signedIn;
    const { status } = await sendReport(server.base, tokens['member in team'], {
      key: 'before',
      files: [await jpeg()],
    });
    expect(status).toBe(201);
    const client = await stompClient(server.base, tokens['member in team']);
    await client.sendAndWait('/app/gchat/send', { text: 'Hello again.', clientMessageId: 'again' });
    await client.close();
    expect((await asked('captain', 'gchat/messages')).body).toMatchObject([{ text: 'Hello again.' }]);
    expect((await asked('captain', 'notifications')).body).toMatchObject([{ type: 'INCIDENT' }]);
  });

  it('is done once with the same Idempotency-Key: what was entered since then stays (DECISIONS 281)', async () => {
    const again = () =>
      asked('super admin', 'admin/reset-application-keep-users', { method: 'DELETE', key: 'reset-1' });
    const client = await stompClient(signedIn.server.base, signedIn.tokens.captain);
    const news = await client.subscribe('/topic/incidents');
    const first = await again();
    expect(first.status).toBe(200);
    const id = await makeIncident(signedIn.server, 'REPORTED');
    const entries = await db().$count(auditLog);
    expect(await again()).toMatchObject({ status: 200, body: first.body });
    expect([await db().$count(incidents, eq(incidents.id, id)), await db().$count(auditLog)]).toEqual([1, entries]);
    expect(await rowsIn('idempotency_keys')).toHaveLength(1);
    // It is told again, because the answer to the first one may be lost (DECISIONS 391).
    await client.settled();
    expect(news.all).toEqual([{ incidentId: null }, { incidentId: null }]);
    await client.close();
    expect((await reset()).status).toBe(200);
    expect([await db().$count(incidents), await rowsIn('idempotency_keys')]).toEqual([0, []]);
  });

  it('two at once with keys of their own are both done', async () => {
    const both = ['one', 'two'].map((key) =>
      asked('super admin', 'admin/reset-application-keep-users', { method: 'DELETE', key }),
    );
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await rowsIn('idempotency_keys')).length).toBe(1);
  });

  it('waits for a report that is being stored, and deletes it, too', async () => {
    const ended = await runWhileLocked(
      db(),
      (tx) => reportIncident(tx, { id: 7, roles: [] }, reportOf() as never),
      () => reset(),
    );
    expect(ended).toMatchObject({ value: { status: 200 } });
    expect(await db().$count(incidents)).toBe(0);
    expect(await rowsIn('notifications')).toEqual([]);
  });

  it('leaves nothing incomplete, whatever is done at the same time', async () => {
    const { server, tokens } = signedIn;
    const client = await stompClient(server.base, tokens['member in team']);
    const picture = await jpeg();
    const sent = Array.from({ length: 30 }, (_, index) =>
      client.sendAndWait('/app/gchat/send', { text: `number ${index}`, clientMessageId: `race-${index}` }),
    );
    const reports = Array.from({ length: 4 }, (_, index) =>
      sendReport(server.base, tokens[index % 2 === 0 ? 'member in team' : 'captain'], { files: [picture] }),
    );
    const ids = await Promise.all([1, 2].map(() => makeIncident(server, 'REPORTED')));
    const assigned = ids.map((id) =>
      asked('captain', `incidents/${id}/assignment/assign-team`, { body: { userIds: ['1', '6'] } }),
    );
    const resets = [await reset(), await reset()];
    expect(resets.map(({ status }) => status)).toEqual([200, 200]);
    for (const { status } of await Promise.all(reports)) expect([201, 409]).toContain(status);
    for (const { status } of await Promise.all(assigned)) expect([200, 404, 409]).toContain(status);
    await Promise.all(sent);
    // Everything that is there was stored completely, after the reset.
    const rows = await db().select({ id: incidents.id }).from(incidents);
    for (const { id } of rows) {
      expect(await db().$count(media, eq(media.incidentId, id))).toBe(1);
      const { rows: told } = await db().execute(sql`select 1 from notifications where related_entity_id = ${id}`);
      expect(told.length).toBeGreaterThan(0);
    }
    const files = new Set((await filesOf(server)).kept.map((name) => name.split('.')[0]));
    const known = await db().select({ id: media.id }).from(media);
    expect([...files].sort()).toEqual(known.map(({ id }) => id).sort());
    await client.close();
  });
});
