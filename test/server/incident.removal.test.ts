import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../src/contract/administration';
import type { Archive, ArchiveEntry } from '../../src/contract/archives';
import {
  callsIn,
  everybody,
  idIn,
  makeIncident,
  type Person,
  people,
  rowsOf,
  type SignedInServer,
  sendReport,
  startSignedInServer,
} from '../kit/incidents';
import { filesOf, jpeg, wav } from '../kit/media';
import { call, stompClient } from '../kit/server';

let server: SignedInServer['server'];
let tokens: SignedInServer['tokens'];
beforeAll(async () => {
  ({ server, tokens } = await startSignedInServer());
});
afterAll(() => server.close());

const { asked, read, incident } = callsIn(() => ({ server, tokens }));

/** The entries about a deleted incident, in the audit log that a super admin sees. */
const auditOf = async (id: number) =>
  (await read<AuditEntry[]>(`admin/audit?action=incident.deleted&search=%23${id},`, 'super admin')).map(
    ({ actor, details }) => ({ actor: actor?.name, details }),
  );

describe('a deletion', () => {
  it('takes everything, and with archive keeps what a super admin can download', async () => {
    const files = [await jpeg()];
    const report = await sendReport(server.base, tokens['member not in team'], { files });
    const id = Number((report.body as { incidentId: string }).incidentId);
    const kept = (await filesOf(server)).kept.length;
    await asked('captain', `incidents/${id}/close`, { method: 'PUT', body: { reason: 'No dog there.' } });
    const { status, body } = await asked('captain', `incidents/${id}`, { method: 'DELETE', body: { archive: true } });
    expect([status, body]).toEqual([200, { message: 'Incident archived and deleted.' }]);
    expect((await filesOf(server)).kept).toHaveLength(kept - 2);
    const rows = await rowsOf(server, id);
    expect([rows.incident, rows.changes, rows.media, rows.interest]).toEqual([[], [], [], []]);

    const [entry] = await read<ArchiveEntry[]>('admin/archives', 'super admin');
    expect(entry).toMatchObject({ incidentId: String(id), archivedBy: { firstName: 'Kabir' } });
    const answer = await asked('super admin', `admin/archives/${entry?.id}`);
    const { snapshot } = answer.body as Archive;
    expect(snapshot).toMatchObject({
      incident: { id, status: 'CLOSED', contactNumber: '9876543210', closeReason: 'No dog there.' },
      media: [{ kind: 'IMAGE' }],
      changes: [{ event: 'incident.reported' }, { event: 'incident.close', note: 'No dog there.' }],
      people: { '2': 'Kabir Sethi', '7': 'Tara Joshi' },
    });
    expect(await auditOf(id)).toEqual([{ actor: 'Kabir Sethi', details: `#${id}, Dog, Closed, archived` }]);
  });

  it.each([
    ['in the body', '', { archive: false }],
    ['in the query', '?archive=false', undefined],
  ])('without archive, said %s, keeps nothing', async (_, query, body) => {
    const id = await makeIncident(server, 'RESOLVED');
    const answer = await asked('captain', `incidents/${id}${query}`, { method: 'DELETE', body });
    expect([answer.status, answer.body]).toEqual([200, { message: 'Incident deleted.' }]);
    const rows = await rowsOf(server, id);
    expect({ ...rows, earned: [] }).toEqual({
      incident: [],
      cases: [],
      members: [],
      chats: [],
      interest: [],
      changes: [],
      media: [],
      archives: [],
      earned: [],
    });
    expect(await auditOf(id)).toEqual([{ actor: 'Kabir Sethi', details: `#${id}, Dog, Resolved, not archived` }]);
  });

  it('that is refused leaves no trace in the audit log', async () => {
    const id = await makeIncident(server, 'ONGOING');
    expect((await asked('captain', `incidents/${id}`, { method: 'DELETE', body: { archive: false } })).status).toBe(
      409,
    );
    expect(await auditOf(id)).toEqual([]);
  });

  it('keeps an archive unless told otherwise (S2 §2: checked by default)', async () => {
    const id = await makeIncident(server, 'RESOLVED');
    await asked('captain', `incidents/${id}`, { method: 'DELETE' });
    const [archive] = (await rowsOf(server, id)).archives;
    expect(archive?.snapshot).toMatchObject({
      cases: [{ resolutionNotes: 'Treated.' }],
      caseMembers: [{ userId: 1 }, { userId: 6 }],
    });
  });

  it.each(['member not in team', 'inventory manager', 'captain', 'admin'] as const)(
    'leaves archives that %s cannot see',
    async (person) => {
      for (const path of ['admin/archives', 'admin/archives/1']) {
        const { status, body } = await asked(person, path);
        expect([status, body]).toEqual([403, { message: 'Only a super admin can see the archives.' }]);
      }
    },
  );

  it('finds no archive that does not exist', async () => {
    for (const id of ['99999', 'x', '0']) expect((await asked('super admin', `admin/archives/${id}`)).status).toBe(404);
  });
});

describe('a file of an incident', () => {
  const withFile = async () => {
    const id = idIn(
      (await sendReport(server.base, tokens['member not in team'], { files: [await jpeg(), wav()] })).body,
    );
    const [file] = (await incident(id)).mediaFiles;
    return { id, fileId: file?.id ?? '', url: file?.url ?? '' };
  };
  const remove = (person: Person | null, id: number, fileId: string) =>
    call(server.base, `/api/incidents/${id}/media/${fileId}`, {
      method: 'DELETE',
      ...(person ? { token: tokens[person] } : {}),
    });

  it.each(['admin', 'super admin'] as const)('is deleted by %s, for good, and everybody is told', async (person) => {
    const { id, fileId, url } = await withFile();
    const seen = (await incident(id)).lastUpdated;
    const captain = await stompClient(server.base, tokens.captain);
    const news = await captain.subscribe('/topic/incidents');
    expect((await remove(person, id, fileId)).status).toBe(200);
    expect(await news.next()).toEqual({ incidentId: String(id) });
    const made = await incident(id);
    expect(made.mediaFiles.map(({ mediaType }) => mediaType)).toEqual(['AUDIO']);
    expect(made.lastUpdated).toBe(seen);
    expect((await call(server.base, url)).status).toBe(404);
    expect((await filesOf(server)).kept.filter((name) => name.startsWith(fileId))).toEqual([]);
    const { changes } = await rowsOf(server, id);
    expect(changes.at(-1)).toMatchObject({
      event: 'media.deleted',
      changedBy: people[person].id,
      note: 'Deleted a picture.',
    });
    // Again for a file that is gone already, because the answer of the first COMMIT may have been lost (DECISIONS 392).
    expect((await remove(person, id, fileId)).status).toBe(404);
    expect(await news.next()).toEqual({ incidentId: String(id) });
    await captain.close();
  });

  it('is deleted by nobody else, and not by the name of another incident or chat', async () => {
    const { id, fileId, url } = await withFile();
    const rows = await rowsOf(server, id);
    expect((await remove(null, id, fileId)).status).toBe(401);
    for (const person of everybody.filter((one) => one !== 'admin' && one !== 'super admin')) {
      const { status, body } = await remove(person, id, fileId);
      expect([person, status, body]).toEqual([
        person,
        403,
        { message: 'Only an admin or a super admin can delete media.' },
      ]);
    }
    for (const [ofIncident, ofFile] of [
      [1, fileId],
      [id, 'x'],
      [id, '0'.repeat(32)],
    ] as const)
      expect((await remove('admin', ofIncident, ofFile)).status).toBe(404);
    expect(await rowsOf(server, id)).toEqual(rows);
    expect((await call(server.base, url)).status).toBe(200);
  });
});
