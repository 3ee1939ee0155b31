import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caseMembers, users } from '../../server/db/schema';
import type { IncidentHistory } from '../../src/contract/incidents';
import type { Candidate } from '../../src/contract/teams';
import {
  callsIn,
  captains,
  everybody,
  makeIncident,
  type Person,
  people,
  reportOf,
  rowsOf,
  type SignedInServer,
  sendCompletion,
  startSignedInServer,
} from '../kit/incidents';
import { stompClient } from '../kit/server';

let server: SignedInServer['server'];
let tokens: SignedInServer['tokens'];
beforeAll(async () => {
  ({ server, tokens } = await startSignedInServer());
});
afterAll(() => server.close());

const { asked, read } = callsIn(() => ({ server, tokens }));

it('those who show interest in an incident are listed in the order in which they have', async () => {
  const id = await makeIncident(server, 'REPORTED');
  for (const person of ['inventory manager', 'captain'] as const)
    expect((await asked(person, `incidents/${id}/interest`, { method: 'POST' })).status).toBe(200);
  const { interestedUsers } = await read<{ interestedUsers: { firstName: string }[] }>(`incidents/${id}`, 'admin');
  expect(interestedUsers.map(({ firstName }) => firstName)).toEqual(['Indu', 'Kabir']);
});

describe('an edit of an incident with a team', () => {
  const edit = async (id: number, fields: object) =>
    (
      await asked('captain', `incidents/${id}`, {
        method: 'PUT',
        body: { ...reportOf(), latitude: null, longitude: null, ...fields },
      })
    ).status;
  const lastOf = async (person: Person) => (await read<{ message: string }[]>('notifications', person))[0]?.message;

  it('notifies the team of another place, because they may be on their way to the old one (DECISIONS 388)', async () => {
    const id = await makeIncident(server, 'IN_PROGRESS');
    const others = [await lastOf('captain'), await lastOf('member not in team')];
    expect(await edit(id, { location: 'Near the new bridge' })).toBe(200);
    const message = `The place of the case of Team ${id} was corrected: Dog at Near the new bridge.`;
    expect(await lastOf('member in team')).toBe(message);
    expect([await lastOf('captain'), await lastOf('member not in team')]).toEqual(others);
    const count = async () => (await read<object[]>('notifications', 'member in team')).length;
    const before = await count();
    expect(await edit(id, { location: 'Near the new bridge', description: 'It limps.' })).toBe(200);
    expect(await count()).toBe(before);
    const path = `incidents/${id}/location`;
    expect((await asked('captain', path, { method: 'PUT', body: { latitude: 1, longitude: 2 } })).status).toBe(200);
    expect(await count()).toBe(before + 1);
    expect(await lastOf('member in team')).toBe(
      `The case of Team ${id} has a map position now: Dog at Near the new bridge.`,
    );
    expect(await edit(id, { location: 'Near the new bridge', latitude: 1.5, longitude: 2 })).toBe(200);
    const moved = `The map position of the case of Team ${id} was corrected, look at it before you drive on: Dog at Near the new bridge.`;
    expect(await lastOf('member in team')).toBe(moved);
  });

  it('gives its chat the name of the other animal, and tells who has it in their list', async () => {
    const id = await makeIncident(server, 'ASSIGNED');
    const client = await stompClient(server.base, tokens['member in team']);
    const news = await client.subscribe('/topic/members/1', 'chats.changed');
    expect(await edit(id, { animalType: 'CAT' })).toBe(200);
    const [chat] = (await rowsOf(server, id)).chats;
    expect(chat?.name).toBe(`Incident #${id} · Cat`);
    expect(await news.next()).toEqual({ chatId: String(chat?.id) });
    await client.close();
  });
});

describe('an assignment', () => {
  it('answers with the case and its team, and opens their chat', async () => {
    const id = await makeIncident(server, 'REPORTED', { animalType: 'CATTLE' });
    const { body } = await asked('captain', `incidents/${id}/assignment/assign-team`, {
      body: { userIds: [6, '1', '6'] },
    });
    const { cases, chats } = await rowsOf(server, id);
    expect(body).toEqual({
      caseId: String(cases[0]?.id),
      teamName: `Team ${id}`,
      chatId: String(chats[0]?.id),
      teamMembers: [
        { userId: '1', firstName: 'Mira', fullName: 'Mira Nair', phoneNumber: expect.stringMatching(/^\d{10}$/) },
        { userId: '6', firstName: 'Ravi', fullName: 'Ravi Kulkarni', phoneNumber: expect.stringMatching(/^\d{10}$/) },
      ],
    });
    expect(chats[0]?.name).toBe(`Incident #${id} · Cattle`);
    expect(await read(`incidents/${id}/assignment/team`)).toEqual({
      teamName: `Team ${id}`,
      assignedBy: 'Kabir Sethi',
      teamMembers: [
        { userId: '1', firstName: 'Mira', fullName: 'Mira Nair', phoneNumber: expect.stringMatching(/^\d{10}$/) },
        { userId: '6', firstName: 'Ravi', fullName: 'Ravi Kulkarni', phoneNumber: expect.stringMatching(/^\d{10}$/) },
      ],
    });
  });

  it('of other members keeps the case and its chat', async () => {
    const id = await makeIncident(server, 'ASSIGNED');
    const before = await rowsOf(server, id);
    expect((await asked('admin', `incidents/${id}/assignment/assign-team`, { body: { userIds: ['7'] } })).status).toBe(
      200,
    );
    const after = await rowsOf(server, id);
    expect(after.chats).toEqual(before.chats);
    expect(after.cases).toEqual([{ ...before.cases[0], assignedBy: people.admin.id }]);
    expect(after.members.map(({ userId }) => userId)).toEqual([7]);
  });

  it('lists every active member with the facts for choosing them', async () => {
    const id = await makeIncident(server, 'ONGOING', { latitude: 18.5204, longitude: 73.8567 });
    await asked('inventory manager', `incidents/${id}/interest`, { method: 'POST' });
    const threeDaysAgo = new Date(Date.now() - 3 * 24 * 60 * 60_000);
    await server.db.update(users).set({ locatedAt: threeDaysAgo }).where(eq(users.id, people['member in team'].id));
    // Ravi was in the team, but not there.
    const done = (await rowsOf(server, id)).cases.find(({ closedAt }) => closedAt !== null)?.id ?? 0;
    const his = and(eq(caseMembers.caseId, done), eq(caseMembers.userId, 6));
    await server.db.update(caseMembers).set({ isCredited: false }).where(his);
    const candidates = await read<Candidate[]>(`incidents/${id}/assignment/volunteers`, 'captain');
    expect(candidates.map(({ firstName }) => firstName)).toEqual([
      'Asha',
      'Indu',
      'Kabir',
      'Mira',
      'Ravi',
      'Sara',
      'Tara',
    ]);
    const of = (name: string) => candidates.find(({ firstName }) => firstName === name);
    expect(of('Mira')).toEqual({
      userId: '1',
      firstName: 'Mira',
      lastName: 'Nair',
      phoneNumber: expect.stringMatching(/^\d{10}$/),
      experienceLevel: 'Intermediate',
      distanceFromIncident: 0.4,
      daysSinceLocated: 3,
      availabilityStatus: 'Available',
      isEngagedInActiveCase: true,
      hasPreviouslyWorkedOnIncident: true,
      hasShownInterest: false,
      hasVehicle: true,
      hasMedicineBox: true,
      canProvideShelter: false,
      kitItems: ['Antiseptic', 'Bandage', 'Gloves', 'Slip leash'],
    });
    expect(of('Ravi')).toMatchObject({ hasPreviouslyWorkedOnIncident: false });
    expect(of('Tara')).toMatchObject({
      distanceFromIncident: null,
      daysSinceLocated: null,
      hasPreviouslyWorkedOnIncident: false,
      canProvideShelter: true,
    });
    expect(of('Indu')).toMatchObject({ hasShownInterest: true, isEngagedInActiveCase: false });
  });

  it.each(everybody)('shows its candidates only to captains: as %s', async (person) => {
    const { status, body } = await asked(person, 'incidents/1/assignment/volunteers');
    if (captains.includes(person)) expect([status, (body as Candidate[]).length]).toEqual([200, 7]);
    else
      expect([status, body]).toEqual([
        403,
        { message: "You need to have the 'Rescue Captain' or a higher role to assign a team to a case." },
      ]);
  });

  it('does not count the own case of an incident as another one', async () => {
    const id = await makeIncident(server, 'REPORTED');
    await asked('captain', `incidents/${id}/assignment/assign-team`, { body: { userIds: ['3'] } });
    const engaged = async (path: string) =>
      (await read<Candidate[]>(path, 'captain')).find(({ userId }) => userId === '3')?.isEngagedInActiveCase;
    expect(await engaged(`incidents/${id}/assignment/volunteers`)).toBe(false);
    expect(await engaged('incidents/1/assignment/volunteers')).toBe(true);
    await asked('captain', `cases/${id}/initiate-confirm`, { body: { participatingUserIds: ['3'] } });
    await sendCompletion(server.base, tokens.captain, id);
    expect(await engaged('incidents/1/assignment/volunteers')).toBe(false);
  });
});

describe('my cases', () => {
  it('are the open ones in whose team the member is', async () => {
    const mine = async (person: Person) =>
      (await read<{ incidentId: string }[]>('cases/my-cases', person)).map(({ incidentId }) => incidentId);
    expect(await mine('admin')).toEqual([]);
    const id = await makeIncident(server, 'REPORTED', { animalType: 'CAT' });
    await asked('captain', `incidents/${id}/assignment/assign-team`, { body: { userIds: ['4'] } });
    const { cases, chats, incident: rows } = await rowsOf(server, id);
    expect(await read('cases/my-cases', 'admin')).toEqual([
      {
        caseId: String(cases[0]?.id),
        incidentId: String(id),
        status: 'ASSIGNED',
        animalType: 'CAT',
        location: 'Near the old bridge',
        description: 'Dog with a swollen leg.',
        teamName: `Team ${id}`,
        reportedAt: rows[0]?.reportedAt.toISOString(),
        movement: null,
        chatId: String(chats[0]?.id),
        contactNumber: '9876543210',
        latitude: null,
        longitude: null,
        photoUrl: null,
        severity: null,
      },
    ]);
    await asked('admin', `cases/${id}/initiate-confirm`, { body: { participatingUserIds: ['4'] } });
    expect(await read('cases/my-cases', 'admin')).toMatchObject([{ incidentId: String(id), status: 'IN_PROGRESS' }]);
    await sendCompletion(server.base, tokens.admin, id);
    expect(await mine('admin')).toEqual([]);
  });
});

describe('my cases of several incidents', () => {
  it('are listed in the order in which they were opened', async () => {
    const opened: string[] = [];
    for (const animalType of ['CAT', 'DOG', 'BIRD'] as const) {
      const id = await makeIncident(server, 'REPORTED', { animalType });
      await asked('captain', `incidents/${id}/assignment/assign-team`, { body: { userIds: ['5'] } });
      opened.push(String(id));
    }
    const mine = await read<{ incidentId: string }[]>('cases/my-cases', 'super admin');
    expect(mine.map(({ incidentId }) => incidentId)).toEqual(opened);
  });
});

it('the team of a closed case is listed by first name, in upper or lower case, like every team', async () => {
  const rename = (firstName: string) => server.db.update(users).set({ firstName }).where(eq(users.id, 1));
  const id = await makeIncident(server, 'ONGOING');
  await rename('mira');
  const { cases } = await read<IncidentHistory>(`incidents/${id}/history`);
  await rename('Mira');
  expect(cases[0]?.teamMembers?.map(({ firstName }) => firstName)).toEqual(['mira', 'Ravi']);
});

describe('points (DECISIONS 31)', () => {
  const earned = async () => {
    const rows = await server.db.select().from(users).orderBy(users.id);
    return Object.fromEntries(
      rows.map((row) => [row.firstName, [row.points, row.hearts, row.casesCompleted, row.distanceTraveled] as const]),
    );
  };

  it('are 10 and a heart for each participant, the way from their last location, and 2 once for the report', async () => {
    const before = await earned();
    const gain = async () => {
      const after = await earned();
      return Object.fromEntries(
        Object.entries(after)
          .map(
            ([name, values]) =>
              [
                name,
                values.map((value, index) => Math.round((value - (before[name]?.[index] ?? 0)) * 10) / 10),
              ] as const,
          )
          .filter(([, values]) => values.some((value) => value !== 0)),
      );
    };
    const id = await makeIncident(server, 'REPORTED');
    expect(await gain()).toEqual({});
    const assign = (userIds: string[]) =>
      asked('captain', `incidents/${id}/assignment/assign-team`, { body: { userIds } });
    await assign(['1', '6', '7']);
    expect(await gain()).toEqual({ Tara: [2, 0, 0, 0] });
    await assign(['1', '6', '7', '4']);
    await asked('captain', `cases/${id}/initiate-confirm`, { body: { participatingUserIds: ['1', '4'] } });
    // Mira's last location is about 1.1 km south of the place where the case ends. Asha's location is unknown.
    const body = { resolutionNotes: 'Done.', finalLatitude: 18.5267, finalLongitude: 73.8562 };
    const client = await stompClient(server.base, tokens['member in team']);
    const news = await client.subscribe('/topic/members/1', 'profile.changed');
    expect((await sendCompletion(server.base, tokens['member in team'], id, { body })).status).toBe(200);
    expect(await gain()).toEqual({ Tara: [2, 0, 0, 0], Mira: [10, 1, 1, 1.1], Asha: [10, 1, 1, 0] });
    // The profile shows what she has earned, also if it is open (DECISIONS 133).
    await news.next();
    await client.close();
    // What one case adds is rounded, and not only what is shown: it tells where somebody lives (DECISIONS 389).
    expect((await earned()).Mira?.[3]).toBe(5.4);
    await assign(['1']);
    await asked('captain', `cases/${id}/initiate-confirm`, { body: { participatingUserIds: ['1'] } });
    await sendCompletion(server.base, tokens['member in team'], id);
    expect(await gain()).toEqual({ Tara: [2, 0, 0, 0], Mira: [20, 2, 2, 1.1], Asha: [10, 1, 1, 0] });
  });
});
