import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTokens } from '../../server/areas/session/tokens';
import { sweep } from '../../server/areas/sweep';
import { users } from '../../server/db/schema';
import {
  callsIn,
  everybody,
  idIn,
  makeIncident,
  reportOf,
  rowsOf,
  type SignedInServer,
  sendCompletion,
  sendReport,
  startSignedInServer,
  storedCounts,
} from '../kit/incidents';
import { FORM_END, FORM_TYPE, filesOf, jpeg, picture, recordings, sample, slowUpload, wav } from '../kit/media';
import { call, signIn } from '../kit/server';

const MB = 1024 * 1024;
const signing = { jwtSecret: 'a secret that this test knows as well', tokenTtl: 3600 };
let server: SignedInServer['server'];
let tokens: SignedInServer['tokens'];
beforeAll(async () => {
  ({ server, tokens } = await startSignedInServer({
    ...signing,
    limits: {
      reportsPerHour: 100,
      uploadsPerHour: 100_000,
      formBytes: 3 * MB,
      mediaBytes: { IMAGE: MB, VIDEO: MB, AUDIO: 2 * MB },
    },
  }));
});
afterAll(() => server.close());

const { incident } = callsIn(() => ({ server, tokens }));
const tara = () => tokens['member not in team'];
const mira = () => tokens['member in team'];

let before: Awaited<ReturnType<typeof storedCounts>>;
beforeEach(async () => {
  before = await storedCounts(server);
});
const nothingIsLeft = async () => {
  expect(await storedCounts(server)).toEqual(before);
  expect((await filesOf(server)).incoming).toEqual([]);
};

/** A picture whose metadata contain the place where it was taken. */
const placed = async () =>
  sample(
    await picture()
      .jpeg()
      .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '18/1 31/1 13/1' } })
      .toBuffer(),
  );

describe('a report', () => {
  it('is stored with its files, in their order, by kind, without the place where a picture was taken', async () => {
    const picture = await placed();
    expect((await sharp(picture.content).metadata()).exif).toBeDefined();
    const files = [picture, recordings.clipMp4, recordings.voiceWebm];
    const body = reportOf({ latitude: 18.5, longitude: 73.8 });
    const answer = await sendReport(server.base, tara(), { files, body });
    expect([answer.status, answer.body]).toEqual([
      201,
      { message: 'Incident reported successfully!', incidentId: expect.stringMatching(/^\d+$/) },
    ]);
    const made = await incident(idIn(answer.body));
    expect(made).toMatchObject({ ...body, status: 'REPORTED', caseCount: 0, mediaFileCount: 3, interestedUsers: [] });
    expect(made.reportedAt).toBe(made.lastUpdated);
    expect(made.mediaFiles.map(({ mediaType, caseId }) => [mediaType, caseId])).toEqual([
      ['IMAGE', null],
      ['VIDEO', null],
      ['AUDIO', null],
    ]);
    expect(made.mediaFiles.map(({ size }) => size)).toEqual([{ width: 40, height: 30 }, undefined, undefined]);
    const stored = await fetch(server.base + made.mediaFiles[0]?.url);
    expect((await sharp(await stored.arrayBuffer()).metadata()).exif).toBeUndefined();
    const small = await fetch(`${server.base}${made.mediaFiles[0]?.url}?thumbnail`);
    expect(small.headers.get('content-type')).toBe('image/webp');
    const clip = await fetch(server.base + made.mediaFiles[1]?.url);
    expect(new Uint8Array(await clip.arrayBuffer())).toEqual(recordings.clipMp4.content);
    expect((await filesOf(server)).incoming).toEqual([]);
  });

  it('needs no files and no place', async () => {
    const answer = await sendReport(server.base, tara());
    expect(answer.status).toBe(201);
    expect(await incident(idIn(answer.body))).toMatchObject({ latitude: null, longitude: null, mediaFileCount: 0 });
  });

  it.each(everybody)('is open to every member: %s', async (person) => {
    expect((await sendReport(server.base, tokens[person])).status).toBe(201);
  });

  it('is not open to visitors', async () => {
    expect((await sendReport(server.base, undefined, { files: [await jpeg()] })).status).toBe(401);
    await nothingIsLeft();
  });

  const json = JSON.stringify(reportOf());
  const part = (head: string, content: string) =>
    `--limit-of-parts\r\nContent-Disposition: form-data; name="incident"${head}\r\n\r\n${content}`;
  it.each([
    ['a field', ''],
    ['a field that says it is JSON', '\r\nContent-Type: application/json'],
    ['a Blob, which browsers send as a file', '; filename="blob"\r\nContent-Type: application/json'],
  ])('takes its JSON as %s', async (_, head) => {
    const headers = { 'content-type': FORM_TYPE };
    const answer = await call(server.base, '/api/incidents/report', {
      token: tara(),
      headers,
      body: part(head, json) + FORM_END,
    });
    expect(answer.status).toBe(201);
  });

  it('takes its JSON after the files, too', async () => {
    const form = new FormData();
    form.append('media', new Blob([(await jpeg()).content]), 'a.jpg');
    form.append('incident', json);
    const headers = { authorization: `Bearer ${tara()}` };
    const response = await fetch(`${server.base}/api/incidents/report`, { method: 'POST', body: form, headers });
    expect(response.status).toBe(201);
    expect((await incident(idIn(await response.json()))).mediaFileCount).toBe(1);
  });

  const shape = "Send a JSON part 'incident', and files in parts named 'media', as multipart/form-data.";
  const oneKind = 'Unsupported file type.';
  it.each<[string, () => Parameters<typeof sendReport>[2] | Promise<Parameters<typeof sendReport>[2]>, number, string]>(
    [
      ['no informer', () => ({ body: reportOf({ informerName: '' }) }), 400, 'Informer name is required.'],
      ['no location', () => ({ body: reportOf({ location: ' ' }) }), 400, 'Location is required.'],
      ['no description', () => ({ body: reportOf({ description: '' }) }), 400, 'Description is required.'],
      [
        'a phone number of 9 digits',
        () => ({ body: reportOf({ contactNumber: '987654321' }) }),
        400,
        'Phone number must be 10 digits.',
      ],
      ['an unknown animal', () => ({ body: reportOf({ animalType: 'DRAGON' }) }), 400, 'Please choose an animal type.'],
      ['half a place', () => ({ body: reportOf({ latitude: 1 }) }), 400, 'Latitude and longitude belong together.'],
      ['an unknown field', () => ({ body: reportOf({ status: 'CLOSED' }) }), 400, 'The field status is unknown.'],
      [
        'a forbidden character',
        () => ({ body: reportOf({ location: 'a\0b' }) }),
        400,
        'Text may not hold the character U+0000.',
      ],
      ['no JSON', () => ({ body: '{' }), 400, "The part 'incident' must be JSON."],
      [
        'JSON that is too large',
        () => ({ body: reportOf({ description: 'x'.repeat(70_000) }) }),
        413,
        'The request is too large.',
      ],
      ['eleven files', async () => ({ files: Array(11).fill(wav(100)) }), 400, 'At most 10 files can be attached.'],
      ['a page among the files', async () => ({ files: [await jpeg(), sample('<!doctype html>')] }), 415, oneKind],
      [
        'an SVG',
        () => ({ files: [sample('<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml')] }),
        415,
        oneKind,
      ],
      [
        'a damaged picture after a good one',
        async () => ({ files: [await jpeg(), sample((await jpeg()).content.slice(0, 200))] }),
        415,
        'This picture cannot be read. Please send it as JPEG, PNG, GIF or WebP.',
      ],
      ['a sound that is too large', () => ({ files: [wav(2 * MB)] }), 413, 'An audio file may have at most 2 MB.'],
      [
        'too much together',
        () => ({ files: [wav(1.9 * MB), wav(1.9 * MB)] }),
        413,
        'All files together may have at most 3 MB.',
      ],
    ],
  )('with %s is refused, and nothing of it is kept', async (_, make, status, message) => {
    const answer = await sendReport(server.base, tara(), await make());
    expect([answer.status, answer.body]).toEqual([status, { message }]);
    await nothingIsLeft();
  });

  it('as plain JSON, without its JSON part, or with a part too many is refused', async () => {
    const send = (body: BodyInit | undefined, headers: Record<string, string> = {}) =>
      fetch(`${server.base}/api/incidents/report`, {
        method: 'POST',
        ...(body === undefined ? {} : { body }),
        headers: { authorization: `Bearer ${tara()}`, ...headers },
      });
    const form = (...parts: [string, string][]) => {
      const made = new FormData();
      for (const [name, value] of parts) made.append(name, value);
      return made;
    };
    const asJson = await send(json, { 'content-type': 'application/json' });
    expect([asJson.status, await asJson.json()]).toEqual([415, { message: 'Send multipart/form-data.' }]);
    for (const body of [
      undefined,
      form(['details', json]),
      form(['incident', json], ['incident', json]),
      form(['incident', json], ['x', 'y']),
    ]) {
      const response = await send(body);
      expect([response.status, await response.json()]).toEqual([400, { message: shape }]);
    }
    await nothingIsLeft();
  });

  it('that breaks off leaves nothing', async () => {
    const slow = slowUpload(server.base, '/api/incidents/report', tara());
    slow.request.write(
      `${part('', json)}\r\n--limit-of-parts\r\nContent-Disposition: form-data; name="media"; filename="a"\r\n\r\nRIFF`,
    );
    await expect.poll(async () => (await filesOf(server)).incoming.length).toBe(1);
    slow.request.destroy();
    await expect.poll(async () => (await filesOf(server)).incoming).toEqual([]);
    await nothingIsLeft();
  });

  it('of somebody whose account is deleted meanwhile is refused, and does not fail', async () => {
    const [gone] = await server.db
      .insert(users)
      .values({
        username: 'leaving',
        usernameKey: 'leaving',
        passwordHash: '',
        status: 'ACTIVE',
        firstName: 'Lea',
        lastName: 'Ving',
        phoneNumber: '9000000099',
      })
      .returning();
    if (!gone) throw new Error('no account');
    const slow = slowUpload(
      server.base,
      '/api/incidents/report',
      await createTokens({ ...signing, dataDir: '' }).issue({ ...gone, roles: [], tokenEpoch: 0 }),
    );
    slow.request.write(part('', json));
    await expect.poll(async () => (await filesOf(server)).incoming.length).toBe(1);
    await server.db.delete(users).where(eq(users.id, gone.id));
    slow.request.end(FORM_END);
    expect(await slow.answer).toEqual({
      status: 401,
      body: { message: 'This account is no longer active.' },
    });
    await nothingIsLeft();
  });

  it('whose files are not sent in messages stays, however old it is', async () => {
    const { body } = await sendReport(server.base, tara(), { files: [await jpeg()] });
    await sweep(server, new Date(Date.now() + 400 * 24 * 60 * 60_000));
    const [file] = (await incident(idIn(body))).mediaFiles;
    expect((await call(server.base, file?.url ?? '')).status).toBe(200);
  });
});

it('too many reports of one member are refused with 429, but those of others are not', async () => {
  const ravi = await signIn(server.base, 'ravi');
  const statuses: number[] = [];
  for (let count = 0; count < 101; count++) statuses.push((await sendReport(server.base, ravi, { body: '{}' })).status);
  expect([statuses.indexOf(429), statuses.length]).toEqual([100, 101]);
  expect((await sendReport(server.base, tara())).status).toBe(201);
});

describe('a completed case', () => {
  it('keeps its files apart from those of the report', async () => {
    const id = await makeIncident(server, 'IN_PROGRESS');
    const answer = await sendCompletion(server.base, mira(), id, { files: [await placed(), recordings.voiceMp4] });
    expect([answer.status, answer.body]).toEqual([200, { message: 'Case completed successfully!' }]);
    const { cases } = await rowsOf(server, id);
    const made = await incident(id);
    expect(made.mediaFiles.map(({ mediaType, caseId }) => [mediaType, caseId])).toEqual([
      ['IMAGE', String(cases[0]?.id)],
      ['AUDIO', String(cases[0]?.id)],
    ]);
    const stored = await fetch(server.base + made.mediaFiles[0]?.url);
    expect((await sharp(await stored.arrayBuffer()).metadata()).exif).toBeUndefined();
    expect(cases[0]).toMatchObject({ status: 'CLOSED', resolutionNotes: 'Treated and released.' });
  });

  it.each<[string, object, number, string]>([
    ['no notes', { body: { resolutionNotes: ' ' } }, 400, 'Resolution notes are required.'],
    [
      'half a place',
      { body: { resolutionNotes: 'x', finalLatitude: 1 } },
      400,
      'Latitude and longitude belong together.',
    ],
    ['an unknown field', { body: { resolutionNotes: 'x', points: 100 } }, 400, 'The field points is unknown.'],
    ['a page', { files: [sample('<!doctype html>')] }, 415, 'Unsupported file type.'],
    ['eleven files', { files: Array(11).fill(wav(100)) }, 400, 'At most 10 files can be attached.'],
  ])('with %s is refused, and the case goes on', async (_, options, status, message) => {
    const id = await makeIncident(server, 'IN_PROGRESS');
    const rows = await rowsOf(server, id);
    const answer = await sendCompletion(server.base, mira(), id, options);
    expect([answer.status, answer.body]).toEqual([status, { message }]);
    expect(await rowsOf(server, id)).toEqual(rows);
    expect((await filesOf(server)).kept).toEqual(before.kept);
  });

  it('is completed once, by whoever is first', async () => {
    const id = await makeIncident(server, 'IN_PROGRESS');
    const files = [await jpeg()];
    const answers = await Promise.all([
      sendCompletion(server.base, mira(), id, { files }),
      sendCompletion(server.base, tokens.captain, id, { files }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      message: 'This incident is ONGOING now: it has no open case.',
    });
    expect((await filesOf(server)).kept).toHaveLength(before.kept.length + 2);
    const { media, changes } = await rowsOf(server, id);
    expect([media.length, changes.length]).toEqual([1, 4]);
  });
});
