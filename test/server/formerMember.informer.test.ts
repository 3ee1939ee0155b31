import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteIncident } from '../../server/areas/incidents/remove';
import * as schema from '../../server/db/schema';
import { recordsOf } from '../kit/administration';
import {
  callsIn,
  captain,
  makeIncident,
  reportOf,
  type SignedInServer,
  sendNote,
  startSignedInServer,
} from '../kit/incidents';

const { incidentArchives, incidents, users } = schema;
let signedIn: SignedInServer;
let server: SignedInServer['server'];
beforeAll(async () => {
  signedIn = await startSignedInServer();
  ({ server } = signedIn);
});
afterAll(() => server.close());
const { asked, incident, deleteUsers: remove } = callsIn(() => signedIn);

describe('a member who is deleted and was the informer of incidents (DECISIONS 364)', () => {
  const { makePerson } = recordsOf(() => signedIn);
  const NUMBER = '9123456780';
  const mine = { informerName: 'Leela Menon', contactNumber: NUMBER };
  let leela: number;
  beforeEach(async () => {
    leela = await makePerson('ACTIVE', ['MEMBER']);
    await server.db
      .update(users)
      .set({ firstName: 'Leela', lastName: 'Menon', phoneNumber: NUMBER })
      .where(eq(users.id, leela));
  });
  /** An incident with an informer, which Leela or somebody else has reported. */
  async function reported(byLeela: boolean, informer: object, status: 'REPORTED' | 'CLOSED' = 'REPORTED') {
    const id = await makeIncident(server, status, informer);
    if (byLeela) await server.db.update(incidents).set({ reportedBy: leela }).where(eq(incidents.id, id));
    return id;
  }

  it.each<[string, boolean, object, object]>([
    ['reported it as their own', true, mine, { informerName: 'Former member', contactNumber: '' }],
    [
      'has another number since',
      true,
      { ...mine, contactNumber: '9000000009' },
      { informerName: 'Former member', contactNumber: '' },
    ],
    ['is named by somebody else', false, mine, { informerName: 'Former member', contactNumber: '' }],
    [
      'typed only the first name',
      true,
      { ...mine, informerName: 'Leela' },
      { informerName: 'Former member', contactNumber: '' },
    ],
    [
      "lent the number to a neighbour, whose name isn't theirs",
      true,
      { ...mine, informerName: 'Asif Khan' },
      { informerName: 'Asif Khan', contactNumber: '' },
    ],
    ['reported it for somebody else', true, reportOf(), reportOf()],
    [
      'has the same name as the informer of somebody else',
      false,
      { ...mine, contactNumber: '9000000009' },
      { ...mine, contactNumber: '9000000009' },
    ],
  ])('and who %s', async (_, byLeela, before, after) => {
    const shown = await reported(byLeela, before);
    const archived = await reported(byLeela, before, 'CLOSED');
    await deleteIncident(server.db, { incidentId: archived, by: captain }, true);
    await remove(leela);
    expect(await incident(shown)).toMatchObject(after);
    const [kept] = await server.db.select().from(incidentArchives).where(eq(incidentArchives.incidentId, archived));
    expect(kept?.snapshot.incident).toMatchObject(after);
  });

  it('is not in notes that were made from their reports, nor in the history of edits, nor in the archives of either', async () => {
    const ids = [await reported(false, {}), await reported(false, {})] as const;
    for (const id of ids) {
      await sendNote(server.base, signedIn.tokens.captain, id, {
        key: `note-${id}`,
        body: { text: `It limps.\nLeela Menon, ${NUMBER}\nLeela, ${NUMBER}\nAsif Khan, ${NUMBER}` },
      });
      for (const informer of [mine, {}])
        await asked('captain', `incidents/${id}`, { method: 'PUT', body: reportOf(informer) });
    }
    // Somebody else of the same name, with another number.
    const namesakes = await reported(false, {});
    for (const informer of [{ informerName: 'Leela Menon' }, {}])
      await asked('captain', `incidents/${namesakes}`, { method: 'PUT', body: reportOf(informer) });
    const [shown, archived] = ids;
    await asked('captain', `incidents/${archived}/close`, { method: 'PUT', body: { reason: 'Gone.' } });
    await asked('captain', `incidents/${archived}`, { method: 'DELETE' });
    await remove(leela);
    expect((await incident(shown)).notes?.map(({ text }) => text)).toEqual([
      'It limps.\nFormer member\nFormer member\nAsif Khan',
    ]);
    const editsOf = async (id: number) => {
      const edits = await server.db
        .select({ details: schema.incidentChanges.details })
        .from(schema.incidentChanges)
        .where(eq(schema.incidentChanges.incidentId, id));
      return edits.flatMap(({ details }) => (details ? [details] : []));
    };
    expect(await editsOf(namesakes)).toEqual([
      { informerName: { from: 'Asif Khan', to: 'Leela Menon' } },
      { informerName: { from: 'Leela Menon', to: 'Asif Khan' } },
    ]);
    expect(await editsOf(shown)).toEqual([
      {
        informerName: { from: 'Asif Khan', to: 'Former member' },
        contactNumber: { from: '9876543210', to: '' },
      },
      {
        informerName: { from: 'Former member', to: 'Asif Khan' },
        contactNumber: { from: '', to: '9876543210' },
      },
    ]);
    const [kept] = await server.db.select().from(incidentArchives).where(eq(incidentArchives.incidentId, archived));
    expect(JSON.stringify(kept?.snapshot)).toContain('Former member');
    expect(JSON.stringify(kept?.snapshot)).not.toMatch(/Leela|9123456780/);
  });

  it('does not come back with a form that was opened before; an empty number goes back as it came, but none is removed', async () => {
    const id = await reported(true, mine);
    const { lastUpdated: seen } = await incident(id);
    await remove(leela);
    const edit = (body: object, query = '') =>
      asked('captain', `incidents/${id}${query}`, { method: 'PUT', body: reportOf(body) });
    expect((await edit(mine, `?seen=${seen}`)).status).toBe(409);
    const former = { informerName: 'Former member', contactNumber: '', location: 'At the mill' };
    expect(await edit(former)).toMatchObject({ status: 200, body: former });
    expect((await edit({})).status).toBe(200);
    expect(await edit({ contactNumber: '' })).toMatchObject({
      status: 400,
      body: { message: 'Phone number must be 10 digits.' },
    });
  });
});
