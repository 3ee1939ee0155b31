import { and, eq, inArray, isNull } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lockBoth } from '../../server/areas/admin/guard';
import { removeMember } from '../../server/areas/admin/removal';
import { assignTeam } from '../../server/areas/cases/assign';
import { completeCase, initiateCase } from '../../server/areas/cases/work';
import {
  closeIncident,
  editIncident,
  locateIncident,
  reportIncident,
  resolveOrReactivate,
} from '../../server/areas/incidents/actions';
import { setInterest } from '../../server/areas/incidents/interest';
import { deleteIncident, deleteIncidentMedia } from '../../server/areas/incidents/remove';
import { createIncidentTurns } from '../../server/areas/incidents/turns';
import { notify } from '../../server/areas/notifications/notify';
import { creditTeam } from '../../server/areas/people/credits';
import type { Db } from '../../server/db/open';
import * as schema from '../../server/db/schema';
import { doOnce } from '../../server/http/once';
import type { IncidentStatus } from '../../src/contract/incidents';
import { copyOfTemplate, type Place } from '../kit/database';
import { makeIncident, reportOf } from '../kit/incidents';
import { runWhileLocked } from '../kit/runWhileLocked';

/** Which rows are locked, and when. Checked by the statements that are sent, and by a second session that has to wait. */
const said: string[] = [];
const logger = { logQuery: (query: string, params: unknown[]) => said.push(`${query} -- ${params.join()}`) };
let place: Place;
let pool: pg.Pool;
let db: Db;
beforeAll(async () => {
  place = await copyOfTemplate();
  pool = new pg.Pool({ connectionString: place.databaseUrl });
  // Its database is dropped while its connections end. Each of them reports an error to the pool, which throws unless somebody listens.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  db = drizzle(pool, { schema, casing: 'snake_case', logger });
});
afterAll(async () => {
  await pool.end();
  await place.remove();
});
beforeEach(() => {
  said.length = 0;
});

const by = { id: 2, roles: ['RESCUE_CAPTAIN' as const] };
const details = { resolutionNotes: 'Done.', finalLatitude: null, finalLongitude: null };
/** The statements since the beginning of the test, without those that begin, end or nest transactions. */
const statements = () => said.filter((query) => !/^(begin|commit|rollback|savepoint|release)/i.test(query));
const writes = (query: string) => /^(insert|update|delete)/i.test(query);

describe('a member who changes an incident', () => {
  type Act = (incidentId: number) => Promise<unknown>;
  const acts: [string, IncidentStatus, Act][] = [
    [
      'edits it',
      'REPORTED',
      (incidentId) => editIncident(db, { incidentId, by }, { ...reportOf(), latitude: null, longitude: null }),
    ],
    ['locates it', 'REPORTED', (incidentId) => locateIncident(db, { incidentId, by }, { latitude: 1, longitude: 2 })],
    ['closes it', 'REPORTED', (incidentId) => closeIncident(db, { incidentId, by }, 'False alarm.')],
    ['resolves it', 'ONGOING', (incidentId) => resolveOrReactivate(db, { incidentId, by }, 'incident.resolve')],
    ['reactivates it', 'RESOLVED', (incidentId) => resolveOrReactivate(db, { incidentId, by }, 'incident.reactivate')],
    ['shows interest', 'REPORTED', (incidentId) => setInterest(db, { incidentId, by }, true)],
    ['assigns a team', 'REPORTED', (incidentId) => assignTeam(db, { incidentId, by }, ['1', '3'])],
    ['assigns another team', 'ASSIGNED', (incidentId) => assignTeam(db, { incidentId, by }, ['3'])],
    ['initiates its case', 'ASSIGNED', (incidentId) => initiateCase(db, { incidentId, by }, ['1'])],
    ['completes its case', 'IN_PROGRESS', (incidentId) => completeCase(db, { incidentId, by }, details)],
    ['deletes it', 'CLOSED', (incidentId) => deleteIncident(db, { incidentId, by }, true)],
    [
      'takes a file from it',
      'CLOSED',
      (incidentId) => deleteIncidentMedia(db, { incidentId, by: { id: 4, roles: ['ADMIN'] } }, fileOf(incidentId)),
    ],
  ];
  const fileOf = (incidentId: number) => incidentId.toString(16).padStart(32, '0');
  /** An incident with a file. */
  async function prepare(status: IncidentStatus): Promise<number> {
    const incidentId = await makeIncident({ db }, status);
    const file = { id: fileOf(incidentId), kind: 'IMAGE', mime: 'image/png', bytes: 1, incidentId } as const;
    await db.insert(schema.media).values(file);
    said.length = 0;
    return incidentId;
  }

  it.each(acts)('and %s has locked it before they look at anything', async (_, status, act) => {
    const id = await prepare(status);
    await act(id);
    const [first, ...rest] = statements();
    expect(first).toMatch(/from "incidents" where .* for update -- /);
    expect(first?.endsWith(` -- ${id}`)).toBe(true);
    expect(rest.some(writes)).toBe(true);
  });

  it.each(acts)('and %s waits for whoever is changing it, and finds it as they left it', async (_, status, act) => {
    const id = await prepare(status);
    const ended = await runWhileLocked(
      db,
      (tx) => tx.delete(schema.incidents).where(eq(schema.incidents.id, id)),
      () => act(id),
    );
    expect(ended).toMatchObject({ status: 'rejected', reason: { statusCode: 404 } });
  });

  it.each(acts.filter(([name]) => !['shows interest', 'locates it'].includes(name)))(
    'and %s is judged by the roles that they have then',
    async (_, status, act) => {
      const id = await prepare(status);
      const isTheirs = inArray(schema.userRoles.userId, [2, 4]);
      const theirs = await db.select().from(schema.userRoles).where(isTheirs);
      const ended = await runWhileLocked(
        db,
        async (tx) => {
          // Locks the member's row, as everything does that takes a role away.
          await tx
            .select()
            .from(schema.users)
            .where(inArray(schema.users.id, [2, 4]))
            .for('update');
          await tx.delete(schema.userRoles).where(isTheirs);
        },
        () => act(id),
      );
      await db.insert(schema.userRoles).values(theirs);
      expect(ended).toMatchObject({ status: 'rejected', reason: { statusCode: 403 } });
    },
  );
});

describe('members', () => {
  it('are credited in the order of their ids, and can be referred to meanwhile', async () => {
    await db.transaction((tx) => creditTeam(tx, [7, 1, 6], null));
    const locks = statements().filter((query) => query.includes(' for '));
    expect(locks.map((query) => query.split(' -- ')[1])).toEqual(['1', '6', '7']);
    for (const lock of locks) expect(lock).toMatch(/from "users" .* for no key update -- /);
    // A member's row is locked before it is changed.
    expect(statements().map((query) => query.slice(0, 6))).toEqual([
      'select',
      'update',
      'select',
      'update',
      'select',
      'update',
    ]);
  });

  it('who are chosen for a team cannot be deleted meanwhile, but everything else is possible', async () => {
    const id = await makeIncident({ db }, 'REPORTED');
    said.length = 0;
    await assignTeam(db, { incidentId: id, by }, ['6', '1']);
    const locks = statements().filter((query) => /from "users".* for /.test(query));
    // The captain first.
    expect(locks).toEqual([
      expect.stringMatching(/for key share -- 2$/),
      expect.stringMatching(/order by "users"\."id" for key share -- /),
      // The recipients' rows, without waiting for locks.
      expect.stringMatching(/order by "users"\."id" for key share skip locked -- /),
    ]);
  });

  it('who are being put in a team can be changed at once, and deleted only afterwards', async () => {
    const id = await makeIncident({ db }, 'REPORTED');
    const ravi = eq(schema.users.id, 6);
    const ended = await runWhileLocked(
      db,
      async (tx) => {
        await assignTeam(tx, { incidentId: id, by }, ['6', '1']);
        await db.update(schema.users).set({ points: 1 }).where(ravi);
      },
      () =>
        db
          .delete(schema.userRoles)
          .where(eq(schema.userRoles.userId, 6))
          .then(() => db.delete(schema.users).where(ravi)),
    );
    expect(ended).toMatchObject({ status: 'rejected' });
    expect(await db.$count(schema.users, ravi)).toBe(1);
  });
});

describe('a member who is deleted', () => {
  it('is locked after the incidents of their teams and their requests, together with the deleting admin', async () => {
    const id = await makeIncident({ db }, 'ASSIGNED');
    said.length = 0;
    await removeMember(db, 5, 6, false);
    const locks = statements().filter((query) => / for (update|key share)/.test(query));
    const tables = locks.map(
      (query) => `${/from "(\w+)"/.exec(query)?.[1]} ${/ for ([\w ]+?)(?: skip locked)? -- /.exec(query)?.[1]}`,
    );
    expect(tables.slice(0, 4)).toEqual(['incidents update', 'requisitions update', 'users key share', 'users update']);
    expect(locks[0]?.split(' -- ')[1]?.split(',')).toContain(String(id));
    expect([locks[2], locks[3]].map((query) => query?.split(' -- ')[1])).toEqual(['5', '6']);
    expect(statements().findIndex(writes)).toBeGreaterThan(statements().indexOf(locks[3] ?? ''));
  });

  it('waits for whoever sends them to an incident, and leaves that team, too; so for their own report', async () => {
    const id = await makeIncident({ db }, 'REPORTED');
    let reported = 0;
    const ended = await runWhileLocked(
      db,
      async (tx) => {
        await assignTeam(tx, { incidentId: id, by }, ['7']);
        const report = reportOf({ informerName: 'Tara Joshi' });
        ({ incidentId: reported } = await reportIncident(tx, { id: 7, roles: ['MEMBER'] }, report));
      },
      () => removeMember(db, 5, 7, false),
    );
    expect(ended).toMatchObject({ status: 'fulfilled', value: { username: 'tara' } });
    const [report] = await db.select().from(schema.incidents).where(eq(schema.incidents.id, reported));
    expect(report).toMatchObject({ informerName: 'Former member', contactNumber: '' });
    const locked = statements().findLast((query) => /from "incidents".* for update/.test(query));
    expect(locked?.split(' -- ')[1]?.split(',')).toContain(String(reported));
    const open = await db
      .select({ id: schema.cases.id })
      .from(schema.caseMembers)
      .innerJoin(schema.cases, eq(schema.cases.id, schema.caseMembers.caseId))
      .where(and(eq(schema.caseMembers.userId, 7), isNull(schema.cases.closedAt)));
    expect(open).toEqual([]);
  });
});

it('a notification also reaches an admin who is acting upon another member at that moment', async () => {
  const told = await db.transaction(async (tx) => {
    await lockBoth(tx, 5, 7);
    return notify(db, { type: 'APPROVAL', message: 'Somebody has signed up.', recipients: [5] });
  });
  expect(told.map(({ userId }) => userId)).toEqual([5]);
});

describe('an Idempotency-Key', () => {
  const once = { userId: 1, key: 'locked', fingerprint: 'f' };
  it('is claimed before anything else is done, so that a second call with it waits', async () => {
    let atWork = -1;
    await doOnce(db, once, async () => {
      atWork = statements().length;
      return 'first';
    });
    expect(atWork).toBe(1);
    expect(statements()[0]).toMatch(/^insert into "idempotency_keys" .* on conflict do nothing/);
    const again = await doOnce(db, once, () => Promise.reject(new Error('done twice')));
    expect(again).toEqual({ answer: 'first', isFirst: false });
  });

  it('that is being used holds up the second call, which gets the answer of the first', async () => {
    const twice = { ...once, key: 'twice' };
    const ended = await runWhileLocked(
      db,
      (tx) => doOnce(tx, twice, async () => 'first'),
      () => doOnce(db, twice, () => Promise.reject(new Error('done twice'))),
    );
    expect(ended).toEqual({ status: 'fulfilled', value: { answer: 'first', isFirst: false } });
  });

  it('that is claimed is free again when the work fails', async () => {
    const other = { ...once, key: 'failed' };
    await expect(doOnce(db, other, () => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
    expect(await doOnce(db, other, async () => 'now')).toEqual({ answer: 'now', isFirst: true });
  });
});

it('of the calls for one incident, only one that was a change counts as a change for those that waited (DECISIONS 78, 281)', async () => {
  const inTurn = createIncidentTurns();
  const arrived = performance.now();
  const call = (isChange: boolean) =>
    inTurn(1, arrived, async ({ wasChanged, willChange }) => {
      if (isChange) willChange();
      return wasChanged;
    });
  // The first two change nothing, for example because they repeat an edit that was made before.
  expect(await Promise.all([call(false), call(false), call(true), call(false)])).toEqual([false, false, false, true]);
});
