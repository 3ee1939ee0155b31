import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { incidentChanges, incidents, users } from '../../server/db/schema';
import type { Incident, IncidentHistory } from '../../src/contract/incidents';
import type { Standing } from '../../src/contract/standings';
import {
  callsIn,
  makeIncident,
  type Person,
  reportOf,
  rowsOf,
  type SignedInServer,
  sendCompletion,
  sendReport,
  startSignedInServer,
} from '../kit/incidents';
import { jpeg } from '../kit/media';
import { call } from '../kit/server';

let server: SignedInServer['server'];
let tokens: SignedInServer['tokens'];
beforeAll(async () => {
  ({ server, tokens } = await startSignedInServer());
});
afterAll(() => server.close());

const { asked, read, incident } = callsIn(() => ({ server, tokens }));
const lastUpdated = async (id: number) => Date.parse((await incident(id)).lastUpdated ?? '');

describe('the demo organisation', () => {
  it('has incidents in every status, overdue ones first, then REPORTED, then the newest (S1 §4)', async () => {
    const live = await read<Incident[]>('incidents/live');
    expect(live.map(({ id, status }) => [id, status])).toEqual([
      ['2', 'REPORTED'],
      ['6', 'ONGOING'],
      ['1', 'REPORTED'],
      ['4', 'IN_PROGRESS'],
      ['3', 'ASSIGNED'],
      ['5', 'ONGOING'],
    ]);
    const all = await read<Incident[]>('incidents/summary');
    expect(all.map(({ id, status }) => [id, status])).toEqual([
      ...live.map(({ id, status }) => [id, status]),
      ['8', 'CLOSED'],
      ['7', 'RESOLVED'],
    ]);
  });

  it('describes an incident identically everywhere', async () => {
    const one = await incident(5);
    expect(one).toEqual({
      id: '5',
      status: 'ONGOING',
      animalType: 'DOG',
      informerName: 'Lakshmi Iyer',
      contactNumber: '9812345670',
      location: 'Railway colony, block 12',
      description: 'Needs help.',
      latitude: 18.5289,
      longitude: 73.8744,
      reportedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      lastUpdated: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      caseCount: 1,
      mediaFileCount: 0,
      mediaFiles: [],
      notes: [],
      interestedUsers: [{ id: '7', firstName: 'Tara' }],
      team: [],
      severity: null,
      photoUrl: null,
      chatId: null,
    });
    // Lists have no files and names, because every member fetches the list again after every change.
    const { mediaFiles, interestedUsers, notes, chatId, ...listed } = one;
    for (const list of ['live', 'summary'])
      expect((await read<Incident[]>(`incidents/${list}`)).find(({ id }) => id === '5')).toEqual(listed);
  });

  it('is listed with the number of its files', async () => {
    const files = [await jpeg(), await jpeg()];
    const { body } = await sendReport(server.base, tokens['member not in team'], { files });
    const { incidentId } = body as { incidentId: string };
    for (const list of ['live', 'summary'])
      expect((await read<Incident[]>(`incidents/${list}`)).find(({ id }) => id === incidentId)).toMatchObject({
        mediaFileCount: 2,
        caseCount: 0,
      });
  });

  it('has earned points by the published formula (DECISIONS 31)', async () => {
    const standings = await read<Standing[]>('standings/leaderboard');
    // Three cases of Mira and Ravi; five reports of Tara have led to a case. Pavan is pending.
    expect(
      standings.map(({ rank, firstName, points, hearts, casesCompleted }) => [
        rank,
        firstName,
        points,
        hearts,
        casesCompleted,
      ]),
    ).toEqual([
      [1, 'Mira', 30, 3, 3],
      [1, 'Ravi', 30, 3, 3],
      [3, 'Tara', 10, 0, 0],
      [4, 'Asha', 0, 0, 0],
      [4, 'Indu', 0, 0, 0],
      [4, 'Kabir', 0, 0, 0],
      [4, 'Sara', 0, 0, 0],
    ]);
    expect(standings[0]?.distanceTraveled).toBe(4.3);
    // Distances of earlier versions are stored unrounded.
    await server.db.update(users).set({ distanceTraveled: 4.3567 }).where(eq(users.id, 1));
    const [mira] = await read<Standing[]>('standings/leaderboard');
    expect(mira?.distanceTraveled).toBe(4.4);
  });
});

describe('an incident that is not there', () => {
  const paths: [string, string, unknown?][] = [
    ['GET', 'incidents/{id}'],
    ['PUT', 'incidents/{id}', { ...reportOf(), latitude: null, longitude: null }],
    ['DELETE', 'incidents/{id}'],
    ['POST', 'incidents/{id}/interest'],
    ['PUT', 'incidents/{id}/location', { latitude: 1, longitude: 1 }],
    ['PUT', 'incidents/{id}/resolve'],
    ['PUT', 'incidents/{id}/reactivate'],
    ['PUT', 'incidents/{id}/close', { reason: 'Gone.' }],
    ['GET', 'incidents/{id}/history'],
    ['DELETE', 'incidents/{id}/media/0123456789abcdef0123456789abcdef'],
    ['GET', 'incidents/{id}/assignment/team'],
    ['GET', 'incidents/{id}/assignment/team/items'],
    ['GET', 'incidents/{id}/assignment/volunteers'],
    ['POST', 'incidents/{id}/assignment/assign-team', { userIds: ['1'] }],
    ['POST', 'cases/{id}/initiate-confirm', { participatingUserIds: ['1'] }],
    ['POST', 'cases/{id}/close'],
  ];
  it.each(paths)('%s %s is 404', async (method, path, body) => {
    for (const id of ['999999', 'x', '-1', '0', '1.5', '99999999999999999999', '%00', '1%20or%201=1']) {
      const answer = await asked('super admin', path.replace('{id}', id), { method, body });
      expect([id, answer.status, answer.body]).toEqual([id, 404, { message: 'Incident not found.' }]);
    }
  });
});

describe('what is sent', () => {
  const refused: [string, string, unknown, string][] = [
    ['PUT', 'incidents/1', { ...reportOf(), contactNumber: '123' }, 'Phone number must be 10 digits.'],
    ['PUT', 'incidents/1', { ...reportOf(), informerName: '  ' }, 'Informer name is required.'],
    ['PUT', 'incidents/1', { ...reportOf(), animalType: 'DRAGON' }, 'Please choose an animal type.'],
    ['PUT', 'incidents/1', { ...reportOf(), latitude: 1, longitude: null }, 'Latitude and longitude belong together.'],
    ['PUT', 'incidents/1', { ...reportOf(), status: 'CLOSED' }, 'The field status is unknown.'],
    ['PUT', 'incidents/1?seen=yesterday', reportOf(), 'seen must be the lastUpdated of the incident.'],
    ['PUT', 'incidents/1?seen=2026-01-01T00:00:00%2B05', reportOf(), 'seen must be the lastUpdated of the incident.'],
    ['PUT', 'incidents/1/close', { reason: ' ' }, 'A reason is required.'],
    ['PUT', 'incidents/1/close', {}, 'The field reason is missing.'],
    ['PUT', 'incidents/1/location', { latitude: 91, longitude: 0 }, 'Latitude must be a number from -90 to 90.'],
    ['DELETE', 'incidents/8?archive=perhaps', undefined, 'archive must be true or false.'],
    ['DELETE', 'incidents/8', { archive: 'no' }, 'archive: Invalid type: Expected boolean but received "no"'],
    ['POST', 'incidents/1/assignment/assign-team', { userIds: [] }, 'Please select at least one volunteer.'],
    [
      'POST',
      'incidents/1/assignment/assign-team',
      { userIds: ['1', '8'] },
      'Somebody you have chosen is no active member.',
    ],
    [
      'POST',
      'incidents/1/assignment/assign-team',
      { userIds: ['1', 'x'] },
      'Somebody you have chosen is no active member.',
    ],
    [
      'POST',
      'incidents/1/assignment/assign-team',
      { userIds: ['999'] },
      'Somebody you have chosen is no active member.',
    ],
    [
      'POST',
      'cases/3/initiate-confirm',
      { participatingUserIds: [] },
      'Please select at least one participating member.',
    ],
    [
      'POST',
      'cases/3/initiate-confirm',
      { participatingUserIds: ['1', '3'] },
      'Somebody you have confirmed is not in the team.',
    ],
  ];
  it.each(refused)('to %s %s as %j is refused: %s', async (method, path, body, message) => {
    const id = Number(/\d+/.exec(path));
    const before = await rowsOf(server, id);
    const answer = await asked('captain', path, { method, body });
    expect([answer.status, answer.body]).toEqual([400, { message }]);
    expect(await rowsOf(server, id)).toEqual(before);
  });
});

describe('lastUpdated', () => {
  it('moves with edits, location and every change of the status, and with nothing else (DECISIONS 24)', async () => {
    const id = await makeIncident(server, 'REPORTED');
    let last = await lastUpdated(id);
    const moves = async (answer: Promise<{ status: number }>, isMoved: boolean) => {
      expect((await answer).status).toBe(200);
      const now = await lastUpdated(id);
      expect(now > last).toBe(isMoved);
      last = now;
    };
    await moves(asked('member in team', `incidents/${id}/interest`, { method: 'POST' }), false);
    await moves(asked('member in team', `incidents/${id}/interest`, { method: 'DELETE' }), false);
    await moves(asked('member in team', `incidents/${id}/history`), false);
    await moves(asked('member in team', `incidents/${id}`), false);
    await moves(
      asked('captain', `incidents/${id}`, { method: 'PUT', body: reportOf({ location: 'Elsewhere' }) }),
      true,
    );
    const place = { latitude: 18.5, longitude: 73.8 };
    await moves(asked('member in team', `incidents/${id}/location`, { method: 'PUT', body: place }), true);
    const path = `incidents/${id}/assignment/assign-team`;
    await moves(asked('captain', path, { body: { userIds: ['1'] } }), true);
    await moves(asked('member in team', `cases/${id}/initiate-confirm`, { body: { participatingUserIds: [1] } }), true);
    await moves(sendCompletion(server.base, tokens['member in team'], id), true);
    await moves(asked('captain', `incidents/${id}/resolve`, { method: 'PUT' }), true);
    await moves(asked('captain', `incidents/${id}/reactivate`, { method: 'PUT' }), true);
  });
});

describe('two captains at once', () => {
  const both = (path: string, options: { method?: string; body?: unknown } = {}) =>
    Promise.all([asked('captain', path, options), asked('admin', path, options)]);

  it.each([
    ['REPORTED', 'close', { reason: 'False alarm.' }, 'This incident is CLOSED now: it cannot be closed.'],
    ['ONGOING', 'resolve', undefined, 'This incident is RESOLVED now: it cannot be resolved.'],
    ['RESOLVED', 'reactivate', undefined, 'This incident is ONGOING now: it cannot be reactivated.'],
  ] as const)('in %s: one may %s, the other is told what has happened', async (status, action, body, message) => {
    const id = await makeIncident(server, status);
    const { changes } = await rowsOf(server, id);
    const answers = await both(`incidents/${id}/${action}`, { method: 'PUT', body });
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(answers.find((answer) => answer.status === 409)?.body).toEqual({ message });
    expect((await rowsOf(server, id)).changes).toHaveLength(changes.length + 1);
  });

  it('one deletes, the other finds nothing any more', async () => {
    const id = await makeIncident(server, 'CLOSED');
    const answers = await both(`incidents/${id}`, { method: 'DELETE' });
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 404]);
    expect((await rowsOf(server, id)).archives).toHaveLength(1);
  });

  it('one assigns a team, the other does not replace it unseen', async () => {
    const id = await makeIncident(server, 'REPORTED');
    const seen = (await incident(id)).lastUpdated;
    const path = `incidents/${id}/assignment/assign-team?seen=${seen}`;
    const first = await asked('captain', path, { body: { userIds: ['1', '6'] } });
    expect(first.body).toMatchObject({
      teamName: `Team ${id}`,
      teamMembers: [{ firstName: 'Mira' }, { firstName: 'Ravi' }],
    });
    const before = await rowsOf(server, id);
    const second = await asked('admin', path, { body: { userIds: ['7'] } });
    expect([second.status, second.body]).toEqual([
      409,
      { message: 'Somebody else has changed this incident meanwhile. It is ASSIGNED now.' },
    ]);
    expect(await rowsOf(server, id)).toEqual(before);
  });

  it.each(['edit', 'delete', 'resolve'] as const)(
    'a captain who has not seen a change cannot %s over it',
    async (act) => {
      const id = await makeIncident(server, act === 'resolve' ? 'ONGOING' : 'CLOSED');
      const seen = (await incident(id)).lastUpdated;
      const edit = { method: 'PUT', body: reportOf({ description: 'First.' }) };
      expect((await asked('captain', `incidents/${id}?seen=${seen}`, edit)).status).toBe(200);
      const before = await rowsOf(server, id);
      const [path, options] = {
        edit: [`incidents/${id}`, { method: 'PUT', body: reportOf({ description: 'Second.' }) }] as const,
        delete: [`incidents/${id}`, { method: 'DELETE' }] as const,
        resolve: [`incidents/${id}/resolve`, { method: 'PUT' }] as const,
      }[act];
      expect((await asked('admin', `${path}?seen=${seen}`, options)).status).toBe(409);
      expect(await rowsOf(server, id)).toEqual(before);
    },
  );

  it('assign at the same moment: there is one case, of one of the two teams', async () => {
    const id = await makeIncident(server, 'REPORTED');
    const path = `incidents/${id}/assignment/assign-team`;
    const answers = await Promise.all([
      asked('captain', path, { body: { userIds: ['1'] } }),
      asked('admin', path, { body: { userIds: ['7'] } }),
    ]);
    const winners = answers.filter(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2 - winners.length);
    const rows = await rowsOf(server, id);
    expect(rows.cases).toHaveLength(1);
    expect([[1], [7]]).toContainEqual(rows.members.map(({ userId }) => userId));
    expect(rows.changes).toHaveLength(1 + winners.length);
  });
});

describe('the history', () => {
  it('tells every change in its order: what, who, from and to which status, and why', async () => {
    const id = Number(
      ((await sendReport(server.base, tokens['member not in team'])).body as { incidentId: string }).incidentId,
    );
    const act = async (person: Person, path: string, method: string, body?: unknown) =>
      expect((await asked(person, path, { method, body })).status).toBe(200);
    await act('captain', `incidents/${id}`, 'PUT', reportOf({ location: 'Old bridge', contactNumber: '9000000009' }));
    await act('member in team', `incidents/${id}/location`, 'PUT', { latitude: 18.5, longitude: 73.8 });
    await act('admin', `incidents/${id}/assignment/assign-team`, 'POST', { userIds: ['1', '6', '7'] });
    await act('captain', `incidents/${id}/assignment/assign-team`, 'POST', { userIds: ['1', '6'] });
    await act('member in team', `cases/${id}/initiate-confirm`, 'POST', { participatingUserIds: ['1'] });
    await sendCompletion(server.base, tokens['member in team'], id, { body: { resolutionNotes: 'Leg set.' } });
    await act('super admin', `incidents/${id}/resolve`, 'PUT');
    await act('captain', `incidents/${id}/reactivate`, 'PUT');
    const history = await read<IncidentHistory>(`incidents/${id}/history`);
    expect(
      history.changes.map(({ event, by, statusBefore, statusAfter, note }) => [
        by?.firstName,
        event,
        statusBefore,
        statusAfter,
        note,
      ]),
    ).toEqual([
      ['Tara', 'incident.reported', null, 'REPORTED', null],
      ['Kabir', 'incident.edit', 'REPORTED', 'REPORTED', 'Changed contact number, location.'],
      ['Mira', 'incident.locate', 'REPORTED', 'REPORTED', null],
      ['Asha', 'team.assign', 'REPORTED', 'ASSIGNED', `Team ${id}: Mira, Ravi, Tara`],
      ['Kabir', 'team.reassign', 'ASSIGNED', 'ASSIGNED', `Team ${id}: Mira, Ravi`],
      ['Mira', 'case.initiated', 'ASSIGNED', 'IN_PROGRESS', 'Taking part: Mira'],
      ['Mira', 'case.completed', 'IN_PROGRESS', 'ONGOING', 'Leg set.'],
      ['Sara', 'incident.resolve', 'ONGOING', 'RESOLVED', null],
      ['Kabir', 'incident.reactivate', 'RESOLVED', 'ONGOING', null],
    ]);
    const times = history.changes.map(({ at }) => Date.parse(at));
    expect([...times].sort()).toEqual(times);
    expect(history.cases).toEqual([
      {
        caseId: expect.any(String),
        closedAt: history.changes[6]?.at,
        assignedBy: 'Kabir Sethi',
        resolutionNotes: 'Leg set.',
        teamName: `Team ${id}`,
        // The member who read it was not in the team.
        chatId: null,
        // Ravi was not confirmed, so he is not credited.
        teamMembers: [{ userId: '1', firstName: 'Mira' }],
      },
    ]);
    const rows = await server.db.select().from(incidentChanges).where(eq(incidentChanges.incidentId, id));
    expect(rows.find(({ event }) => event === 'incident.edit')?.details).toEqual({
      contactNumber: { from: '9876543210', to: '9000000009' },
      location: { from: 'Near the old bridge', to: 'Old bridge' },
    });
  });

  it('has the reason why an incident was closed', async () => {
    const { changes } = await read<IncidentHistory>('incidents/8/history');
    expect(changes.at(-1)).toMatchObject({
      event: 'incident.close',
      note: 'It had left by itself before anybody arrived.',
    });
  });

  it('has the latest case first', async () => {
    const id = await makeIncident(server, 'ONGOING');
    await asked('captain', `incidents/${id}/assignment/assign-team`, { body: { userIds: ['7'] } });
    await asked('captain', `cases/${id}/initiate-confirm`, { body: { participatingUserIds: ['7'] } });
    await sendCompletion(server.base, tokens.captain, id, { body: { resolutionNotes: 'Again.' } });
    const { cases } = await read<IncidentHistory>(`incidents/${id}/history`);
    expect(cases.map(({ teamName, resolutionNotes }) => [teamName, resolutionNotes])).toEqual([
      [`Team ${id}-2`, 'Again.'],
      [`Team ${id}`, 'Treated.'],
    ]);
    expect((await incident(id)).caseCount).toBe(2);
  });
});

it('visitors get 401, whatever they ask', async () => {
  for (const path of [
    'incidents/live',
    'incidents/summary',
    'incidents/1',
    'incidents/1/history',
    'incidents/1/assignment/volunteers',
    'cases/my-cases',
    'standings/leaderboard',
    'admin/archives',
  ])
    expect([path, (await call(server.base, `/api/${path}`)).status]).toEqual([path, 401]);
  const [row] = await server.db.select().from(incidents).where(eq(incidents.id, 1));
  expect(row?.status).toBe('REPORTED');
});
