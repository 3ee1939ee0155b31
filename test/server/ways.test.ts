import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MyCase } from '../../src/contract/cases';
import type { ChatGroup, ChatGroupEntry } from '../../src/contract/chats';
import type { Incident, IncidentHistory } from '../../src/contract/incidents';
import {
  callsIn,
  everybody,
  idIn,
  makeIncident,
  type Person,
  people,
  reportOf,
  rowsOf,
  type SignedInServer,
  sendCompletion,
  sendReport,
  startSignedInServer,
} from '../kit/incidents';
import { jpeg, wav } from '../kit/media';
import { stompClient } from '../kit/server';

/** The links from a case to its chat and its incident, and who gets them (DECISIONS 10, 168). */
let server: SignedInServer['server'];
let tokens: SignedInServer['tokens'];
let finished: number;
let chatId: string;
beforeAll(async () => {
  ({ server, tokens } = await startSignedInServer());
  finished = await makeIncident(server, 'ONGOING');
  chatId = String((await rowsOf(server, finished)).chats[0]?.id);
});
afterAll(() => server.close());

const { asked, read } = callsIn(() => ({ server, tokens }));

/** Typed by hand: the team and captain-or-higher. */
const mayEnter: Readonly<Record<Person, boolean>> = {
  'member not in team': false,
  'member in team': true,
  'inventory manager': false,
  captain: true,
  admin: true,
  'super admin': true,
};

describe('the chat of a finished case', () => {
  it.each(everybody)('is shown to those who may enter it, and to nobody else: %s', async (person) => {
    const may = mayEnter[person];
    const answer = await asked(person, `chat/groups/${chatId}`);
    expect(answer.status).toBe(may ? 200 : 403);
    if (may)
      expect(answer.body).toEqual({
        id: chatId,
        name: `Incident #${finished} · Dog`,
        purposeId: String(finished),
        isClosed: true,
        incident: { status: 'ONGOING', location: 'Near the old bridge', photoUrl: null, team: [] },
      });
    expect((await asked(person, `chat/messages/${chatId}`)).status).toBe(may ? 200 : 403);
    expect((await read<Incident>(`incidents/${finished}`, person)).chatId).toBe(may ? chatId : null);
    const { cases } = await read<IncidentHistory>(`incidents/${finished}/history`, person);
    expect(cases.map((entry) => entry.chatId)).toEqual([may ? chatId : null]);
    const groups = await read<ChatGroupEntry[]>('chat/groups', person);
    expect(groups.map(({ chatGroup }) => chatGroup.id)).not.toContain(chatId);
  });

  it.each(['99999', '0', 'x', '-1'])('is not found where there is none: %s', async (id) => {
    expect(await asked('captain', `chat/groups/${id}`)).toMatchObject({
      status: 404,
      body: { message: 'Chat group not found.' },
    });
  });

  it('is followed by that of the next case, to which the incident leads then', async () => {
    const id = await makeIncident(server, 'ONGOING');
    const first = (await read<Incident>(`incidents/${id}`, 'captain')).chatId;
    await asked('captain', `incidents/${id}/assignment/assign-team`, { body: { userIds: [String(people.admin.id)] } });
    const second = (await read<Incident>(`incidents/${id}`, 'captain')).chatId;
    expect(second).not.toBe(first);
    const teamIn = async (chat: typeof first) =>
      (await read<ChatGroup>(`chat/groups/${chat}`, 'captain')).incident?.team?.map(({ userId }) => userId);
    expect(await read<ChatGroup>(`chat/groups/${second}`, 'captain')).toMatchObject({ isClosed: false });
    // Each chat shows its own case's team, and a finished one none.
    expect([await teamIn(first), await teamIn(second)]).toEqual([[], [String(people.admin.id)]]);
    // A member of the first case's team may still read that chat, but not the new one.
    expect((await read<Incident>(`incidents/${id}`, 'member in team')).chatId).toBe(first);
    await asked('admin', `cases/${id}/initiate-confirm`, { body: { participatingUserIds: [String(people.admin.id)] } });
    await sendCompletion(server.base, tokens.admin, id);
    expect(await read<ChatGroup>(`chat/groups/${second}`, 'admin')).toMatchObject({ isClosed: true });
  });
});

describe('the first picture of an incident', () => {
  it('is sent wherever the incident is shown: the first file that is a picture', async () => {
    const files = [wav(), await jpeg(), await jpeg()];
    const id = idIn((await sendReport(server.base, tokens['member not in team'], { files })).body);
    await asked('captain', `incidents/${id}/assignment/assign-team`, { body: { userIds: ['1'] } });
    const { mediaFiles, photoUrl } = await read<Incident>(`incidents/${id}`);
    expect(photoUrl).toBe(mediaFiles[1]?.url);
    const live = await read<Incident[]>('incidents/live');
    expect(live.find((one) => one.id === String(id))?.photoUrl).toBe(photoUrl);
    const cases = await read<MyCase[]>('cases/my-cases', 'member in team');
    expect(cases.find(({ incidentId }) => incidentId === String(id))?.photoUrl).toBe(photoUrl);
    const groups = await read<ChatGroupEntry[]>('chat/groups', 'member in team');
    expect(groups.find(({ chatGroup }) => chatGroup.purposeId === String(id))?.chatGroup.incident?.photoUrl).toBe(
      photoUrl,
    );
  });
});

describe('a report', () => {
  it.each([['NOW'], ['TODAY'], ['CAN_WAIT'], [null]])('says how soon help is needed: %s', async (severity) => {
    const { status, body } = await sendReport(server.base, tokens['member not in team'], {
      body: reportOf({ severity }),
    });
    expect(status).toBe(201);
    const { incidentId } = body as { incidentId: string };
    expect((await read<Incident>(`incidents/${incidentId}`)).severity).toBe(severity);
    expect((await read<Incident[]>('incidents/live')).find(({ id }) => id === incidentId)?.severity).toBe(severity);
  });

  it.each([['SOON'], ['now'], [1]])('is refused with the severity %s', async (severity) => {
    const answer = await sendReport(server.base, tokens['member not in team'], { body: reportOf({ severity }) });
    expect(answer).toMatchObject({ status: 400, body: { message: 'A severity is NOW, TODAY, CAN_WAIT or null.' } });
  });
});

describe('how soon help is needed, corrected (DECISIONS 172)', () => {
  /** Typed by hand: captain-or-higher edits, S2 §6. */
  const mayEdit: Readonly<Record<Person, boolean>> = {
    'member not in team': false,
    'member in team': false,
    'inventory manager': false,
    captain: true,
    admin: true,
    'super admin': true,
  };
  const put = (person: Person, id: number, fields: object) =>
    asked(person, `incidents/${id}`, { method: 'PUT', body: reportOf(fields) });

  it.each(everybody)('is stored and recorded for captains and above, and refused to others: %s', async (person) => {
    const id = await makeIncident(server, 'REPORTED', { severity: 'NOW' });
    const before = await rowsOf(server, id);
    const answer = await put(person, id, { severity: 'CAN_WAIT' });
    expect(answer.status).toBe(mayEdit[person] ? 200 : 403);
    if (!mayEdit[person]) return expect(await rowsOf(server, id)).toEqual(before);
    expect(answer.body).toMatchObject({ severity: 'CAN_WAIT' });
    const live = await read<Incident[]>('incidents/live');
    expect(live.find((one) => one.id === String(id))?.severity).toBe('CAN_WAIT');
    expect((await rowsOf(server, id)).changes.at(-1)).toMatchObject({
      event: 'incident.edit',
      changedBy: people[person].id,
      note: 'Changed how soon help is needed.',
      details: { severity: { from: 'NOW', to: 'CAN_WAIT' } },
    });
  });

  it('stays if an edit does not contain it, is removed by null, and is published to those who look', async () => {
    const id = await makeIncident(server, 'ONGOING', { severity: 'NOW' });
    const client = await stompClient(server.base, tokens['member in team']);
    const news = await client.subscribe('/topic/incidents');
    expect((await put('captain', id, { description: 'Two dogs.' })).body).toMatchObject({ severity: 'NOW' });
    expect((await put('captain', id, { description: 'Two dogs.', severity: null })).body).toMatchObject({
      severity: null,
    });
    for (let change = 0; change < 2; change++) expect(await news.next()).toEqual({ incidentId: String(id) });
    await client.close();
  });

  it.each([['SOON'], ['now'], [1], [{}]])('is refused as %j', async (severity) => {
    const id = await makeIncident(server, 'REPORTED', { severity: 'NOW' });
    expect((await put('captain', id, { severity })).status).toBe(400);
    expect((await read<Incident>(`incidents/${id}`)).severity).toBe('NOW');
  });
});
