import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caseMembers } from '../../server/db/schema';
import { type IncidentStatus, incidentStatuses } from '../../src/contract/incidents';
import { caseLifecycle } from '../../src/machines/lifecycles/case.machine';
import { incidentLifecycle } from '../../src/machines/lifecycles/incident.machine';
import { recordsOf } from '../kit/administration';
import {
  captains,
  everybody,
  makeIncident,
  type Person,
  reportOf,
  rowsOf,
  type SignedInServer,
  sendCompletion,
  sendNote,
  startSignedInServer,
  TEAM,
  teamOrCaptains,
} from '../kit/incidents';
import { type Answer, call } from '../kit/server';
import { pathsOf, titleOf } from '../kit/walking/graph';
import { type RecordedPath, recordWalked, transitionsAt } from '../kit/walking/record';

/**
 * What may be done to an incident and its case in each status, by whom, and what comes of it: the tables of S2 §4 and the
 * roles of S2 §6 with DECISIONS 22 and 25 to 27, typed by hand and asked of the real server and its database.
 */
let server: SignedInServer['server'];
let tokens: SignedInServer['tokens'];
const { makePerson } = recordsOf(() => ({ server, tokens }));
beforeAll(async () => {
  ({ server, tokens } = await startSignedInServer({ limits: { uploadsPerHour: 100_000 } }));
});
afterAll(() => server.close());

const ask =
  (method: string, path: string, body?: unknown) =>
  (token: string | undefined, id: number): Promise<Answer> =>
    call(server.base, `/api/${path.replace('{id}', String(id))}`, { ...(token ? { token } : {}), method, body });

const acts = {
  "I'm Interested": ask('POST', 'incidents/{id}/interest'),
  'Remove Interest': ask('DELETE', 'incidents/{id}/interest'),
  'View Team': ask('GET', 'incidents/{id}/assignment/team'),
  'View Team Kit': ask('GET', 'incidents/{id}/assignment/team/items'),
  'Assign Team': ask('POST', 'incidents/{id}/assignment/assign-team', { userIds: TEAM }),
  Edit: ask('PUT', 'incidents/{id}', { ...reportOf({ description: 'Edited.' }), latitude: null, longitude: null }),
  'Update Location': ask('PUT', 'incidents/{id}/location', { latitude: 18.5, longitude: 73.8 }),
  'Close Incident': ask('PUT', 'incidents/{id}/close', { reason: 'A false alarm.' }),
  'Mark as Resolved': ask('PUT', 'incidents/{id}/resolve'),
  Reactivate: ask('PUT', 'incidents/{id}/reactivate'),
  'Delete Incident': ask('DELETE', 'incidents/{id}', { archive: true }),
  'Initiate Case': ask('POST', 'cases/{id}/initiate-confirm', { participatingUserIds: TEAM }),
  'Mark as Done': (token: string | undefined, id: number) => sendCompletion(server.base, token, id),
  'Add Note': (token: string | undefined, id: number) => sendNote(server.base, token, id),
};
type Act = keyof typeof acts;

/** Who may do each act, and the status afterwards. A missing act is possible for nobody: 409. */
type Facts = Partial<Record<Act, readonly [readonly Person[], IncidentStatus | 'gone']>>;
const facts: Record<IncidentStatus, Facts> = {
  REPORTED: {
    "I'm Interested": [everybody, 'REPORTED'],
    'Remove Interest': [everybody, 'REPORTED'],
    Edit: [captains, 'REPORTED'],
    'Update Location': [everybody, 'REPORTED'],
    'Add Note': [everybody, 'REPORTED'],
    'Assign Team': [captains, 'ASSIGNED'],
    'Close Incident': [captains, 'CLOSED'],
  },
  ASSIGNED: {
    'View Team': [everybody, 'ASSIGNED'],
    'View Team Kit': [everybody, 'ASSIGNED'],
    Edit: [captains, 'ASSIGNED'],
    'Update Location': [everybody, 'ASSIGNED'],
    'Add Note': [everybody, 'ASSIGNED'],
    'Assign Team': [captains, 'ASSIGNED'],
    'Initiate Case': [teamOrCaptains, 'IN_PROGRESS'],
  },
  IN_PROGRESS: {
    'View Team': [everybody, 'IN_PROGRESS'],
    'View Team Kit': [everybody, 'IN_PROGRESS'],
    Edit: [captains, 'IN_PROGRESS'],
    'Update Location': [everybody, 'IN_PROGRESS'],
    'Add Note': [everybody, 'IN_PROGRESS'],
    'Mark as Done': [teamOrCaptains, 'ONGOING'],
  },
  ONGOING: {
    "I'm Interested": [everybody, 'ONGOING'],
    'Remove Interest': [everybody, 'ONGOING'],
    Edit: [captains, 'ONGOING'],
    'Update Location': [everybody, 'ONGOING'],
    'Add Note': [everybody, 'ONGOING'],
    'Assign Team': [captains, 'ASSIGNED'],
    'Mark as Resolved': [captains, 'RESOLVED'],
  },
  RESOLVED: {
    Edit: [captains, 'RESOLVED'],
    Reactivate: [captains, 'ONGOING'],
    'Delete Incident': [captains, 'gone'],
  },
  CLOSED: {
    Edit: [captains, 'CLOSED'],
    'Delete Incident': [captains, 'gone'],
  },
};

/** S2 §6, word for word; the rest of the sentences are ours. */
const unauthorized: Partial<Record<Act, string>> = {
  Edit: "You need 'Rescue Captain' or a higher role to update incident details.",
  'Assign Team': "You need to have the 'Rescue Captain' or a higher role to assign a team to a case.",
  'Close Incident': 'You need to be a Rescue Captain or higher to close an incident.',
  'Mark as Resolved': 'You need to be a Rescue Captain or higher to resolve an incident.',
  Reactivate: 'You need to be a Rescue Captain or higher to reactivate an incident.',
  'Delete Incident': 'You need to be a Rescue Captain or higher to delete an incident.',
  'Initiate Case': 'Only a member of its team, or a Rescue Captain or higher, can initiate this case.',
  'Mark as Done': 'Only a member of its team, or a Rescue Captain or higher, can complete this case.',
};

const statusOf = async (id: number) => (await rowsOf(server, id)).incident[0]?.status ?? 'gone';
const spoken = (status: IncidentStatus) => status.replace('_', ' ');

describe.each(incidentStatuses)('in %s', (status) => {
  const table = facts[status];
  /** An incident that nobody has changed. It is used again, because most of the time of these tests goes into making one. */
  let spare: number | null = null;

  it.each(Object.keys(acts) as Act[])("'%s' is refused to all others, and changes nothing", async (act) => {
    const allowed: readonly Person[] = table[act]?.[0] ?? [];
    const id = spare ?? (await makeIncident(server, status));
    spare = null;
    const before = await rowsOf(server, id);
    expect((await acts[act](undefined, id)).status).toBe(401);
    for (const person of everybody.filter((one) => !allowed.includes(one))) {
      const { status: answered, body } = await acts[act](tokens[person], id);
      const { message } = body as { message: string };
      expect([person, answered]).toEqual([person, table[act] ? 403 : 409]);
      if (table[act]) expect(message).toBe(unauthorized[act]);
      else expect(message).toContain(spoken(status));
    }
    expect(await rowsOf(server, id)).toEqual(before);
    spare = id;
  });

  it.each(Object.entries(table) as [Act, NonNullable<Facts[Act]>][])(
    "'%s' is possible for those who may",
    async (act, [allowed, after]) => {
      let id = await makeIncident(server, status);
      for (const person of allowed) {
        // After an act that has changed the status or set coordinates, the next act gets a new incident.
        if ((await statusOf(id)) !== status || act === 'Update Location') id = await makeIncident(server, status);
        const lines = await linesOf(id);
        const answer = await acts[act](tokens[person], id);
        expect([person, answer.status]).toEqual([person, 200]);
        expect(await statusOf(id)).toBe(after);
        const isUnrecorded = /Interest|View/.test(act);
        if (after !== 'gone') expect((await linesOf(id)) - lines).toBe(isUnrecorded ? 0 : 1);
      }
    },
  );
});

/** How many lines the history of an incident has. */
const linesOf = async (id: number) => (await rowsOf(server, id)).changes.length;

describe('the location of an incident that has coordinates', () => {
  const places = { latitude: 18.1, longitude: 73.1 };
  /** Checks that each of these people is refused with the message, and that nothing changes. */
  async function isRefused(id: number, persons: readonly Person[], message: string) {
    const before = await rowsOf(server, id);
    for (const person of persons) {
      const { status: answered, body } = await acts['Update Location'](tokens[person], id);
      expect([person, answered, body]).toEqual([person, 409, { message }]);
    }
    expect(await rowsOf(server, id)).toEqual(before);
  }

  it.each(['REPORTED', 'ASSIGNED', 'IN_PROGRESS', 'ONGOING'] as const)(
    'is changed only by captains while it is %s',
    async (status) => {
      const id = await makeIncident(server, status, places);
      await isRefused(
        id,
        everybody.filter((one) => !captains.includes(one)),
        'This incident already has coordinates. Only a Rescue Captain or higher can change them.',
      );
      for (const person of captains) {
        expect((await acts['Update Location'](tokens[person], id)).status).toBe(200);
        expect((await rowsOf(server, id)).incident[0]).toMatchObject({ status, latitude: 18.5, longitude: 73.8 });
      }
    },
  );

  it.each(['RESOLVED', 'CLOSED'] as const)('is changed by nobody once it is %s', async (status) => {
    const id = await makeIncident(server, status, places);
    await isRefused(id, everybody, `This incident is ${status} now: its location cannot be updated.`);
  });
});

/** The act that causes each event of the lifecycles. */
const byEvent: Readonly<Record<string, Act>> = {
  'interest.toggle': "I'm Interested",
  'team.view': 'View Team',
  'teamKit.view': 'View Team Kit',
  'team.assign': 'Assign Team',
  'team.reassign': 'Assign Team',
  'note.add': 'Add Note',
  'incident.edit': 'Edit',
  'incident.locate': 'Update Location',
  'incident.close': 'Close Incident',
  'incident.resolve': 'Mark as Resolved',
  'incident.reactivate': 'Reactivate',
  'incident.delete': 'Delete Incident',
  'case.initiated': 'Initiate Case',
  'case.completed': 'Mark as Done',
  'case.initiate': 'Initiate Case',
  'case.complete': 'Mark as Done',
  'case.reassign': 'Assign Team',
};

/**
 * What nobody does to the incident itself: the last member of its team is deleted (DECISIONS 272). Mira and Ravi are needed afterwards, so
 * somebody who was made for it takes their place in the team before.
 */
async function emptyTeam(id: number): Promise<Answer> {
  const [open] = (await rowsOf(server, id)).cases;
  const userId = await makePerson('ACTIVE', ['MEMBER']);
  await server.db.delete(caseMembers).where(eq(caseMembers.caseId, open?.id ?? 0));
  await server.db.insert(caseMembers).values({ caseId: open?.id ?? 0, userId });
  return ask('DELETE', 'admin/users/batch', { userIds: [String(userId)] })(tokens['super admin'], id);
}

/** Every path of the lifecycles, walked from the report on. What each step must lead to is in the facts above. */
describe.each([
  { machine: incidentLifecycle, start: 'REPORTED' as const, states: [...incidentStatuses, 'DELETED'] },
  { machine: caseLifecycle, start: 'ASSIGNED' as const, states: ['ASSIGNED', 'IN_PROGRESS', 'CLOSED'] },
])('$machine.id on the server', ({ machine, start, states }) => {
  const samples = Object.fromEntries(
    machine.events
      // Copying happens only in the page.
      .filter((type) => type !== 'details.copy')
      .map((type) => [type, { type, roles: ['RESCUE_CAPTAIN'], hasCoordinates: false, isInTeam: true }]),
  );
  const paths = pathsOf({ machine, input: undefined, events: samples, key: () => null });
  const walked: RecordedPath[] = [];
  afterAll(() => recordWalked('server', machine.id, walked));

  it.each(paths.map((path, index) => [titleOf(path), path, index] as const))('%s', async (_, path, index) => {
    const id = await makeIncident(server, start);
    const steps: RecordedPath['steps'][number][] = [];
    walked.push({ title: titleOf(path), steps });
    let here: string = start;
    for (const [turn, { sample }] of path.entries()) {
      const before = (await statusOf(id)) as IncidentStatus;
      if (sample === 'team.emptied') {
        const lines = await linesOf(id);
        expect([before, (await emptyTeam(id)).status]).toEqual(['IN_PROGRESS', 200]);
        const { incident, cases } = await rowsOf(server, id);
        expect([incident[0]?.status, cases[0]?.status]).toEqual(['ASSIGNED', 'ASSIGNED']);
        // One says who has left, and one that the case has gone back.
        expect((await linesOf(id)) - lines).toBe(2);
        steps.push({ transitions: transitionsAt(machine, here, sample) });
        here = String(path[turn]?.after.value);
        continue;
      }
      const act = byEvent[sample] as Act;
      const [allowed, after] = facts[before][act] as NonNullable<Facts[Act]>;
      const person = allowed[(index + turn) % allowed.length] as Person;
      expect([sample, person, (await acts[act](tokens[person], id)).status]).toEqual([sample, person, 200]);
      expect(await statusOf(id)).toBe(after);
      steps.push({ transitions: transitionsAt(machine, here, sample) });
      here = String(path[turn]?.after.value);
    }
  });

  it('is walked through all of its states', () => {
    expect(Object.keys(machine.states)).toEqual(states);
    const visited = new Set(paths.flatMap((path) => path.map(({ after }) => after.value)));
    expect([...visited, start].filter((state) => !states.includes(state as string))).toEqual([]);
    for (const state of states) expect([...visited, start]).toContain(state);
  });
});
