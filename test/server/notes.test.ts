import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { incidentNotes } from '../../server/db/schema';
import type { Incident } from '../../src/contract/incidents';
import {
  callsIn,
  makeIncident,
  people,
  rowsOf,
  type SignedInServer,
  sendNote,
  startSignedInServer,
} from '../kit/incidents';
import { filesOf, jpeg } from '../kit/media';
import { call, stompClient } from '../kit/server';

/** Notes to an incident (DECISIONS 170), on the real server. The table in incident.walk.test.ts says who may add one, and when. */
let signedIn: SignedInServer;
beforeAll(async () => {
  signedIn = await startSignedInServer({ limits: { uploadsPerHour: 1_000 } });
});
afterAll(() => signedIn.server.close());
const { asked, incident } = callsIn(() => signedIn);

const add = (id: number | string, note: unknown, options: object = {}) =>
  sendNote(signedIn.server.base, signedIn.tokens['member not in team'], id, { body: note, ...options });
const textsOf = ({ notes }: Incident) => notes?.map(({ text }) => text);

describe('a note', () => {
  it('is on the incident with its writer and its photos, and is published to those who look at it', async () => {
    const id = await makeIncident(signedIn.server, 'REPORTED');
    const before = await incident(id);
    expect([before.notes, before.photoUrl]).toEqual([[], null]);
    const captain = await stompClient(signedIn.server.base, signedIn.tokens.captain);
    const news = await captain.subscribe('/topic/incidents');
    const said = new Date(Date.now() - 1).toISOString();
    expect(await add(id, { text: ' It limps. ', at: said }, { files: [await jpeg()] })).toMatchObject({ status: 200 });
    expect(await news.next()).toEqual({ incidentId: String(id) });
    await captain.close();

    const after = await incident(id);
    const noteId = after.notes?.[0]?.id;
    expect(after.notes).toEqual([
      { id: noteId, by: { id: '7', firstName: 'Tara' }, at: expect.any(String), text: 'It limps.' },
    ]);
    expect(after.mediaFiles).toMatchObject([{ mediaType: 'IMAGE', caseId: null, noteId }]);
    expect([after.mediaFileCount, after.photoUrl]).toEqual([1, after.mediaFiles[0]?.url]);
    expect(after.lastUpdated).toBe(before.lastUpdated);
    expect((await rowsOf(signedIn.server, id)).changes.map(({ event }) => event)).toEqual([
      'incident.reported',
      'note.add',
    ]);
  });

  it('is added once, however often it is sent, also after the incident was closed', async () => {
    const id = await makeIncident(signedIn.server, 'REPORTED');
    const files = [await jpeg()];
    const send = () => add(id, { text: 'Once.' }, { files, key: `note-${id}` });
    const first = await send();
    expect(await Promise.all([send(), send()])).toMatchObject([{ body: first.body }, { body: first.body }]);
    await asked('captain', `incidents/${id}/close`, { method: 'PUT', body: { reason: 'A false alarm.' } });
    expect((await send()).status).toBe(200);
    expect(textsOf(await incident(id))).toEqual(['Once.']);
    expect((await incident(id)).mediaFileCount).toBe(1);
    expect(await add(id, { text: 'Too late.' })).toMatchObject({
      status: 409,
      body: { message: 'This incident is CLOSED now: nothing can be added to it.' },
    });
  });

  it('may be photos alone; the latest comes first, by the time at which it was written', async () => {
    const id = await makeIncident(signedIn.server, 'ONGOING', {});
    const { reportedAt } = await incident(id);
    expect((await add(id, { text: 'Now.' })).status).toBe(200);
    expect((await add(id, { text: 'Before the report?', at: '2001-01-01T00:00:00.000Z' })).status).toBe(200);
    expect((await add(id, { text: '', at: '2999-01-01T00:00:00.000Z' }, { files: [await jpeg()] })).status).toBe(200);
    const { notes = [] } = await incident(id);
    expect(notes?.map(({ text }) => text)).toEqual(['', 'Now.', 'Before the report?']);
    expect(notes?.[2]?.at).toBe(reportedAt);
    expect(Date.parse(notes?.[0]?.at ?? '')).toBeLessThanOrEqual(Date.now());
  });

  it.each([
    undefined,
    {},
    { text: '' },
    { text: '  ' },
    { text: 3 },
    { text: 'x'.repeat(4001) },
    { text: 'a', at: 'soon' },
    { text: 'a', at: '2026-01-01T00:00:00+05' },
    { text: 'a', by: 2 },
    'no JSON',
  ])('is refused as %j, and leaves nothing', async (note) => {
    const id = await makeIncident(signedIn.server, 'REPORTED');
    const before = await filesOf(signedIn.server);
    const isEmpty = ['{"text":""}', '{"text":"  "}'].includes(JSON.stringify(note));
    const files = isEmpty ? [] : [await jpeg()];
    expect((await add(id, note, { files })).status).toBe(400);
    expect((await incident(id)).notes).toEqual([]);
    expect(await filesOf(signedIn.server)).toEqual(before);
  });

  it('may have 4,000 characters, and ten files', async () => {
    const id = await makeIncident(signedIn.server, 'REPORTED');
    const files = await Promise.all(Array.from({ length: 10 }, () => jpeg()));
    expect((await add(id, { text: 'x'.repeat(4000) }, { files })).status).toBe(200);
    expect((await add(id, { text: 'x' }, { files: [...files, ...files.slice(0, 1)] })).status).toBe(400);
  });

  it('needs a login and an incident', async () => {
    expect((await sendNote(signedIn.server.base, undefined, 1)).status).toBe(401);
    for (const id of ['999999', 'x', '0']) expect((await add(id, { text: 'a' })).status).toBe(404);
    expect((await asked('captain', 'incidents/1/notes', { method: 'POST', body: { text: 'a' } })).status).toBe(415);
  });

  it('of a member who is deleted stays, by a former member; it goes with its incident, into the archive', async () => {
    const id = await makeIncident(signedIn.server, 'REPORTED');
    const files = [await jpeg()];
    await add(id, { text: 'From Tara.' }, { files });
    await sendNote(signedIn.server.base, signedIn.tokens['member in team'], id, { body: { text: 'From Mira.' } });
    await asked('super admin', 'admin/users/batch', {
      method: 'DELETE',
      body: { userIds: [String(people['member not in team'].id)] },
    });
    const seen = (await asked('captain', `incidents/${id}`)).body as Incident;
    expect(seen.notes).toMatchObject([
      { by: { firstName: 'Mira' }, text: 'From Mira.' },
      { by: { firstName: 'Former member' }, text: 'From Tara.' },
    ]);

    await asked('captain', `incidents/${id}/close`, { method: 'PUT', body: { reason: 'A false alarm.' } });
    const kept = (await filesOf(signedIn.server)).kept.length;
    await asked('captain', `incidents/${id}`, { method: 'DELETE', body: { archive: true } });
    expect((await rowsOf(signedIn.server, id)).archives[0]?.snapshot).toMatchObject({
      notes: [
        { text: 'From Tara.', writtenBy: 7 },
        { text: 'From Mira.', writtenBy: 1 },
      ],
      people: { 1: expect.stringMatching(/^Mira /), 7: 'Former member' },
    });
    expect((await filesOf(signedIn.server)).kept.length).toBe(kept - 2);
    expect(await signedIn.server.db.$count(incidentNotes)).toBeGreaterThan(0);
    expect((await call(signedIn.server.base, `/api/incidents/${id}`, { token: signedIn.tokens.captain })).status).toBe(
      404,
    );
  });
});
