import { type Bytes, Unreadable } from './bytes';

/** The ids of the elements, with their names in RFC 9559 (Matroska). */
const SEGMENT = 0x18538067;
const SEEK_HEAD = 0x114d9b74;
const CLUSTER = 0x1f43b675;
const TRACKS = 0x1654ae6b;
const TRACK_ENTRY = 0xae;
const TRACK_TYPE = 0x83;
const INFO = 0x1549a966;
const TITLE = 0x7ba9;
const CUES = 0x1c53bb6b;
const VOID = 0xec;
/** The elements of a segment that are needed to play it. Tags, attachments and chapters are removed. */
const needed = [SEEK_HEAD, INFO, TRACKS, CUES, CLUSTER];
/**
 * The elements inside a cluster: Timestamp, SimpleBlock, BlockGroup, Position, PrevSize, SilentTracks, EncryptedBlock. They are met one by
 * one when the size of the cluster is unknown, as in a live recording.
 */
const inCluster = [0xe7, 0xa3, 0xa0, 0xa7, 0xab, 0x5854, 0xaf];

interface Element {
  readonly id: number;
  readonly at: number;
  readonly content: number;
  /** Null when the size of the element is unknown. */
  readonly end: number | null;
}

/** Removes everything but picture and sound from WebM and Matroska. */
export async function stripElements(file: Bytes): Promise<void> {
  let at = 0;
  let wasSegment = false;
  while (at < file.size) {
    const element = await elementAt(file, at).catch(nullIfUnreadable);
    // Bytes after the last element could hide data, so they are erased.
    if (!element) {
      await file.blank(at, file.size - at);
      break;
    }
    if (element.id === SEGMENT) wasSegment = true;
    // Descends into a segment, and into a cluster of unknown size.
    const isOpened = element.id === SEGMENT || (element.id === CLUSTER && element.end === null);
    if (isOpened) {
      at = element.content;
      continue;
    }
    const isMedia = element.id === CLUSTER || inCluster.includes(element.id);
    // The recording broke off in the middle of this element, which is kept.
    if (isMedia && (element.end === null || element.end > file.size)) break;
    if (element.end === null || element.end > file.size) throw new Unreadable('an element without an end');
    if (!isMedia) file.count();
    if (element.id === TRACKS) await checkTracks(file, element.content, element.end);
    else if (element.id === INFO) await stripTitle(file, element.content, element.end);
    else if (wasSegment && !needed.includes(element.id) && !isMedia) await empty(file, element);
    at = element.end;
  }
  if (!wasSegment) throw new Unreadable('no segment');
}

/** Turns the element into a Void element of the same length. */
async function empty(file: Bytes, { id, at, content, end }: Element): Promise<void> {
  if (id === VOID) return file.blank(content, (end ?? content) - content);
  const length = (end ?? at) - at;
  if (length < 2) throw new Unreadable('an element of no size');
  await file.blank(at, length);
  if (length < 9) return file.write(at, Buffer.from([VOID, 0x80 | (length - 2)]));
  const head = Buffer.alloc(9);
  head.writeBigUInt64BE((1n << 56n) | BigInt(length - 9), 1);
  head[0] = VOID;
  await file.write(at, head);
}

/** An error of the disk is passed on: it must not be taken for the end of the elements, after which everything is erased. */
function nullIfUnreadable(error: unknown): null {
  if (error instanceof Unreadable) return null;
  throw error;
}

/** The number of bytes of an id or a size, by its first byte: one more than the bits of 0 at its beginning (RFC 8794 §4). */
const lengthBy = (first: number | undefined) => Math.clz32(first ?? 0) - 23;

/** @throws Unreadable when there is no element. */
async function elementAt(file: Bytes, at: number): Promise<Element> {
  // An id has at most 4 bytes, a size at most 8.
  const head = await file.read(at, 12);
  const idLength = lengthBy(head[0]);
  const first = head[idLength] ?? 0;
  const sizeLength = lengthBy(first);
  if (idLength > 4 || sizeLength > 8 || head.length < idLength + sizeLength) throw new Unreadable('no element');
  const id = head.readUIntBE(0, idLength);
  const content = at + idLength + sizeLength;
  let size = BigInt(first & (0xff >> sizeLength));
  for (let place = 1; place < sizeLength; place++) size = (size << 8n) | BigInt(head[idLength + place] ?? 0);
  const isUnknown = size === (1n << BigInt(7 * sizeLength)) - 1n;
  return { id, at, content, end: isUnknown ? null : content + Number(size) };
}

async function elementsIn(file: Bytes, from: number, to: number): Promise<Element[]> {
  const elements: Element[] = [];
  for (let at = from; at < to; ) {
    const element = await elementAt(file, at);
    if (element.end === null || element.end > to) throw new Unreadable('an element without an end');
    file.count();
    elements.push(element);
    at = element.end;
  }
  return elements;
}

/** Refuses tracks other than picture (1) and sound (2), which may contain anything: the subtitles of drones contain their position. */
async function checkTracks(file: Bytes, from: number, to: number): Promise<void> {
  for (const track of await elementsIn(file, from, to)) {
    if (track.id !== TRACK_ENTRY) continue;
    const type = (await elementsIn(file, track.content, track.end ?? to)).find(({ id }) => id === TRACK_TYPE);
    const kind = type && (await file.read(type.content, 1))[0];
    if (kind !== 1 && kind !== 2) throw new Unreadable('another track');
  }
}

async function stripTitle(file: Bytes, from: number, to: number): Promise<void> {
  for (const element of await elementsIn(file, from, to)) if (element.id === TITLE) await empty(file, element);
}
