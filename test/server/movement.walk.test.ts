import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Movement } from '../../src/contract/movement';
import { movementLifecycle } from '../../src/machines/lifecycles/movement.machine';
import {
  callsIn,
  everybody,
  makeIncident,
  type Person,
  rowsOf,
  type SignedInServer,
  startSignedInServer,
} from '../kit/incidents';
import { type RecordedPath, recordWalked, transitionsAt } from '../kit/walking/record';

/**
 * Which movement may be reported in which state, and by whom: DECISIONS 154, typed by hand and checked on the real
 * server and its database.
 */
let signedIn: SignedInServer;
beforeAll(async () => {
  signedIn = await startSignedInServer();
});
afterAll(() => signedIn.server.close());
const { asked } = callsIn(() => signedIn);

type Status = 'NOT_SAID' | Movement;
const statuses: readonly Status[] = ['NOT_SAID', 'ON_MY_WAY', 'ARRIVED'];
/** What is sent for each report: where the member is then. */
const reports = { depart: 'ON_MY_WAY', arrive: 'ARRIVED', withdraw: null } as const;
type Report = keyof typeof reports;

/** The member's movement afterwards. A missing event is impossible: 409. */
const facts: Record<Status, Partial<Record<Report, Status>>> = {
  NOT_SAID: { depart: 'ON_MY_WAY', arrive: 'ARRIVED', withdraw: 'NOT_SAID' },
  ON_MY_WAY: { depart: 'ON_MY_WAY', arrive: 'ARRIVED', withdraw: 'NOT_SAID' },
  ARRIVED: { arrive: 'ARRIVED', withdraw: 'NOT_SAID' },
};

const walked: RecordedPath[] = [];
afterAll(() => recordWalked('server', movementLifecycle.id, walked));

const say = (person: Person, id: number, movement: Movement | null) =>
  asked(person, `cases/${id}/movement`, { method: 'PUT', body: { movement } });
/** The movement of the only member who reports one here. */
const miraIn = async (id: number): Promise<Status> => {
  const { members } = await rowsOf(signedIn.server, id);
  return members.find(({ userId }) => userId === 1)?.movement ?? 'NOT_SAID';
};
async function makeWay(status: Status): Promise<number> {
  const id = await makeIncident(signedIn.server, 'IN_PROGRESS');
  if (status !== 'NOT_SAID') expect((await say('member in team', id, status)).status).toBe(200);
  expect(await miraIn(id)).toBe(status);
  return id;
}

describe.each(statuses)('where a member of the team is %s', (status) => {
  it.each(Object.keys(reports) as Report[])('%s', async (report) => {
    for (const person of everybody) {
      const id = await makeWay(status);
      const { status: answered } = await say(person, id, reports[report]);
      const after = facts[status][report];
      const isInTeam = person === 'member in team';
      expect([person, answered]).toEqual([person, isInTeam ? (after ? 200 : 409) : 403]);
      expect([person, await miraIn(id)]).toEqual([person, (isInTeam && after) || status]);
      if (isInTeam && after)
        walked.push({
          title: `${status}: ${report} by a member of the team`,
          steps: [{ transitions: transitionsAt(movementLifecycle, status, `movement.${report}`) }],
        });
    }
  });
});
