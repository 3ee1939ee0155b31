import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cases } from '../../server/db/schema';
import { incidentStatuses } from '../../src/contract/incidents';
import {
  callsIn,
  everybody,
  makeIncident,
  type Person,
  rowsOf,
  type SignedInServer,
  startSignedInServer,
} from '../kit/incidents';
import { call, stompClient } from '../kit/server';

/** Who is on their way to an animal (DECISIONS 154), asked of the real server. */
let signedIn: SignedInServer;
beforeAll(async () => {
  signedIn = await startSignedInServer();
});
afterAll(() => signedIn.server.close());
const { asked, incident } = callsIn(() => signedIn);

const say = (person: Person, id: number, movement: unknown, at?: string) =>
  asked(person, `cases/${id}/movement`, { method: 'PUT', body: { movement, ...(at && { at }) } });
const miraIn = async (id: number) => (await incident(id)).team?.find(({ userId }) => userId === '1');

describe.each(incidentStatuses)('in %s', (status) => {
  const isOpen = status === 'ASSIGNED' || status === 'IN_PROGRESS';

  it.each(everybody)("'On the way' by %s", async (person) => {
    const id = await makeIncident(signedIn.server, status);
    const { status: answered } = await say(person, id, 'ON_MY_WAY');
    const expected = isOpen ? (person === 'member in team' ? 200 : 403) : 409;
    expect(answered).toBe(expected);
    const moved = (await rowsOf(signedIn.server, id)).members.filter(({ movement }) => movement !== null);
    expect(moved.map(({ userId, movement }) => [userId, movement])).toEqual(expected === 200 ? [[1, 'ON_MY_WAY']] : []);
  });
});

describe('the movement of a member', () => {
  it('goes through all steps to the animal, is in the timeline, and is published each time', async () => {
    const id = await makeIncident(signedIn.server, 'ASSIGNED');
    const captain = await stompClient(signedIn.server.base, signedIn.tokens.captain);
    const news = await captain.subscribe('/topic/incidents');
    expect(await miraIn(id)).toEqual({ userId: '1', firstName: 'Mira', movement: null, movedAt: null });
    for (const movement of ['ON_MY_WAY', 'ON_MY_WAY', 'ARRIVED', null])
      expect((await say('member in team', id, movement)).status).toBe(200);
    expect(await miraIn(id)).toMatchObject({ movement: null });
    const events = (await rowsOf(signedIn.server, id)).changes.map(({ event }) => event);
    expect(events).toEqual([
      'incident.reported',
      'team.assign',
      'movement.depart',
      'movement.arrive',
      'movement.withdraw',
    ]);
    // The second time it is as if the first call had lost the answer to its COMMIT, and so nobody had been told (DECISIONS 392).
    for (let call = 0; call < 4; call++) expect(await news.next()).toEqual({ incidentId: String(id) });
    await captain.close();
  });

  it("cannot go back from 'arrived' to 'on my way'", async () => {
    const id = await makeIncident(signedIn.server, 'IN_PROGRESS');
    await say('member in team', id, 'ARRIVED');
    expect(await say('member in team', id, 'ON_MY_WAY')).toMatchObject({
      status: 409,
      body: { message: 'You have said already that you have arrived.' },
    });
    expect(await miraIn(id)).toMatchObject({ movement: 'ARRIVED' });
  });

  it('is recorded with the time at which it was reported, limited to between the opening of the case and now', async () => {
    const id = await makeIncident(signedIn.server, 'ASSIGNED');
    const db = signedIn.server.db;
    const openedAt = new Date(Date.now() - 3_600_000);
    await db.update(cases).set({ openedAt }).where(eq(cases.incidentId, id));
    const said = new Date(Date.now() - 600_000).toISOString();
    await say('member in team', id, 'ON_MY_WAY', said);
    expect((await miraIn(id))?.movedAt).toBe(said);
    await say('member in team', id, null, '2001-01-01T00:00:00.000Z');
    expect((await miraIn(id))?.movedAt).toBe(openedAt.toISOString());
    await say('member in team', id, 'ARRIVED', '2999-01-01T00:00:00.000Z');
    expect(Date.parse((await miraIn(id))?.movedAt ?? '')).toBeLessThanOrEqual(Date.now());
  });

  it('stays with those who stay when a captain changes the team', async () => {
    const id = await makeIncident(signedIn.server, 'ASSIGNED');
    await say('member in team', id, 'ON_MY_WAY');
    const body = { userIds: ['1', '7'] };
    expect((await asked('captain', `incidents/${id}/assignment/assign-team`, { method: 'POST', body })).status).toBe(
      200,
    );
    expect((await incident(id)).team?.map(({ firstName, movement }) => [firstName, movement])).toEqual([
      ['Mira', 'ON_MY_WAY'],
      ['Tara', null],
    ]);
    const mine = (await asked('member in team', 'cases/my-cases')).body as { incidentId: string; movement: string }[];
    expect(mine.find(({ incidentId }) => incidentId === String(id))?.movement).toBe('ON_MY_WAY');
  });

  it.each([
    undefined,
    {},
    { movement: 'FLYING' },
    { movement: 'ARRIVED', at: 'soon' },
    { movement: 'ARRIVED', at: '2026-01-01T00:00:00+05' },
    { movement: 'ARRIVED', by: 2 },
  ])('is refused as %j', async (body) => {
    const id = await makeIncident(signedIn.server, 'ASSIGNED');
    expect((await asked('member in team', `cases/${id}/movement`, { method: 'PUT', body })).status).toBe(400);
    expect(await miraIn(id)).toMatchObject({ movement: null });
  });

  it('needs a login and an incident', async () => {
    expect((await call(signedIn.server.base, '/api/cases/1/movement', { method: 'PUT', body: {} })).status).toBe(401);
    expect((await asked('captain', 'cases/999999/movement', { method: 'PUT', body: { movement: null } })).status).toBe(
      404,
    );
  });
});
