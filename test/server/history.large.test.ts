import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { callsIn, makeIncident, type SignedInServer, startSignedInServer } from '../kit/incidents';

/** More than the 65,535 parameters that one statement may have in the protocol of PostgreSQL. */
const MANY = 66_000;

let signedIn: SignedInServer;
beforeEach(async () => {
  signedIn = await startSignedInServer();
});
afterEach(() => signedIn.server.close());
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
