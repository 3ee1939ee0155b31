import { eq, inArray, or } from 'drizzle-orm';
import type { Replacements } from '../../server/app';
import { assignTeam } from '../../server/areas/cases/assign';
import { completeCase, initiateCase } from '../../server/areas/cases/work';
import { closeIncident, reportIncident, resolveOrReactivate } from '../../server/areas/incidents/actions';
import {
  caseMembers,
  cases,
  chats,
  incidentArchives,
  incidentChanges,
  incidentInterest,
  incidents,
  media,
  users,
} from '../../server/db/schema';
import type { Incident, IncidentStatus } from '../../src/contract/incidents';
import { filesOf, type Sample, upload } from './media';
import { type Answer, call, type Overrides, signIn, startTestServer, type TestServer } from './server';

/** Demo members with their ids (DECISIONS 15), by their relation to a case whose team is Mira and Ravi. */
export const people = {
  'member not in team': { username: 'tara', id: 7 },
  'member in team': { username: 'member', id: 1 },
  'inventory manager': { username: 'inventory', id: 3 },
  captain: { username: 'captain', id: 2 },
  admin: { username: 'admin', id: 4 },
  'super admin': { username: 'superadmin', id: 5 },
} as const;
export type Person = keyof typeof people;
export const everybody = Object.keys(people) as Person[];
export const captains: readonly Person[] = ['captain', 'admin', 'super admin'];
export const teamOrCaptains: readonly Person[] = ['member in team', ...captains];
/** The ids of Mira and Ravi. */
export const TEAM = ['1', '6'];

/** Logs everybody in. @returns their tokens */
export async function signAllIn(base: string): Promise<Record<Person, string>> {
  const tokens = {} as Record<Person, string>;
  for (const person of everybody) tokens[person] = await signIn(base, people[person].username);
  return tokens;
}

/** A server with everybody signed in. */
export interface SignedInServer {
  readonly server: TestServer;
  readonly tokens: Record<Person, string>;
}

/** Starts a server and logs everybody in. The caller closes the server. */
export async function startSignedInServer(
  overrides: Overrides = {},
  replacements: Replacements = {},
): Promise<SignedInServer> {
  const server = await startTestServer(overrides, replacements);
  return { server, tokens: await signAllIn(server.base) };
}

/** The captain, for actions that tests take from the server's own code. */
export const captain = { id: people.captain.id, roles: ['MEMBER', 'RESCUE_CAPTAIN'] as const };

/** Functions that call the API as one of the people. Paths are below /api. */
export function callsIn(signedIn: () => SignedInServer) {
  const asked = (
    person: Person,
    path: string,
    { key, ...options }: { method?: string; body?: unknown; key?: string } = {},
  ): Promise<Answer> =>
    call(signedIn().server.base, `/api/${path}`, {
      token: signedIn().tokens[person],
      ...options,
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    });
  const read = async <Body>(path: string, person: Person = 'member not in team') =>
    (await asked(person, path)).body as Body;
  return {
    asked,
    read,
    incident: (id: number | string) => read<Incident>(`incidents/${id}`),
    /** Deletes users as the super admin. */
    deleteUsers: (...userIds: number[]) =>
      asked('super admin', 'admin/users/batch', { method: 'DELETE', body: { userIds: userIds.map(String) } }),
  };
}

/** The id of the incident that a report has been answered with. */
export const idIn = (body: unknown) => Number((body as { incidentId: string }).incidentId);

/** The number of incidents, and the stored files. */
export const storedCounts = async (server: TestServer) => ({
  incidents: await server.db.$count(incidents),
  kept: (await filesOf(server)).kept,
});

/** The JSON of a report, typed by hand from S1 §3. */
export const reportOf = (fields: object = {}) => ({
  informerName: 'Asif Khan',
  contactNumber: '9876543210',
  animalType: 'DOG' as const,
  description: 'Dog with a swollen leg.',
  location: 'Near the old bridge',
  ...fields,
});

/** Makes an incident and brings it to a status by the functions that the API uses. @returns its id */
export async function makeIncident(
  { db }: Pick<TestServer, 'db'>,
  status: IncidentStatus,
  fields: object = {},
): Promise<number> {
  const reporter = { id: people['member not in team'].id, roles: ['MEMBER'] as const };
  const { incidentId } = await reportIncident(db, reporter, reportOf(fields));
  const intent = { incidentId, by: captain };
  if (status === 'REPORTED') return incidentId;
  if (status === 'CLOSED') {
    await closeIncident(db, intent, 'A false alarm.');
    return incidentId;
  }
  await assignTeam(db, intent, TEAM);
  if (status === 'ASSIGNED') return incidentId;
  await initiateCase(db, intent, TEAM);
  if (status === 'IN_PROGRESS') return incidentId;
  await completeCase(db, intent, { resolutionNotes: 'Treated.', finalLatitude: null, finalLongitude: null });
  if (status === 'RESOLVED') await resolveOrReactivate(db, intent, 'incident.resolve');
  return incidentId;
}

/** Everything that the database holds about an incident, and what the members have earned. */
export async function rowsOf({ db }: Pick<TestServer, 'db'>, incidentId: number) {
  const caseRows = await db.select().from(cases).where(eq(cases.incidentId, incidentId)).orderBy(cases.id);
  const caseIds = caseRows.map(({ id }) => id);
  return {
    incident: await db.select().from(incidents).where(eq(incidents.id, incidentId)),
    cases: caseRows,
    members: await db
      .select()
      .from(caseMembers)
      .where(inArray(caseMembers.caseId, caseIds))
      .orderBy(caseMembers.caseId, caseMembers.userId),
    chats: await db.select().from(chats).where(inArray(chats.caseId, caseIds)).orderBy(chats.id),
    interest: await db.select().from(incidentInterest).where(eq(incidentInterest.incidentId, incidentId)),
    changes: await db
      .select()
      .from(incidentChanges)
      .where(eq(incidentChanges.incidentId, incidentId))
      .orderBy(incidentChanges.id),
    media: await db
      .select()
      .from(media)
      .where(or(eq(media.incidentId, incidentId), inArray(media.caseId, caseIds)))
      .orderBy(media.id),
    archives: await db.select().from(incidentArchives).where(eq(incidentArchives.incidentId, incidentId)),
    earned: await db
      .select({ points: users.points, hearts: users.hearts, done: users.casesCompleted, far: users.distanceTraveled })
      .from(users)
      .orderBy(users.id),
  };
}

interface FormOptions {
  readonly key?: string;
  readonly files?: readonly Sample[];
  readonly body?: unknown;
}

const form = (
  base: string,
  path: string,
  token: string | undefined,
  part: string,
  field: string,
  options: FormOptions,
) =>
  upload(base, path, token, options.files ?? [], {
    field,
    fields: { [part]: typeof options.body === 'string' ? options.body : JSON.stringify(options.body) },
    headers: options.key === undefined ? {} : { 'idempotency-key': options.key },
  });

/** Reports an incident, S1 §7. */
export const sendReport = (base: string, token: string | undefined, options: FormOptions = {}): Promise<Answer> =>
  form(base, '/api/incidents/report', token, 'incident', 'media', { body: reportOf(), ...options });

/** Completes the case of an incident, S2 §7. */
export const sendCompletion = (
  base: string,
  token: string | undefined,
  incidentId: number | string,
  options: FormOptions = {},
): Promise<Answer> =>
  form(base, `/api/cases/${incidentId}/close`, token, 'details', 'mediaFiles', {
    body: { resolutionNotes: 'Treated and released.', finalLatitude: null, finalLongitude: null },
    ...options,
  });

/** Adds a note to an incident (DECISIONS 170). */
export const sendNote = (
  base: string,
  token: string | undefined,
  incidentId: number | string,
  options: FormOptions = {},
): Promise<Answer> =>
  form(base, `/api/incidents/${incidentId}/notes`, token, 'note', 'media', {
    body: { text: 'It has moved behind the temple.' },
    ...options,
  });
