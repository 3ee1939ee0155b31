import { open } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { box, le32, text, track, u32 } from '../kit/boxes';
import { filesOf, GLOBAL, sample, upload, uploaded } from '../kit/media';
import { signIn, startTestServer, type TestServer } from '../kit/server';

/**
 * Recordings that are made to keep the server busy: a few bytes of a table ask for far more work than the file is large. If they were
 * taken, ones as large as an upload may be would stop the server for hours, or need more memory than it has.
 */
let server: TestServer;
let mira: string;
beforeAll(async () => {
  server = await startTestServer({ limits: { recordingParts: 1_000 } });
  mira = await signIn(server.base, 'member');
});
afterAll(() => server.close());

const MOST = 0xffffffff;
const refusal = {
  status: 415,
  body: {
    message: 'This recording cannot be read. Please send video as MP4 or WebM, and sound as MP3, M4A, Ogg or WAV.',
  },
};

/** The recording is refused, and nothing of it is kept. */
async function isRefused(content: Buffer, type: string): Promise<void> {
  const before = await filesOf(server);
  const { status, body } = await upload(server.base, GLOBAL, mira, sample(content, type));
  expect({ status, body }).toEqual(refusal);
  expect(await filesOf(server)).toEqual(before);
}

const times = (count: number, part: Uint8Array) => Buffer.concat(Array<Uint8Array>(count).fill(part));
const noughts = (count: number) => Array<number>(count).fill(0);
/** A page of Ogg with pieces of these lengths. */
const page = (serial: number, lengths: readonly number[], content: Buffer) => {
  const head = Buffer.concat([text('OggS\0\x02'), Buffer.alloc(8), le32(serial), Buffer.alloc(8)]);
  return Buffer.concat([head, Buffer.from([lengths.length, ...lengths]), content]);
};

const element = (id: string, content: Buffer) =>
  Buffer.concat([Buffer.from(id, 'hex'), Buffer.from([0x08]), u32(content.length), content]);
const webm = (...parts: Buffer[]) =>
  Buffer.concat([
    Buffer.from('1a45dfa387428284', 'hex'),
    text('webm'),
    Buffer.from('1853806701ffffffffffffff', 'hex'),
    ...parts,
  ]);

describe('a video whose tables of samples', () => {
  const video = (...tracks: Buffer[]) =>
    Buffer.concat([
      box('ftyp', text('isom'), u32(0), text('isommp42')),
      box('mdat', Buffer.alloc(1_000_000)),
      box('moov', box('mvhd', Buffer.alloc(100)), ...tracks),
    ]);

  it.each([
    ['count more samples in each chunk than the file has bytes', { each: 1, count: MOST }, MOST, noughts(900)],
    ['place the whole file in each chunk', { each: 900_000, count: 500 }, 1, noughts(500)],
    ['have a size for each of many samples in the same place', Array<number>(500).fill(900_000), 1, noughts(500)],
    ['have more chunks than any recording', noughts(1_500), 1, noughts(1_500)],
    ['end before their samples do', { each: 0, count: MOST }, MOST, noughts(10)],
  ])('%s is refused', async (_, sizes, perChunk, chunks) => {
    await isRefused(video(track('meta', { sizes, perChunk, chunks })), 'video/mp4');
  });

  it('place the whole file in each of many tracks is refused', async () => {
    const one = track('meta', { sizes: { each: 900_000, count: 1 }, perChunk: 1, chunks: [0] });
    await isRefused(video(times(20, one)), 'video/mp4');
  });

  it('have chunks without samples is accepted', async () => {
    const empty = track('meta', { sizes: [], perChunk: MOST, chunks: noughts(10) });
    await uploaded(server.base, mira, sample(video(empty), 'video/mp4'));
  });
});

describe('a recording is refused that has more small parts than any other:', () => {
  const many = 1_500;
  const voids = times(many, Buffer.from([0xec, 0x80]));
  const ftyp = box('ftyp', text('isom'), u32(0), text('isommp42'));
  const picture = track('vide', { sizes: [], perChunk: 1, chunks: [] }, times(many / 2, box('free')));
  const opus = (serial: number) => page(serial, [12], text('OpusHead\x01\x01\0\0'));
  const id3 = (size: number) =>
    Buffer.concat([text('ID3\x04\0\0\0'), Buffer.from([size >> 14, 0, 0]), Buffer.alloc(size)]);
  // The type of the file is taken from its beginning, so the first tag is a large one.
  const mp3 = Buffer.concat([
    id3(2 ** 18),
    times(many, id3(0)),
    Buffer.from([0xff, 0xfb, 0x90, 0]),
    Buffer.alloc(413, 7),
  ]);
  const info = Buffer.concat([Buffer.from([0, 0, 0, 34]), Buffer.alloc(34, 1)]);
  const flac = [
    text('fLaC'),
    info,
    times(many, Buffer.from([4, 0, 0, 0])),
    Buffer.from([0x81, 0, 0, 0]),
    Buffer.alloc(100, 7),
  ];
  const junk = Buffer.concat([text('JUNK'), le32(0)]);

  it.each([
    ['a WebM, in its description', webm(element('1549a966', voids)), 'video/webm'],
    ['a WebM, in its tracks', webm(element('1654ae6b', voids)), 'video/webm'],
    ['a WebM, beside its tracks', webm(voids), 'video/webm'],
    ['an MP4, in its track', Buffer.concat([ftyp, box('moov', picture, picture)]), 'video/mp4'],
    [
      'an Ogg, each another stream',
      Buffer.concat(Array.from({ length: many }, (_, serial) => opus(serial))),
      'audio/ogg',
    ],
    ['an MP3, before its sound', mp3, 'audio/mpeg'],
    ['a FLAC, before its sound', Buffer.concat(flac), 'audio/flac'],
    ['a WAV', Buffer.concat([text('RIFF'), le32(0), text('WAVE'), times(many, junk)]), 'audio/wav'],
  ])('%s', (_, content, type) => isRefused(content, type));
});

it('a video whose comments alone are longer than a table may be is refused', async () => {
  const lengths = Array<number>(255).fill(255);
  const comments = page(1, lengths, Buffer.concat([text('\x81theora'), Buffer.alloc(255 * 255 - 7)]));
  const last = page(1, [1], Buffer.alloc(1));
  await isRefused(Buffer.concat([page(1, [8], text('\x80theora\x03')), times(530, comments), last]), 'video/ogg');
});

describe('a sound whose tag at the end is larger than the file is refused:', () => {
  const ape = (size: number) => Buffer.concat([text('APETAGEX'), le32(2000), le32(size), Buffer.alloc(16)]);
  const info = Buffer.concat([text('fLaC'), Buffer.from([0x80, 0, 0, 34]), Buffer.alloc(34, 1), Buffer.alloc(100, 7)]);
  const mp3 = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0]), Buffer.alloc(413, 7)]);

  it.each([
    ['a FLAC', info, 'audio/flac'],
    ['an MP3', times(3, mp3), 'audio/mpeg'],
  ])('%s', (_, content, type) => isRefused(Buffer.concat([content, ape(1_000_000)]), type));
});

/** How often files are read while `work` runs. The real call follows. */
async function readsDuring(work: () => Promise<unknown>): Promise<number> {
  const handle = await open('/dev/null');
  const prototype = Object.getPrototypeOf(handle) as { read: (...given: unknown[]) => Promise<unknown> };
  await handle.close();
  const { read } = prototype;
  let count = 0;
  prototype.read = function (...given) {
    count++;
    return read.apply(this, given);
  };
  try {
    await work();
  } finally {
    prototype.read = read;
  }
  return count;
}

it('a live recording of the smallest blocks is not read block by block', async () => {
  const cluster = Buffer.from('1f43b67501ffffffffffffff', 'hex');
  const live = webm(cluster, times(100_000, Buffer.from([0xa3, 0x80])));
  const reads = await readsDuring(() => uploaded(server.base, mira, sample(live, 'video/webm')));
  expect(reads).toBeGreaterThan(0);
  expect(reads).toBeLessThan(100);
});
