import { existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { desc } from 'drizzle-orm';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFairQueue } from '../../server/areas/media/fairQueue';
import { cleanImage } from '../../server/areas/media/images';
import { media } from '../../server/db/schema';
import { newFolder } from '../kit/folder';
import { filesOf, GLOBAL, jpeg, picture, recordings, sample, upload, uploaded } from '../kit/media';
import { signIn, startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
let mira: string;
beforeAll(async () => {
  server = await startTestServer({ limits: { imagePixels: 2_000_000 } });
  mira = await signIn(server.base, 'member');
});
afterAll(() => server.close());

/** Uploads an image. @returns what the server sends of it: the image or its thumbnail. */
async function kept(content: Uint8Array, query = ''): Promise<Buffer> {
  const { mediaUrl } = await uploaded(server.base, mira, sample(content));
  return Buffer.from(await (await fetch(server.base + mediaUrl + query)).arrayBuffer());
}

/** The size of the latest image, as it is noted for those who will show it. */
async function noted() {
  const { width, height } = media;
  const [latest] = await server.db.select({ width, height }).from(media).orderBy(desc(media.createdAt)).limit(1);
  return latest;
}

const where = {
  GPSLatitudeRef: 'N',
  GPSLatitude: '18/1 31/1 1344/100',
  GPSLongitudeRef: 'E',
  GPSLongitude: '73/1 51/1 0/1',
};
/** A photo with a place and a name in its metadata, as phones write them. */
const located = (image: Sharp) => image.withExif({ IFD0: { Artist: 'Mira Kulkarni' }, IFD3: where });

describe('an image that is kept', () => {
  it.each<[string, (image: Sharp) => Sharp]>([
    ['JPEG', (image) => image.jpeg()],
    ['PNG', (image) => image.png()],
    ['WebP', (image) => image.webp()],
    ['AVIF', (image) => image.avif()],
  ])('says neither where nor by whom it was taken: %s', async (_, encode) => {
    const sent = await encode(located(picture())).toBuffer();
    expect((await sharp(sent).metadata()).exif?.toString('latin1')).toContain('Mira Kulkarni');
    for (const query of ['', '?thumbnail']) {
      const image = await kept(sent, query);
      const { exif, xmp, iptc, icc, comments, orientation } = await sharp(image).metadata();
      expect({ exif, xmp, iptc, icc, comments, orientation }).toEqual({});
      expect(image.toString('latin1')).not.toMatch(/Exif|Kulkarni/);
    }
  });

  it('has lost its comments and what was hidden behind it', async () => {
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 8]), Buffer.from('secret')]);
    const sent = (await jpeg()).content;
    const talkative = Buffer.concat([sent.subarray(0, 2), comment, sent.subarray(2), Buffer.from('<script>secret')]);
    expect((await kept(talkative)).toString('latin1')).not.toContain('secret');
  });

  it('is upright without an EXIF orientation', async () => {
    const half = (background: string, width = 40) => sharp({ create: { width, height: 40, channels: 3, background } });
    const sent = await half('#ff0000', 80)
      .composite([{ input: await half('#0000ff').png().toBuffer(), left: 40, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const image = await kept(sent);
    const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([40, 80]);
    expect(await noted()).toEqual({ width: 40, height: 80 });
    const at = (y: number) => [...data.subarray((y * 40 + 20) * 3, (y * 40 + 20) * 3 + 3)];
    expect(at(5)[0]).toBeGreaterThan(200);
    expect(at(75)[2]).toBeGreaterThan(200);
  });

  it('has the size and the colours it had', async () => {
    const image = await kept(await picture(123, 45).jpeg().toBuffer());
    const { dominant } = await sharp(image).stats();
    expect(await sharp(image).metadata()).toMatchObject({ format: 'jpeg', width: 123, height: 45 });
    expect(dominant.r).toBeGreaterThan(dominant.g + 100);
  });

  it('keeps its transparency', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const sent = sharp({ create: { width: 9, height: 9, channels: 4, background: clear } }).png();
    expect((await sharp(await kept(await sent.toBuffer())).stats()).isOpaque).toBe(false);
  });

  it.each(['gif', 'webp'] as const)('stays animated: %s', async (format) => {
    const frames = ['#ff0000', '#00ff00', '#0000ff'].map((background) => ({
      create: { width: 20, height: 10, channels: 3 as const, background },
    }));
    const stills = await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer()));
    const sent = await sharp(stills, { join: { animated: true } })
      .toFormat(format, { delay: [100, 200, 300], loop: 0 })
      .toBuffer();
    const after = await sharp(await kept(sent), { animated: true }).metadata();
    expect(after).toMatchObject({ format, pages: 3, pageHeight: 10, width: 20, delay: [100, 200, 300], loop: 0 });
    expect((await sharp(await kept(sent, '?thumbnail')).metadata()).pages ?? 1).toBe(1);
    expect(await noted()).toEqual({ width: 20, height: 10 });
  });
});

describe('a small picture', () => {
  it.each([
    [1200, 600, 480, 240],
    [300, 900, 160, 480],
    [200, 100, 200, 100],
  ])('of %i × %i has %i × %i', async (width, height, ...expected) => {
    const small = await kept(await picture(width, height).jpeg().toBuffer(), '?thumbnail');
    const made = await sharp(small).metadata();
    expect(made.format).toBe('webp');
    expect([made.width, made.height]).toEqual(expected);
  });

  it('is made only of images; for anything else the whole file is sent', async () => {
    const { mediaUrl } = await uploaded(server.base, mira, recordings.clipMp4);
    const response = await fetch(`${server.base}${mediaUrl}?thumbnail`);
    expect(response.headers.get('content-type')).toBe('video/mp4');
    expect((await response.arrayBuffer()).byteLength).toBe(recordings.clipMp4.content.length);
  });
});

describe('a picture that cannot be read', () => {
  const stillOf = (width: number, height: number, background = '#000') =>
    sharp({ create: { width, height, channels: 3, background } });

  it.each<[string, () => Promise<Uint8Array>]>([
    ['a page with the first letters of a GIF', async () => Buffer.from('GIF89a<html><script>alert(1)</script></html>')],
    ['the beginning of a JPEG', async () => (await picture(400, 400).jpeg().toBuffer()).subarray(0, 500)],
    ['a PNG without pixels', async () => (await picture().png().toBuffer()).subarray(0, 60)],
    ['a kind that no browser shows', async () => Buffer.concat([Buffer.from('8BPS\0\x01'), Buffer.alloc(200)])],
    ['one that unpacks to more than there is room for', () => stillOf(2000, 1001).png().toBuffer()],
    [
      'one whose frames together do',
      async () => {
        const frames = await Promise.all(
          ['#f00', '#0f0', '#00f'].map((colour) => stillOf(1000, 700, colour).png().toBuffer()),
        );
        return sharp(frames, { join: { animated: true } })
          .webp({ effort: 0 })
          .toBuffer();
      },
    ],
  ])('is refused: %s', async (_, make) => {
    const before = await filesOf(server);
    const { status, body } = await upload(server.base, GLOBAL, mira, sample(await make()));
    expect({ status, body }).toEqual({
      status: 415,
      body: { message: 'This picture cannot be read. Please send it as JPEG, PNG, GIF or WebP.' },
    });
    expect(await filesOf(server)).toEqual(before);
  });

  it('does not delay the next one', async () => {
    const broken = upload(server.base, GLOBAL, mira, sample('GIF89a, or so it says'));
    const sound = upload(server.base, GLOBAL, mira, await jpeg());
    expect([(await broken).status, (await sound).status]).toEqual([415, 201]);
  });
});

it('members whose images wait to be processed are served in turn', async () => {
  const inTurn = createFairQueue<string>();
  const done: string[] = [];
  const work = (name: string) => async () => {
    done.push(name);
    if (name === 'Mira 2') throw new Error('a picture that cannot be read');
    return name;
  };
  const results = await Promise.allSettled([
    ...['Mira 1', 'Mira 2', 'Mira 3'].map((name) => inTurn('Mira', work(name))),
    ...['Ravi 1', 'Ravi 2'].map((name) => inTurn('Ravi', work(name))),
  ]);
  expect(done).toEqual(['Mira 1', 'Mira 2', 'Ravi 1', 'Mira 3', 'Ravi 2']);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
  expect(await inTurn('Tara', work('Tara 1'))).toBe('Tara 1');
});

const FULL = '/dev/full';
it.runIf(existsSync(FULL))('a full disk is also reported when a picture is written', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'original'), (await jpeg()).content);
  symlinkSync(FULL, join(folder, 'thumbnail'));
  const full = { statusCode: 507, message: 'There is no room for this file on the server.' };
  await expect(cleanImage(join(folder, 'original'), folder, 1_000_000, 1)).rejects.toMatchObject(full);
  rmSync(folder, { recursive: true });
});
