import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweep } from '../../server/areas/sweep';
import { idempotencyKeys } from '../../server/db/schema';
import type { IncidentStatus } from '../../src/contract/incidents';
import {
  callsIn,
  idIn,
  makeIncident,
  reportOf,
  rowsOf,
  type SignedInServer,
  sendCompletion,
  sendReport,
  startSignedInServer,
  storedCounts,
  TEAM,
} from '../kit/incidents';
import { filesOf, jpeg, wav } from '../kit/media';
import { stompClient } from '../kit/server';

let server: SignedInServer['server'];
let tokens: SignedInServer['tokens'];
beforeAll(async () => {
  ({ server, tokens } = await startSignedInServer());
});
afterAll(() => server.close());

const { asked, incident } = callsIn(() => ({ server, tokens }));
const tara = () => tokens['member not in team'];
const mira = () => tokens['member in team'];

let before: Awaited<ReturnType<typeof storedCounts>>;
beforeEach(async () => {
  before = await storedCounts(server);
});
const nothingIsLeft = async () => {
  expect(await storedCounts(server)).toEqual(before);
  expect((await filesOf(server)).incoming).toEqual([]);
};

describe('an Idempotency-Key (DECISIONS 9)', () => {
  it('makes one report of many repeats, and gives each the first answer', async () => {
    const files = [await jpeg()];
    const first = await sendReport(server.base, tara(), { files, key: 'report-1' });
    const again = await sendReport(server.base, tara(), { files, key: 'report-1' });
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    const after = await storedCounts(server);
    expect([after.incidents, after.kept.length]).toEqual([before.incidents + 1, before.kept.length + 2]);
  });

  it('tells of a repeated report what makes apps fetch again, but nobody is notified twice (DECISIONS 391)', async () => {
    const client = await stompClient(server.base, tokens.captain);
    const live = await client.subscribe('/topic/incidents');
    const own = await client.subscribe('/topic/members/2');
    const { body } = await sendReport(server.base, tara(), { key: 'told' });
    await sendReport(server.base, tara(), { key: 'told' });
    await client.settled();
    const incidentId = String(idIn(body));
    expect(live.all).toEqual([{ incidentId }, { incidentId }]);
    expect(own.all).toMatchObject([{ type: 'notification.created' }, { type: 'notifications.changed' }]);
    await client.close();
  });

  it('makes one of several at once', async () => {
    const files = [await jpeg()];
    const answers = await Promise.all([1, 2, 3].map(() => sendReport(server.base, tara(), { files, key: 'at-once' })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => idIn(body))).size).toBe(1);
    const after = await storedCounts(server);
    expect([after.incidents, after.kept.length]).toEqual([before.incidents + 1, before.kept.length + 2]);
  });

  it('of somebody else is another one', async () => {
    const mine = await sendReport(server.base, tara(), { key: 'shared' });
    const theirs = await sendReport(server.base, mira(), { key: 'shared' });
    expect(theirs.status).toBe(201);
    expect(idIn(theirs.body)).not.toBe(idIn(mine.body));
  });

  it('cannot be used for something else: another text, other files, another call', async () => {
    await sendReport(server.base, tara(), { key: 'used', files: [wav(100)] });
    const id = await makeIncident(server, 'IN_PROGRESS');
    const another = await makeIncident(server, 'IN_PROGRESS');
    before = await storedCounts(server);
    const others = [
      await sendReport(server.base, tara(), {
        key: 'used',
        files: [wav(100)],
        body: reportOf({ location: 'Elsewhere' }),
      }),
      await sendReport(server.base, tara(), { key: 'used', files: [wav(101)] }),
      await sendReport(server.base, tara(), { key: 'used' }),
    ];
    await sendCompletion(server.base, tokens.captain, id, { key: 'done' });
    others.push(await sendReport(server.base, tokens.captain, { key: 'done' }));
    others.push(await sendCompletion(server.base, tokens.captain, another, { key: 'done' }));
    for (const { status, body } of others)
      expect([status, body]).toEqual([409, { message: 'This Idempotency-Key was already used for something else.' }]);
    await nothingIsLeft();
  });

  it('of a deletion belongs to the wish for an archive, in the body or in the query (DECISIONS 8)', async () => {
    const id = await makeIncident(server, 'CLOSED');
    const remove = (query: string, body?: object) =>
      asked('captain', `incidents/${id}${query}`, { method: 'DELETE', key: 'no-archive', ...(body && { body }) });
    expect((await remove('?archive=false')).status).toBe(200);
    expect((await remove('?archive=true')).status).toBe(409);
    expect(await remove('', { archive: false })).toMatchObject({ status: 200, body: { message: 'Incident deleted.' } });
  });

  it('of a call that was refused can be used again', async () => {
    const refused = await sendReport(server.base, tara(), { key: 'second-try', body: reportOf({ location: '' }) });
    expect(refused.status).toBe(400);
    expect((await sendReport(server.base, tara(), { key: 'second-try' })).status).toBe(201);
  });

  it('of a repeat is not counted as another report, but repeats have a limit, too (DECISIONS 390)', async () => {
    const own = await startSignedInServer({ limits: { reportsPerHour: 2 } });
    const send = async (key: string, location = 'Near the old bridge') =>
      (await sendReport(own.server.base, own.tokens.captain, { key, body: reportOf({ location }) })).status;
    expect([await send('first'), await send('first'), await send('second'), await send('third')]).toEqual([
      201, 201, 201, 429,
    ]);
    // Neither a lost answer nor another content makes another report of it.
    expect([await send('second'), await send('second', 'Elsewhere'), await send('fourth')]).toEqual([201, 409, 429]);
    const repeats = [];
    for (let count = 0; count < 8; count++) repeats.push(await send('first'));
    expect(repeats).toEqual([201, 201, 201, 201, 201, 201, 201, 429]);
    await own.server.close();
  });

  it.each(['', 'a b', 'ü', 'x'.repeat(201)])("that is none is refused: '%s'", async (key) => {
    const headers = { authorization: `Bearer ${tara()}`, 'idempotency-key': Buffer.from(key).toString('latin1') };
    const form = new FormData();
    form.append('incident', JSON.stringify(reportOf()));
    const response = await fetch(`${server.base}/api/incidents/report`, { method: 'POST', body: form, headers });
    expect([response.status, await response.json()]).toEqual([
      400,
      { message: 'An Idempotency-Key has 1 to 200 visible characters.' },
    ]);
    await nothingIsLeft();
  });

  it('completes a case once: the repeat gets the first answer, and points are given once', async () => {
    const id = await makeIncident(server, 'IN_PROGRESS');
    const files = [await jpeg()];
    const first = await sendCompletion(server.base, mira(), id, { files, key: 'complete-1' });
    const rows = await rowsOf(server, id);
    const again = await sendCompletion(server.base, mira(), id, { files, key: 'complete-1' });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await rowsOf(server, id)).toEqual(rows);
    const other = await sendCompletion(server.base, mira(), id, { files, key: 'complete-2' });
    expect(other.status).toBe(409);
    expect((await filesOf(server)).kept).toHaveLength(before.kept.length + 2);
  });

  describe("of a captain's act (DECISIONS 281)", () => {
    const team = { userIds: TEAM };
    it.each<[string, IncidentStatus, string, string, object?]>([
      ['assigns a team', 'REPORTED', 'POST', '/assignment/assign-team', team],
      ['assigns another team', 'ASSIGNED', 'POST', '/assignment/assign-team', { userIds: ['7'] }],
      ['edits it', 'REPORTED', 'PUT', '', { ...reportOf(), location: 'Elsewhere', latitude: null, longitude: null }],
      ['closes it', 'REPORTED', 'PUT', '/close', { reason: 'A false alarm.' }],
      ['resolves it', 'ONGOING', 'PUT', '/resolve'],
      ['reactivates it', 'RESOLVED', 'PUT', '/reactivate'],
      ['deletes it', 'CLOSED', 'DELETE', '', { archive: true }],
    ])(
      '%s once: the repeat gets the first answer, nothing is done twice, and apps are told to fetch twice (DECISIONS 391)',
      async (name, status, method, path, body) => {
        const id = await makeIncident(server, status);
        const { lastUpdated } = await incident(id);
        const client = await stompClient(server.base, tara());
        const news = await client.subscribe('/topic/incidents');
        const send = (key: string) =>
          asked('captain', `incidents/${id}${path}?seen=${lastUpdated}`, { method, key, ...(body && { body }) });
        const first = await send(name.replaceAll(' ', '-'));
        expect(first.status).toBe(200);
        const rows = await rowsOf(server, id);
        const again = await send(name.replaceAll(' ', '-'));
        expect([again.status, again.body]).toEqual([200, first.body]);
        expect([404, 409]).toContain((await send('another')).status);
        expect(await rowsOf(server, id)).toEqual(rows);
        await client.settled();
        expect(news.all).toEqual([{ incidentId: String(id) }, { incidentId: String(id) }]);
        await client.close();
      },
    );

    it('repeated, tells those who were taken out of a team once more that their chats have changed (DECISIONS 391)', async () => {
      const id = await makeIncident(server, 'ASSIGNED');
      const client = await stompClient(server.base, mira());
      const news = await client.subscribe('/topic/members/1', 'chats.changed');
      const reassign = async () => {
        const body = { userIds: ['7'] };
        await asked('captain', `incidents/${id}/assignment/assign-team`, { method: 'POST', key: 'taken-out', body });
        await client.settled();
        return news.all.length;
      };
      const once = await reassign();
      expect(await reassign()).toBe(once + 1);
      await client.close();
    });

    it('keeps no name of a team, because a deleted member is erased (P7)', async () => {
      const stored = await server.db.select().from(idempotencyKeys);
      expect(stored.filter(({ key }) => key.startsWith('assigns-'))).toHaveLength(2);
      expect(JSON.stringify(stored.map(({ answer }) => answer))).not.toMatch(/Mira|Ravi|Tara/);
    });
  });

  it('is forgotten after thirty days', async () => {
    const DAY = 24 * 60 * 60_000;
    await sendReport(server.base, tara(), { key: 'old' });
    const known = () => server.db.$count(idempotencyKeys, eq(idempotencyKeys.key, 'old'));
    await sweep(server, new Date(Date.now() + 29 * DAY));
    expect(await known()).toBe(1);
    await sweep(server, new Date(Date.now() + 31 * DAY));
    expect(await known()).toBe(0);
  });
});

describe('a repeat without a key is refused, but tells once more: the first COMMIT may have lost its answer (DECISIONS 392)', () => {
  it("of 'Initiate Case': the incident, and the lists of chats", async () => {
    const id = await makeIncident(server, 'ASSIGNED');
    const client = await stompClient(server.base, mira());
    const live = await client.subscribe('/topic/incidents');
    const chats = await client.subscribe('/topic/members/1', 'chats.changed');
    for (const status of [200, 409]) {
      const answer = await asked('captain', `cases/${id}/initiate-confirm`, { body: { participatingUserIds: TEAM } });
      expect(answer.status).toBe(status);
      expect(await live.next()).toEqual({ incidentId: String(id) });
      await chats.next();
    }
    await client.close();
  });

  it('of a deleted picture: the incident', async () => {
    const id = idIn((await sendReport(server.base, tara(), { files: [await jpeg()] })).body);
    const picture = (await incident(id)).mediaFiles?.[0]?.id;
    const client = await stompClient(server.base, mira());
    const live = await client.subscribe('/topic/incidents');
    for (const status of [200, 404]) {
      expect((await asked('admin', `incidents/${id}/media/${picture}`, { method: 'DELETE' })).status).toBe(status);
      expect(await live.next()).toEqual({ incidentId: String(id) });
    }
    await client.close();
  });

  it('and not by somebody who could not make the call: they could make all apps fetch again and again', async () => {
    const id = await makeIncident(server, 'IN_PROGRESS');
    const client = await stompClient(server.base, mira());
    const live = await client.subscribe('/topic/incidents');
    const begin = { body: { participatingUserIds: TEAM } };
    const answers = [
      await asked('member not in team', `cases/${id}/initiate-confirm`, begin),
      await asked('captain', `cases/${await makeIncident(server, 'REPORTED')}/initiate-confirm`, begin),
      await asked('captain', 'incidents/999999/media/x', { method: 'DELETE' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 404]);
    server.broker.publish('/topic/incidents', { last: true });
    expect(await live.next()).toEqual({ last: true });
    await client.close();
  });
});
