import { asc, eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { snapshotOf } from '../../server/areas/incidents/archive';
import { forgetInIncidents } from '../../server/areas/incidents/forget';
import type { Db } from '../../server/db/open';
import * as schema from '../../server/db/schema';
import { copyOfTemplate, type Place } from '../kit/database';
import { runWhileLocked } from '../kit/runWhileLocked';
import { startTestServer, type TestServer } from '../kit/server';

const { incidentArchives, incidentChanges, incidents, users } = schema;
const [RAVI, TARA] = [6, 7];

let place: Place;
let server: TestServer;
beforeAll(async () => {
  place = await copyOfTemplate();
  server = await startTestServer(place);
});
afterAll(async () => {
  await server.close();
  await place.remove();
});

beforeEach(async () => {
  await server.db.delete(incidentArchives);
  await server.db.delete(incidentChanges);
  await server.db.update(users).set({ firstName: 'Ravi', lastName: 'Kulkarni' }).where(eq(users.id, RAVI));
  await server.db.update(users).set({ firstName: 'Tara', lastName: 'Joshi' }).where(eq(users.id, TARA));
});

/** The entry of a history that names Ravi and Tara. */
const namingBoth = {
  event: 'team.assign',
  note: 'Team 9: Ravi, Tara',
  details: { team: { from: [], to: [RAVI, TARA] } },
};

/** Stores archives of deleted incidents with both in the team. */
const archive = (count: number) =>
  server.db.insert(incidentArchives).values(
    Array.from({ length: count }, (_, index) => ({
      incidentId: 1000 + index,
      snapshot: {
        incident: { id: 1000 + index },
        changes: [namingBoth],
        people: { [RAVI]: 'Ravi Kulkarni', [TARA]: 'Tara Joshi' },
      },
    })),
  );
const snapshots = async () =>
  (await server.db.select().from(incidentArchives).orderBy(asc(incidentArchives.id))).map(({ snapshot }) => snapshot);

/** A connection that counts the snapshots of archives in each answer of the database. @returns the most in one answer */
async function mostAtOnce(work: (db: Db) => Promise<void>): Promise<number> {
  let most = 0;
  class Counting extends pg.Client {
    override query(...given: unknown[]): never {
      const answered = (super.query as (...given: unknown[]) => Promise<pg.QueryResult>)(...given);
      return answered.then((answer) => {
        most = Math.max(most, JSON.stringify(answer.rows).split('"people":').length - 1);
        return answer;
      }) as never;
    }
  }
  const client = new Counting({ connectionString: place.databaseUrl });
  await client.connect();
  await work(drizzle(client, { schema, casing: 'snake_case' }));
  await client.end();
  return most;
}

/** Removes the name of a member from their row and then from the histories, as their deletion does. */
async function forget(db: Db, id: number): Promise<void> {
  const [leaving] = await db.select().from(users).where(eq(users.id, id));
  if (!leaving) throw new Error('There is no such member.');
  await db.update(users).set({ firstName: 'Former member', lastName: '' }).where(eq(users.id, id));
  await forgetInIncidents(db, leaving);
}

it('the archives that name a former member are read one at a time, because each may be large', async () => {
  await archive(5);
  expect(await mostAtOnce((db) => forget(db, RAVI))).toBe(1);
  expect(await snapshots()).toEqual(
    Array.from({ length: 5 }, (_, index) => ({
      incident: { id: 1000 + index },
      changes: [{ ...namingBoth, note: 'Team 9: Former member, Tara' }],
      people: { [RAVI]: 'Former member', [TARA]: 'Tara Joshi' },
    })),
  );
});

it.each(['history', 'archive'])(
  'two members who are forgotten at the same time leave no name in a shared %s',
  async (where) => {
    const [incident] = await server.db.select({ id: incidents.id }).from(incidents).limit(1);
    if (where === 'archive') await archive(1);
    else
      await server.db
        .insert(incidentChanges)
        .values({ ...namingBoth, incidentId: incident?.id ?? 0, statusAfter: 'ASSIGNED' });
    const second = await runWhileLocked(
      server.db,
      (tx) => forget(tx, RAVI),
      () => server.db.transaction((tx) => forget(tx, TARA)),
    );
    expect(second?.status).toBe('fulfilled');
    const note = 'Team 9: Former member, Former member';
    const lines = await server.db.select({ note: incidentChanges.note }).from(incidentChanges);
    expect(lines).toEqual(where === 'archive' ? [] : [{ note }]);
    expect(await snapshots()).toMatchObject(
      where === 'archive'
        ? [{ changes: [{ note }], people: { [RAVI]: 'Former member', [TARA]: 'Former member' } }]
        : [],
    );
  },
);

it('a member who is deleted while an incident is archived leaves no name in the archive', async () => {
  const [incident] = await server.db.select().from(incidents).limit(1);
  if (!incident) throw new Error('There is no incident.');
  await server.db
    .insert(incidentChanges)
    .values({ ...namingBoth, incidentId: incident.id, statusAfter: 'ASSIGNED', changedBy: RAVI });
  const archived = await runWhileLocked(
    server.db,
    async (tx) => {
      await tx.select().from(users).where(eq(users.id, RAVI)).for('update');
      await forget(tx, RAVI);
    },
    () => server.db.transaction((tx) => snapshotOf(tx, incident)),
  );
  expect(archived?.status === 'fulfilled' && archived.value).toMatchObject({
    changes: [{ note: 'Team 9: Former member, Tara' }],
    people: { [RAVI]: 'Former member' },
  });
});
