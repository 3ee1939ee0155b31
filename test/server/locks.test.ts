import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assignTeam } from '../../server/areas/cases/assign';
import { completeCase, initiateCase } from '../../server/areas/cases/work';
import { closeIncident, editIncident, locateIncident, settleIncident } from '../../server/areas/incidents/actions';
import { setInterest } from '../../server/areas/incidents/interest';
import { deleteIncident, deleteIncidentMedia } from '../../server/areas/incidents/remove';
import { creditTeam } from '../../server/areas/people/credits';
import * as schema from '../../server/db/schema';
import { doOnce } from '../../server/http/once';
import type { IncidentStatus } from '../../src/contract/incidents';
import { makeIncident, reportOf } from '../kit/incidents';

/**
 * What is locked, and when. The embedded database has one session, so nobody ever waits in a test: that a second transaction would is
 * seen by the statements that are sent.
 */
const said: string[] = [];
const logger = { logQuery: (query: string, params: unknown[]) => said.push(`${query} -- ${params.join()}`) };
let engine: PGlite;
let db: Awaited<ReturnType<typeof open>>;
async function open() {
  engine = await PGlite.create();
  const opened = drizzle(engine, { schema, casing: 'snake_case', logger });
  await migrate(opened, { migrationsFolder: fileURLToPath(new URL('../../server/db/migrations', import.meta.url)) });
  await opened.insert(schema.users).values(
    Array.from({ length: 7 }, (_, at) => ({
      username: `u${at}`,
      usernameKey: `u${at}`,
      passwordHash: '',
      status: 'ACTIVE' as const,
      firstName: `U${at}`,
      lastName: 'X',
      phoneNumber: '9000000000',
    })),
  );
  return opened;
}
beforeAll(async () => {
  db = await open();
});
afterAll(() => engine.close());
beforeEach(() => {
  said.length = 0;
});

const by = { id: 2, roles: ['RESCUE_CAPTAIN' as const] };
const details = { resolutionNotes: 'Done.', finalLatitude: null, finalLongitude: null };
/** The statements since the beginning of the test, without those that begin, end or nest transactions. */
const statements = () => said.filter((query) => !/^(begin|commit|rollback|savepoint|release)/i.test(query));
const writes = (query: string) => /^(insert|update|delete)/i.test(query);

describe('whoever changes an incident', () => {
  type Act = (incidentId: number) => Promise<unknown>;
  it.each<[string, IncidentStatus, Act]>([
    [
      'edits it',
      'REPORTED',
      (incidentId) => editIncident(db, { incidentId, by }, { ...reportOf(), latitude: null, longitude: null }),
    ],
    ['locates it', 'REPORTED', (incidentId) => locateIncident(db, { incidentId, by }, { latitude: 1, longitude: 2 })],
    ['closes it', 'REPORTED', (incidentId) => closeIncident(db, { incidentId, by }, 'False alarm.')],
    ['resolves it', 'ONGOING', (incidentId) => settleIncident(db, { incidentId, by }, 'incident.resolve')],
    ['reactivates it', 'RESOLVED', (incidentId) => settleIncident(db, { incidentId, by }, 'incident.reactivate')],
    ['shows interest', 'REPORTED', (incidentId) => setInterest(db, { incidentId, by }, true)],
    ['assigns a team', 'REPORTED', (incidentId) => assignTeam(db, { incidentId, by }, ['1', '3'])],
    ['assigns another team', 'ASSIGNED', (incidentId) => assignTeam(db, { incidentId, by }, ['3'])],
    ['initiates its case', 'ASSIGNED', (incidentId) => initiateCase(db, { incidentId, by }, ['1'])],
    ['completes its case', 'IN_PROGRESS', (incidentId) => completeCase(db, { incidentId, by }, details)],
    ['deletes it', 'CLOSED', (incidentId) => deleteIncident(db, { incidentId, by }, true)],
    [
      'takes a file from it',
      'CLOSED',
      async (incidentId) => {
        const id = incidentId.toString(16).padStart(32, '0');
        await db.insert(schema.media).values({ id, kind: 'IMAGE', mime: 'image/png', bytes: 1, incidentId });
        said.length = 0;
        await deleteIncidentMedia(db, { incidentId, by: { id: 4, roles: ['ADMIN'] } }, id);
      },
    ],
  ])('and %s has locked it before they look at anything', async (_, status, act) => {
    const id = await makeIncident({ db }, status);
    said.length = 0;
    await act(id);
    const [first, ...rest] = statements();
    expect(first).toMatch(/from "incidents" where .* for update -- /);
    expect(first?.endsWith(` -- ${id}`)).toBe(true);
    expect(rest.some(writes)).toBe(true);
  });
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

  it('who are chosen for a team are kept from being deleted, and from nothing else', async () => {
    const id = await makeIncident({ db }, 'REPORTED');
    said.length = 0;
    await assignTeam(db, { incidentId: id, by }, ['6', '1']);
    const locks = statements().filter((query) => /from "users".* for /.test(query));
    expect(locks).toEqual([expect.stringMatching(/order by "users"\."id" for key share -- /)]);
  });
});

describe('an Idempotency-Key', () => {
  const once = { userId: 1, key: 'locked', fingerprint: 'f' };
  it('is claimed before anything is done, where a second one waits for it', async () => {
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

  it('that is claimed is free again when the work fails', async () => {
    const other = { ...once, key: 'failed' };
    await expect(doOnce(db, other, () => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
    expect(await doOnce(db, other, async () => 'now')).toEqual({ answer: 'now', isFirst: true });
  });
});
