import { type Bytes, RIFF_HEADER, Unreadable } from './bytes';

/** How many tags at the end of a file are removed. There are four kinds of them, and a file may have some twice. */
const MOST_TAGS = 10;

/** Removes the tags from MP3 and AAC: ID3v2 at the beginning; ID3v1, APE, Lyrics3 and ID3v2 at the end. */
export async function stripTags(file: Bytes): Promise<void> {
  await stripId3(file);
  let end = file.size;
  for (let tags = 0; tags < MOST_TAGS; tags++) {
    const length = await tagBefore(file, end);
    if (length === 0) return;
    await file.blank(end - length, length);
    end -= length;
  }
}

/** A size in ID3v2: 4 bytes, of which the highest bit is not used. */
const id3Size = (bytes: Buffer, at: number): number =>
  ((bytes[at] ?? 0) << 21) | ((bytes[at + 1] ?? 0) << 14) | ((bytes[at + 2] ?? 0) << 7) | (bytes[at + 3] ?? 0);

/**
 * Replaces the content of ID3v2 tags with padding.
 * @returns where the sound begins.
 */
async function stripId3(file: Bytes): Promise<number> {
  let at = 0;
  for (;;) {
    const head = await file.read(at, 10);
    if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return at;
    file.count();
    const hasFooter = ((head[5] ?? 0) & 0x10) !== 0;
    const length = id3Size(head, 6) + (hasFooter ? 10 : 0);
    // Without its flags, because there is no footer any more.
    await file.write(at + 5, Buffer.from([0]));
    await file.blank(at + 10, length);
    at += 10 + length;
  }
}

/** The length of the tag that ends at `end`; 0 when there is none. */
async function tagBefore(file: Bytes, end: number): Promise<number> {
  // ID3v1 has 128 bytes; before it there may be the 227 bytes of its extension.
  const last = await file.read(Math.max(0, end - 128), Math.min(128, end));
  if (last.toString('latin1', 0, 3) === 'TAG') {
    const isExtended = (await file.read(Math.max(0, end - 355), 4)).toString('latin1') === 'TAG+';
    return isExtended ? 355 : 128;
  }
  const footer = last.subarray(-32);
  if (footer.toString('latin1', 0, 8) === 'APETAGEX') {
    const hasHeader = (footer.readUInt32LE(20) & 0x80000000) !== 0;
    return footer.readUInt32LE(12) + (hasHeader ? 32 : 0);
  }
  const id3 = last.subarray(-10);
  if (id3.toString('latin1', 0, 3) === '3DI') return id3Size(id3, 6) + 20;
  if (last.toString('latin1', last.length - 9) === 'LYRICS200') {
    // The size is a text of six digits. One that is no number counts as 0.
    const size = Number.parseInt(last.toString('latin1', last.length - 15, last.length - 9), 10);
    return 15 + (size > 0 ? size : 0);
  }
  return 0;
}

/** The types of the blocks of a FLAC file (RFC 9639 §8.1) that are kept: stream info, seek table, cue sheet. */
const neededInFlac = [0, 3, 5];
const FLAC_PADDING = 1;

/**
 * Keeps of a FLAC file only what describes its sound (stream info, seek table, cue sheet) and the sound. All other blocks become
 * padding.
 */
export async function stripFlac(file: Bytes): Promise<void> {
  const start = await stripId3(file);
  if ((await file.read(start, 4)).toString('latin1') !== 'fLaC') throw new Unreadable('no FLAC');
  let at = start + 4;
  for (let isLast = false; !isLast; ) {
    const head = await file.read(at, 4);
    if (head.length < 4) throw new Unreadable('a block without a head');
    file.count();
    const [first = 0] = head;
    const length = head.readUIntBE(1, 3);
    isLast = first >= 0x80;
    if (!neededInFlac.includes(first & 0x7f)) {
      await file.write(at, Buffer.from([(first & 0x80) | FLAC_PADDING]));
      await file.blank(at + 4, length);
    }
    at += 4 + length;
  }
  const tag = await tagBefore(file, file.size);
  if (tag > 0) await file.blank(file.size - tag, tag);
}

/** Keeps of a WAV file only format and sound. All other chunks (INFO, bext, iXML, XMP, ID3) become JUNK chunks. */
export async function stripWav(file: Bytes): Promise<void> {
  let at = RIFF_HEADER;
  let hasSound = false;
  while (file.size - at >= 8) {
    file.count();
    const head = await file.read(at, 8);
    const type = head.toString('latin1', 0, 4);
    // The file is filled up after its sound, and has no more chunks.
    if (hasSound && type === '\0\0\0\0') break;
    if (type === 'data') hasSound = true;
    // A chunk size beyond the end of the file means that the recording was never finished: the rest of the file belongs to this chunk.
    const length = Math.min(head.readUInt32LE(4), file.size - at - 8);
    if (!['fmt ', 'fact', 'data'].includes(type)) {
      await file.write(at, Buffer.from('JUNK'));
      await file.blank(at + 8, length);
    }
    // A chunk of odd length is followed by one more byte.
    at += 8 + length + (length % 2);
  }
  await file.blank(at, file.size - at);
}

/** The length of an AMR frame by its type, in bytes with its head; 0 for types that do not exist. RFC 4867 §5.3 */
const NARROW_FRAMES = [13, 14, 16, 18, 20, 21, 27, 32, 6, 0, 0, 0, 0, 0, 0, 1];
const WIDE_FRAMES = [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 0, 0, 0, 0, 1, 1];

/** Keeps of an AMR file only the frames, because the format has no place for anything else. */
export async function stripAmr(file: Bytes): Promise<void> {
  const head = (await file.read(0, 9)).toString('latin1');
  const isWide = head === '#!AMR-WB\n';
  if (!isWide && !head.startsWith('#!AMR\n')) throw new Unreadable('no AMR of one channel');
  const frames = isWide ? WIDE_FRAMES : NARROW_FRAMES;
  let at = isWide ? 9 : 6;
  for (;;) {
    const block = await file.read(at, 64 * 1024);
    let place = 0;
    let length = lengthOf(block[place], frames);
    while (length > 0 && place + length <= block.length) {
      place += length;
      length = lengthOf(block[place], frames);
    }
    // No whole frame is left.
    if (place === 0) break;
    at += place;
  }
  await file.blank(at, file.size - at);
}

/** The length of the frame with this head; 0 if it is none. */
const lengthOf = (head: number | undefined, frames: readonly number[]): number =>
  head === undefined || (head & 0x83) !== 0 ? 0 : (frames[head >> 3] ?? 0);
