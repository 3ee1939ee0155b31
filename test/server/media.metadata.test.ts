import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, open } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesOf } from '../../server/areas/media/metadata/bytes';
import { stripElements } from '../../server/areas/media/metadata/matroska';
import { checksum } from '../../server/areas/media/metadata/ogg';
import { box, le32, text, track, u32 } from '../kit/boxes';
import { newFolder } from '../kit/folder';
import { filesOf, GLOBAL, picture, recordings, sample, upload, uploaded, wav } from '../kit/media';
import { signIn, startTestServer, type TestServer } from '../kit/server';

/** No stored file tells where it was recorded. Checked for each format with every kind of metadata that it can have. */
let server: TestServer;
let mira: string;
beforeAll(async () => {
  server = await startTestServer();
  mira = await signIn(server.base, 'member');
});
afterAll(() => server.close());

/** A place, as text. */
const PLACE = '+18.5204+073.8567/ Hidden Shelter';
const traces = /Hidden|Shelter|18\.5204|GPS|Exif|xmpmeta/;

async function kept(content: Uint8Array, type: string, query = ''): Promise<{ file: Buffer; storedAs: string | null }> {
  const { mediaUrl } = await uploaded(server.base, mira, sample(content, type));
  const answer = await fetch(server.base + mediaUrl + query);
  return { file: Buffer.from(await answer.arrayBuffer()), storedAs: answer.headers.get('content-type') };
}

const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><exif:GPSLatitude>${PLACE}</exif:GPSLatitude></x:xmpmeta>`;

describe('a picture that is uploaded', () => {
  const where = { IFD0: { ImageDescription: PLACE }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '18/1 31/1 0/1' } };
  const tagged = (image: Sharp) => image.withExif(where).withXmp(XMP);
  const frames = async () => {
    const [one, other] = await Promise.all(
      ['#c22', '#2c2'].map((background) =>
        sharp({ create: { width: 40, height: 30, channels: 4, background } })
          .png()
          .toBuffer(),
      ),
    );
    return sharp([one as Buffer, other as Buffer], { join: { animated: true } });
  };
  const segment = (marker: number, content: Buffer) =>
    Buffer.concat([Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255]), content]);
  /** EXIF and XMP by the encoder, and IPTC and a comment. */
  const jpeg = async () => {
    const made = await tagged(picture().jpeg()).toBuffer();
    const iptc = Buffer.concat([text('Photoshop 3.0\x008BIM\x04\x04\0\0'), u32(PLACE.length), text(PLACE)]);
    return Buffer.concat([made.subarray(0, 2), segment(0xed, iptc), segment(0xfe, text(PLACE)), made.subarray(2)]);
  };
  const chunk = (type: string, content: Buffer) => {
    const named = Buffer.concat([text(type), content]);
    return Buffer.concat([u32(content.length), named, u32(crc32(named))]);
  };
  const png = async () => {
    const made = await tagged(picture().png()).toBuffer();
    const extra = [chunk('tEXt', text(`Location\0${PLACE}`)), chunk('iTXt', text(`XML:com.adobe.xmp\0\0\0\0\0${XMP}`))];
    // After the header, which is 33 bytes with the signature.
    return Buffer.concat([made.subarray(0, 33), ...extra, made.subarray(33)]);
  };
  const gif = async (image: Sharp) => {
    const made = await image.gif().toBuffer();
    const table = ((made[10] ?? 0) & 0x80) === 0 ? 0 : 3 * 2 ** (((made[10] ?? 0) & 7) + 1);
    const block = (content: string) => Buffer.concat([Buffer.from([content.length]), text(content)]);
    const extra = Buffer.concat([
      Buffer.from([0x21, 0xfe]),
      block(PLACE),
      Buffer.from([0, 0x21, 0xff]),
      block('XMP DataXMP'),
      block(XMP.slice(0, 200)),
      Buffer.from([0]),
    ]);
    return Buffer.concat([made.subarray(0, 13 + table), extra, made.subarray(13 + table)]);
  };

  /** The picture of an animated PNG: a control of the animation, and a second frame. */
  const apng = async () => {
    const made = await png();
    const begin = made.indexOf('IDAT') - 4;
    const end = begin + 12 + made.readUInt32BE(begin);
    const control = (sequence: number) =>
      chunk('fcTL', Buffer.concat([u32(sequence), u32(40), u32(30), u32(0), u32(0), Buffer.from([0, 1, 0, 10, 0, 0])]));
    const frame = Buffer.concat([u32(2), made.subarray(begin + 8, end - 4)]);
    const parts = [made.subarray(0, 33), chunk('acTL', Buffer.concat([u32(2), u32(0)])), made.subarray(33, begin)];
    const frames = [control(0), made.subarray(begin, end), control(1), chunk('fdAT', frame)];
    return Buffer.concat([...parts, ...frames, chunk('tEXt', text(`Location\0${PLACE}`)), made.subarray(end)]);
  };
  /** An AVIF under another brand, which names its format (ISO/IEC 23008-12). */
  const heif = async (brand: string) => {
    const made = await tagged(picture().avif()).toBuffer();
    made.write(brand, 8, 'latin1');
    return made;
  };
  /** The metadata of an animation are those of a video. */
  const animatedAvif = async () => {
    const udta = box('udta', box('\xa9xyz', text(PLACE)));
    const xmp = box('uuid', Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex'), text(XMP));
    return Buffer.concat([await heif('avis'), box('moov', box('mvhd', Buffer.alloc(100)), udta), xmp]);
  };

  /** The beginning of a photo of an iPhone. */
  const heic = async () =>
    Buffer.concat([u32(24), text('ftypheic'), u32(0), text('mif1heic'), u32(40), text(`meta${PLACE}`)]);
  it.each([
    ['HEIC', heic],
    ['animated AVIF', animatedAvif],
  ])('is not stored if it cannot be read: %s', async (_, make) => {
    const before = await filesOf(server);
    const { status } = await upload(server.base, GLOBAL, mira, sample(await make(), 'image/avif'));
    expect([status, await filesOf(server)]).toEqual([415, before]);
  });

  it.each<[string, () => Promise<Buffer>, number]>([
    ['JPEG: EXIF, XMP, IPTC, comment', jpeg, 1],
    ['PNG: eXIf, tEXt, iTXt', png, 1],
    ['GIF: comment, XMP', async () => gif(picture()), 1],
    ['animated GIF: comment, XMP', async () => gif(await frames()), 2],
    ['WebP: EXIF, XMP', async () => tagged(picture().webp()).toBuffer(), 1],
    ['animated WebP: EXIF, XMP', async () => tagged((await frames()).webp()).toBuffer(), 2],
    ['AVIF: EXIF, XMP', async () => tagged(picture().avif()).toBuffer(), 1],
    ['animated PNG: eXIf, tEXt, iTXt', apng, 1],
    ['HEIF: EXIF, XMP', () => heif('mif1'), 1],
    ['TIFF: EXIF, XMP', async () => tagged(picture().tiff()).toBuffer(), 1],
  ])('is stored without its metadata: %s', async (_, make, count) => {
    const sent = await make();
    expect(sent.toString('latin1')).toMatch(traces);
    for (const query of ['', '?thumbnail']) {
      const { file: image } = await kept(sent, 'image/jpeg', query);
      const { exif, xmp, iptc, icc, comments, pages = 1, width } = await sharp(image).metadata();
      expect({ exif, xmp, iptc, icc, comments }).toEqual({});
      expect(image.toString('latin1')).not.toMatch(traces);
      expect(width).toBe(40);
      if (query === '') expect(pages).toBe(count);
      // All of it can be decoded.
      await sharp(image, { animated: true, failOn: 'warning' }).raw().toBuffer();
    }
  });
});

/** The stored recording. Checks that its format is recognised, and that it is as long as before, and without the place. */
async function keptAsLong(content: Buffer, type: string): Promise<Buffer> {
  expect(content.toString('latin1')).toMatch(traces);
  const { file: left, storedAs } = await kept(content, type);
  expect(storedAs).toBe(type);
  expect(left.length).toBe(content.length);
  expect(left.toString('latin1')).not.toMatch(traces);
  return left;
}

describe('a video or a voice message that is uploaded', () => {
  const udta = box(
    'udta',
    box('\xa9xyz', text(PLACE)),
    box('loci', u32(0), text(PLACE)),
    box('meta', u32(0), text(PLACE)),
  );
  const meta = box('meta', box('keys', u32(0), text('com.apple.quicktime.location.ISO6709')), box('ilst', text(PLACE)));
  const xmp = box('uuid', Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex'), text(XMP));

  /** The recording under another brand, which names its format (ISO/IEC 14496-12 §4.3). */
  const branded = ({ content }: { content: Uint8Array }, brand: string) => {
    const made = Buffer.from(content);
    made.write(brand, 8, 'latin1');
    return made;
  };

  it.each([
    ['MP4', branded(recordings.clipMp4, 'isom'), 'video/mp4'],
    ['M4A', branded(recordings.voiceMp4, 'M4A '), 'audio/mp4'],
    ['M4V', branded(recordings.clipMp4, 'M4V '), 'video/mp4'],
    ['QuickTime', branded(recordings.clipMp4, 'qt  '), 'video/quicktime'],
    ['3GP', branded(recordings.clipMp4, '3gp4'), 'video/3gpp'],
    ['3GP, sound', branded(recordings.voiceMp4, '3gp4'), 'audio/3gpp'],
    ['3G2', branded(recordings.clipMp4, '3g2a'), 'video/3gpp2'],
    ['3G2, sound', branded(recordings.voiceMp4, '3g2a'), 'audio/3gpp2'],
  ])('is stored with nothing but its picture and sound: %s', async (_, made, type) => {
    const at = made.indexOf('moov') - 4;
    const end = at + made.readUInt32BE(at);
    const moov = box('moov', made.subarray(at + 8, end), udta, meta, xmp);
    const parts = [made.subarray(0, at), moov, made.subarray(end), xmp, meta, box('free', text(PLACE))];
    const left = await keptAsLong(Buffer.concat(parts), type);
    // The picture and the sound are unchanged.
    expect(left.subarray(at + 8, end).equals(made.subarray(at + 8, end))).toBe(true);
    expect(left.subarray(at + moov.length, at + moov.length + made.length - end).equals(made.subarray(end))).toBe(true);
  });

  it('loses each track that is neither picture nor sound, with its samples (mebx, gpmd, subtitles)', async () => {
    const trackOf = (handler: string, ...chunks: [number, number][]) =>
      track(handler, { sizes: chunks.map(([, size]) => size), perChunk: 1, chunks: chunks.map(([at]) => at) }, udta);
    const ftyp = box('ftyp', text('qt  '), u32(0), text('qt  '));
    const [frame, first, second] = [text('a frame of the picture'), text(PLACE), text(`later ${PLACE}`)];
    const begin = ftyp.length + 8;
    const mdat = box('mdat', first, frame, second);
    const moov = box(
      'moov',
      box('mvhd', Buffer.alloc(100)),
      trackOf('vide', [begin + first.length, frame.length]),
      trackOf('meta', [begin, first.length], [begin + first.length + frame.length, second.length]),
    );
    const left = await keptAsLong(Buffer.concat([ftyp, mdat, moov]), 'video/quicktime');
    expect(left.toString('latin1')).toContain('a frame of the picture');
    expect(left.toString('latin1').match(/trak/g)).toHaveLength(1);
  });

  /** The recording as Matroska, which is WebM under another name in its header (RFC 9559). */
  const asMatroska = ({ content }: { content: Uint8Array }) => {
    const made = Buffer.from(content);
    const header = Buffer.from('1a45dfa38b4282886d6174726f736b61', 'hex');
    // The header of a recording by a browser has a size of one byte.
    return Buffer.concat([header, made.subarray(5 + ((made[4] ?? 0) & 0x7f))]);
  };

  it.each([
    ['WebM', Buffer.from(recordings.clipWebm.content), 'video/webm'],
    ['a voice message of WebM', Buffer.from(recordings.voiceWebm.content), 'audio/webm'],
    ['Matroska', asMatroska(recordings.clipWebm), 'video/matroska'],
    ['a voice message of Matroska', asMatroska(recordings.voiceWebm), 'audio/matroska'],
  ])('is stored with nothing but its picture and sound, too: %s', async (_, made, type) => {
    const element = (id: string, data: Buffer) =>
      Buffer.concat([Buffer.from(id, 'hex'), Buffer.from([0x40 | (data.length >> 8), data.length & 255]), data]);
    const tags = element('1254c367', element('7373', element('67c8', element('4487', text(PLACE)))));
    const attachments = element('1941a469', element('61a7', text(PLACE)));
    const left = await keptAsLong(Buffer.concat([made, tags, attachments]), type);
    expect(left.subarray(0, made.length).equals(made)).toBe(true);
    // An empty element: its id, and its size in eight bytes.
    expect(left.subarray(made.length, made.length + 2).toString('hex')).toBe('ec01');
  });
});

describe('of a sound', () => {
  it('nothing is left of a WAV but its format and its sound', async () => {
    const chunk = (id: string, content: string) =>
      Buffer.concat([text(id), le32(content.length), text(content), Buffer.alloc(content.length % 2)]);
    const extra = ['LIST', 'bext', 'iXML', '_PMX', 'id3 ', 'JUNK'].map((id) => chunk(id, `INFO ${PLACE}`));
    const made = Buffer.from(wav(100).content);
    const left = await keptAsLong(
      Buffer.concat([made.subarray(0, 36), ...extra, made.subarray(36), ...extra]),
      'audio/wav',
    );
    expect(left.indexOf(made.subarray(36))).toBeGreaterThan(0);
  });

  it.each([
    ['an MP3', 'audio/mpeg', [0xff, 0xfb, 0x90, 0]],
    ['an AAC', 'audio/aac', [0xff, 0xf1, 0x50, 0x80]],
  ])('nothing is left of %s but its sound', async (_, type, head) => {
    const frame = Buffer.concat([Buffer.from(head), Buffer.alloc(413, 7)]);
    const frames = Buffer.concat([frame, frame, frame]);
    const size = PLACE.length + 10;
    const id3 = Buffer.concat([
      text('ID3\x04\0\0'),
      Buffer.from([0, 0, 0, size]),
      text('TXXX\0\0\0\0\0\0'),
      text(PLACE),
    ]);
    const items = text(`xxxxxxxxLocation\0${PLACE}`);
    const ape = Buffer.concat([
      items,
      text('APETAGEX'),
      le32(2000),
      le32(items.length + 32),
      le32(1),
      le32(0),
      Buffer.alloc(8),
    ]);
    const id3v1 = Buffer.alloc(128);
    id3v1.write(`TAG${PLACE}`);
    const left = await keptAsLong(Buffer.concat([id3, frames, ape, id3v1]), type);
    expect(left.subarray(id3.length, id3.length + frames.length).equals(frames)).toBe(true);
  });

  it.each([
    // The types 7 (12.2 kbit/s) and 8 (silence) with a good frame, and 15 (nothing was sent).
    ['AMR', '#!AMR\n', [0x3c, 0x44, 0x7c], [32, 6, 1]],
    ['AMR-WB', '#!AMR-WB\n', [0x44, 0x4c, 0x7c], [61, 6, 1]],
  ])('nothing is left of an %s but its sound', async (_, magic, heads, sizes) => {
    const frames = sizes.map((size, index) => Buffer.from([heads[index] ?? 0, ...Buffer.alloc(size - 1, 0xa5)]));
    // More than is read at once.
    const sound = Buffer.concat([text(magic), ...Array.from({ length: 2_000 }, () => frames).flat()]);
    const left = await keptAsLong(Buffer.concat([sound, text(`GPS ${PLACE}`)]), 'audio/amr');
    expect(left.subarray(0, sound.length).equals(sound)).toBe(true);
  });

  it('nothing is left of a FLAC but its sound', async () => {
    const block = (type: number, content: Buffer) => Buffer.concat([u32((type << 24) | content.length), content]);
    const info = block(0, Buffer.alloc(34, 1));
    const frames = Buffer.concat([Buffer.from([0xff, 0xf8, 0xc9, 0x18]), Buffer.alloc(50, 7)]);
    const parts = [text('fLaC'), info, block(4, text(PLACE)), block(2, text(PLACE)), block(0x86, text(PLACE)), frames];
    const left = await keptAsLong(Buffer.concat(parts), 'audio/flac');
    expect(left.subarray(-frames.length).equals(frames)).toBe(true);
    expect(left.subarray(4, 4 + info.length).equals(info)).toBe(true);
    expect(left[4 + info.length]).toBe(1);
  });

  it.each([
    ['Opus', text('OpusHead\x01\x01\0\0\x80\xbb\0\0\0\0\0'), 'OpusTags', ''],
    ['Vorbis', Buffer.concat([text('\x01vorbis'), Buffer.alloc(23, 1)]), '\x03vorbis', '\x01'],
  ])('nothing is left of an Ogg but its sound: %s', async (_, head, magic, framing) => {
    const comment = text(`LOCATION=${PLACE.repeat(12)}`);
    const comments = Buffer.concat([
      text(magic),
      le32(4),
      text('test'),
      le32(1),
      le32(comment.length),
      comment,
      text(framing),
    ]);
    let sequence = 0;
    const page = (flags: number, packet: Buffer) => {
      const lacing = [...Array(Math.floor(packet.length / 255)).fill(255), packet.length % 255];
      const header = Buffer.concat([
        text('OggS\0'),
        Buffer.from([flags]),
        Buffer.alloc(8),
        le32(77),
        le32(sequence++),
        le32(0),
        Buffer.from([lacing.length, ...lacing]),
      ]);
      const whole = Buffer.concat([header, packet]);
      whole.writeUInt32LE(checksum(whole), 22);
      return whole;
    };
    const sound = page(4, Buffer.alloc(600, 7));
    const first = page(2, head);
    const made = Buffer.concat([first, page(0, comments), sound]);
    const left = await keptAsLong(made, 'audio/ogg');
    expect(left.subarray(0, first.length).equals(first)).toBe(true);
    expect(left.subarray(-sound.length).equals(sound)).toBe(true);
    const second = Buffer.from(left.subarray(first.length, -sound.length));
    const sum = second.readUInt32LE(22);
    second.writeUInt32LE(0, 22);
    expect(checksum(second)).toBe(sum);
  });

  it('the checksum of Ogg is that of its specification', () => {
    // CRC-32/MPEG-2 differs only in its initial value, so its published check value is another one. This is the checksum from 0.
    expect(checksum(text('123456789'))).toBe(0x89a1897f);
  });
});

it.each([
  ['AVI', Buffer.concat([text('RIFF'), le32(100), text('AVI LIST'), Buffer.alloc(100)])],
  ['FLV', Buffer.concat([text('FLV\x01\x05'), Buffer.alloc(100)])],
  ['AIFF', Buffer.concat([text('FORM'), u32(100), text('AIFF'), Buffer.alloc(100)])],
  ['a broken MP4', Buffer.concat([u32(24), text('ftypisom'), u32(0), text('isommp42'), Buffer.alloc(100, 1)])],
])('a file whose metadata cannot be taken out is refused: %s', async (_, content) => {
  const { status, body } = await upload(server.base, GLOBAL, mira, sample(content, 'video/mp4'));
  expect(status).toBe(415);
  expect(body).toMatchObject({ message: expect.stringMatching(/./) });
});

it('a WebM that the disk does not give back is not taken for one that ends there, and nothing of it is erased', async () => {
  const folder = newFolder();
  const path = join(folder, 'clip.webm');
  const { content } = recordings.clipWebm;
  writeFileSync(path, content);
  // A file that is open for writing alone cannot be read.
  const file = await open(path, constants.O_WRONLY);
  await expect(stripElements(bytesOf(file, content.length, 1_000))).rejects.toMatchObject({ code: 'EBADF' });
  await file.close();
  expect(new Uint8Array(readFileSync(path))).toEqual(content);
  rmSync(folder, { recursive: true });
});
