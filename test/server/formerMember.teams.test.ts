import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignTeam } from '../../server/areas/cases/assign';
import { initiateCase } from '../../server/areas/cases/work';
import { incidents } from '../../server/db/schema';
import type { IncidentHistory } from '../../src/contract/incidents';
import { recordsOf } from '../kit/administration';
import {
  callsIn,
  captain,
  makeIncident,
  reportOf,
  rowsOf,
  type SignedInServer,
  sendCompletion,
  startSignedInServer,
} from '../kit/incidents';
import { stompClient } from '../kit/server';

let signedIn: SignedInServer;
let server: SignedInServer['server'];
beforeAll(async () => {
  signedIn = await startSignedInServer();
  ({ server } = signedIn);
});
afterAll(() => server.close());
const { asked, read, deleteUsers: remove } = callsIn(() => signedIn);

it('a report of a former member that leads to a case gives no points to the erased row (DECISIONS P7)', async () => {
  const { makePerson, rowOf } = recordsOf(() => signedIn);
  const gone = await makePerson('ACTIVE', ['MEMBER']);
  const id = await makeIncident(server, 'REPORTED', reportOf());
  await server.db.update(incidents).set({ reportedBy: gone }).where(eq(incidents.id, id));
  await remove(gone);
  await assignTeam(server.db, { incidentId: id, by: captain }, ['1']);
  expect(await rowOf(gone)).toMatchObject({ status: 'FORMER', points: 0 });
});

describe('a begun case whose last members are deleted (DECISIONS 272)', () => {
  const { makePerson } = recordsOf(() => signedIn);
  const begun = async (...ids: readonly number[]) => {
    const incidentId = await makeIncident(server, 'REPORTED', reportOf());
    await assignTeam(server.db, { incidentId, by: captain }, ids.map(String));
    await initiateCase(server.db, { incidentId, by: captain }, ids.map(String));
    return incidentId;
  };
  const linesOf = async (id: number) =>
    (await read<IncidentHistory>(`incidents/${id}/history`)).changes.map(({ event, by, ...line }) => [
      event,
      by?.firstName,
      line.statusBefore,
      line.statusAfter,
    ]);

  it('goes back to ASSIGNED with its incident, captains are told, and another team can finish it', async () => {
    const ids = [await makePerson('ACTIVE', ['MEMBER']), await makePerson('ACTIVE', ['MEMBER'])] as const;
    const id = await begun(...ids);
    const rows = await rowsOf(server, id);
    const kabir = await stompClient(server.base, signedIn.tokens.captain);
    const told = await kabir.subscribe(`/topic/members/${captain.id}`, 'notification.created');
    const news = await kabir.subscribe('/topic/incidents');

    await remove(ids[0]);
    await news.next(({ incidentId }: { incidentId: string }) => incidentId === String(id));
    expect((await rowsOf(server, id)).incident).toEqual(rows.incident);

    await remove(ids[1]);
    await news.next(({ incidentId }: { incidentId: string }) => incidentId === String(id));
    expect(await told.next()).toMatchObject({
      notification: { relatedEntityId: String(id), incidentStatus: 'ASSIGNED' },
    });
    await kabir.close();
    const after = await rowsOf(server, id);
    expect(after.incident).toEqual([{ ...rows.incident[0], status: 'ASSIGNED', lastUpdated: expect.any(Date) }]);
    expect(Number(after.incident[0]?.lastUpdated)).toBeGreaterThan(Number(rows.incident[0]?.lastUpdated));
    expect(after.cases).toEqual([{ ...rows.cases[0], status: 'ASSIGNED' }]);
    expect(after.members).toEqual([]);
    expect((await linesOf(id)).slice(-3)).toEqual([
      ['team.left', 'Sara', 'IN_PROGRESS', 'IN_PROGRESS'],
      ['team.left', 'Sara', 'IN_PROGRESS', 'IN_PROGRESS'],
      ['team.emptied', 'Sara', 'IN_PROGRESS', 'ASSIGNED'],
    ]);

    // Captains still read and write its chat.
    const chat = `chat/messages/${after.chats[0]?.id}`;
    expect((await asked('captain', chat)).status).toBe(200);
    expect((await asked('captain', 'chat/groups')).body).toContainEqual(
      expect.objectContaining({ chatGroup: expect.objectContaining({ id: String(after.chats[0]?.id) }) }),
    );

    const path = `incidents/${id}/assignment/assign-team`;
    expect((await asked('captain', path, { method: 'POST', body: { userIds: ['1'] } })).status).toBe(200);
    expect((await asked('member in team', chat)).status).toBe(200);
    const confirmed = { method: 'POST', body: { participatingUserIds: ['1'] } };
    expect((await asked('member in team', `cases/${id}/initiate-confirm`, confirmed)).status).toBe(200);
    expect((await sendCompletion(server.base, signedIn.tokens['member in team'], id)).status).toBe(200);
    const done = await rowsOf(server, id);
    expect([done.incident[0]?.status, done.cases.length]).toEqual(['ONGOING', 1]);
    expect(done.members.map(({ userId, isCredited }) => [userId, isCredited])).toEqual([[1, true]]);
  });

  it('stays begun while somebody is left, even if they are not credited', async () => {
    const [gone, stays] = [await makePerson('ACTIVE', ['MEMBER']), await makePerson('ACTIVE', ['MEMBER'])];
    const incidentId = await makeIncident(server, 'REPORTED', reportOf());
    await assignTeam(server.db, { incidentId, by: captain }, [String(gone), String(stays)]);
    await initiateCase(server.db, { incidentId, by: captain }, [String(gone)]);
    await remove(gone);
    const { incident, cases, members } = await rowsOf(server, incidentId);
    expect([incident[0]?.status, cases[0]?.status]).toEqual(['IN_PROGRESS', 'IN_PROGRESS']);
    expect(members.map(({ userId }) => userId)).toEqual([stays]);
  });

  it('is left as it is once it is completed', async () => {
    const gone = await makePerson('ACTIVE', ['MEMBER']);
    const id = await begun(gone);
    await sendCompletion(server.base, signedIn.tokens.captain, id);
    const rows = await rowsOf(server, id);
    await remove(gone);
    const after = await rowsOf(server, id);
    expect([after.incident, after.cases, after.members]).toEqual([rows.incident, rows.cases, rows.members]);
  });
});
