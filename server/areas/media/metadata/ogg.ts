import { type Bytes, LARGEST_TABLE, Unreadable } from './bytes';

/** The known kinds of streams: how their first two packets begin, and whether the second ends with a framing bit. */
const streams = [
  { head: '\x01vorbis', comments: '\x03vorbis', isFramed: true },
  { head: 'OpusHead', comments: 'OpusTags', isFramed: false },
  { head: '\x80theora', comments: '\x81theora', isFramed: false },
];

/**
 * The header of a page (RFC 3533 §6): 27 bytes, then one byte for each of its segments. The numbers are the places of its fields.
 */
const HEADER = { serial: 14, checksum: 22, segments: 26, length: 27 };
/** A segment of this length is continued by the next one; any other ends its packet. */
const CONTINUED = 255;

interface Page {
  readonly at: number;
  readonly content: number;
  readonly end: number;
  /** The number of the stream to which the page belongs. */
  readonly serial: number;
  /** The length of each segment. */
  readonly segments: Buffer;
}

/** The second packet of a stream (its comments), collected piece by piece. */
interface Comments {
  readonly kind: (typeof streams)[number];
  readonly pieces: { readonly at: number; readonly length: number }[];
  readonly pages: Page[];
  /** How many packets of the stream have been read to their end. */
  packets: number;
}

/**
 * Removes the comments from Ogg (Opus, Vorbis, Theora). A file with any other stream is refused, because such a stream may contain
 * anything.
 */
export async function stripOgg(file: Bytes): Promise<void> {
  const known = new Map<number, Comments>();
  for (let at = 0; at < file.size; ) {
    const page = await pageAt(file, at);
    const stream = known.get(page.serial) ?? (await streamOf(file, page));
    known.set(page.serial, stream);
    if (stream.packets < 2) await gather(file, stream, page);
    at = page.end;
  }
}

async function pageAt(file: Bytes, at: number): Promise<Page> {
  const head = await file.read(at, HEADER.length + 255);
  const count = head[HEADER.segments] ?? 0;
  const length = HEADER.length + count;
  if (head.length < length || head.toString('latin1', 0, 4) !== 'OggS') throw new Unreadable('no page');
  const segments = head.subarray(HEADER.length, length);
  const content = at + length;
  const end = content + segments.reduce((sum, length) => sum + length, 0);
  if (end > file.size) throw new Unreadable('a page without an end');
  return { at, content, end, serial: head.readUInt32LE(HEADER.serial), segments };
}

async function streamOf(file: Bytes, page: Page): Promise<Comments> {
  const begin = (await file.read(page.content, 8)).toString('latin1');
  const kind = streams.find(({ head }) => begin.startsWith(head));
  if (!kind) throw new Unreadable('a stream of another kind');
  file.count();
  return { kind, pieces: [], pages: [], packets: 0 };
}

/** Collects the second packet of a stream from its pages, and empties it when it is complete. */
async function gather(file: Bytes, stream: Comments, page: Page): Promise<void> {
  let at = page.content;
  for (const length of page.segments) {
    if (stream.packets === 1) {
      stream.pieces.push({ at, length });
      if (stream.pages.at(-1) !== page) stream.pages.push(page);
    }
    at += length;
    if (length === CONTINUED) continue;
    stream.packets++;
    if (stream.packets === 2) return empty(file, stream);
  }
}

/** Replaces the packet with one of the same length without comments, and updates the checksums of its pages. */
async function empty(file: Bytes, { kind, pieces, pages }: Comments): Promise<void> {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (length > LARGEST_TABLE) throw new Unreadable('too many comments');
  const [first] = pieces;
  const begin = first && (await file.read(first.at, kind.comments.length)).toString('latin1');
  const fixed = kind.comments.length + 4 + 4 + (kind.isFramed ? 1 : 0);
  if (begin !== kind.comments || length < fixed) throw new Unreadable('no comments where they belong');
  // The vendor string (the name of the encoder) fills the packet with blanks.
  const packet = Buffer.alloc(length, ' ');
  packet.write(kind.comments, 'latin1');
  packet.writeUInt32LE(length - fixed, kind.comments.length);
  packet.writeUInt32LE(0, length - (kind.isFramed ? 5 : 4));
  if (kind.isFramed) packet[length - 1] = 1;
  let from = 0;
  for (const piece of pieces) {
    await file.write(piece.at, packet.subarray(from, from + piece.length));
    from += piece.length;
  }
  for (const { at, end } of pages) {
    const page = await file.read(at, end - at);
    // The checksum is computed with its own field empty.
    page.writeUInt32LE(0, HEADER.checksum);
    page.writeUInt32LE(checksum(page), HEADER.checksum);
    await file.write(at + HEADER.checksum, page.subarray(HEADER.checksum, HEADER.checksum + 4));
  }
}

/** CRC-32 of Ogg: polynomial 0x04c11db7, not reflected, without inversion. */
const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value >>> 0;
});
export function checksum(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum = ((sum << 8) ^ (table[(sum >>> 24) ^ byte] ?? 0)) >>> 0;
  return sum;
}
