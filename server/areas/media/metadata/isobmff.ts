import { type Bytes, Unreadable } from './bytes';

/** A box of ISO/IEC 14496-12: its start, and the start and end of its content. */
interface Box {
  readonly type: string;
  readonly at: number;
  readonly content: number;
  readonly end: number;
}

/**
 * The boxes that are needed to play a file, by the type of their parent ('' is the file itself). All others are removed: `udta` and
 * `meta` (with `©xyz`, `loci`, com.apple.quicktime.location.ISO6709), `uuid` (XMP) and what camera makers have added.
 */
const needed: Readonly<Record<string, readonly string[]>> = {
  '': ['ftyp', 'styp', 'moov', 'mdat', 'moof', 'mfra', 'sidx', 'wide'],
  moov: ['mvhd', 'trak', 'mvex', 'iods'],
  trak: ['tkhd', 'mdia', 'edts', 'tref', 'tapt'],
  mdia: ['mdhd', 'hdlr', 'minf', 'elng'],
  minf: ['vmhd', 'smhd', 'dinf', 'stbl', 'hdlr'],
  moof: ['mfhd', 'traf'],
};

/**
 * Removes everything but picture and sound from MP4, QuickTime, 3GP and M4A. Cameras also record locations in separate tracks
 * (`gpmd` of GoPro, `mebx` of phones, subtitles of drones): those tracks are removed together with their samples.
 */
export async function stripBoxes(file: Bytes): Promise<void> {
  const top = await boxesIn(file, 0, file.size);
  if (!top.some(({ type }) => type === 'moov')) throw new Unreadable('no moov');
  // Tracks whose samples are longer than the file all together claim the same place again and again.
  let room = file.size;
  const isFragmented = top.some(({ type }) => type === 'moof');
  const walk = async (boxes: readonly Box[], parent: string): Promise<void> => {
    for (const box of boxes) {
      if (!needed[parent]?.includes(box.type)) await free(file, box);
      else if (box.type === 'trak' && !(await isPlayed(file, box))) {
        // In a fragmented file the samples of this track are spread over the fragments, where they cannot be removed.
        if (isFragmented) throw new Unreadable('fragments of another track');
        for (const [at, length] of await samplesOf(file, box)) {
          room -= length;
          if (room < 0) throw new Unreadable('samples overlap');
          await file.blank(at, length);
        }
        await free(file, box);
      } else if (needed[box.type]) await walk(await boxesIn(file, box.content, box.end), box.type);
    }
  };
  await walk(top, '');
}

async function free(file: Bytes, { at, content, end }: Box): Promise<void> {
  await file.write(at + 4, Buffer.from('free'));
  await file.blank(content, end - content);
}

async function boxesIn(file: Bytes, from: number, to: number): Promise<Box[]> {
  const boxes: Box[] = [];
  let at = from;
  while (to - at >= 8) {
    const head = await file.read(at, 16);
    const short = head.readUInt32BE(0);
    // In QuickTime a list of boxes may end with a size of zero.
    if (short === 0 && from !== 0) break;
    const size = short === 0 ? to - at : short === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : short;
    const content = at + (short === 1 ? 16 : 8);
    if (at + size < content || at + size > to) throw new Unreadable('a box of no size');
    file.count();
    boxes.push({ type: head.toString('latin1', 4, 8), at, content, end: at + size });
    at += size;
  }
  await file.blank(at, to - at);
  return boxes;
}

/** The box at the end of a path of types, or undefined. */
async function find(file: Bytes, box: Box, ...path: string[]): Promise<Box | undefined> {
  let found: Box | undefined = box;
  for (const type of path)
    found = found && (await boxesIn(file, found.content, found.end)).find((inner) => inner.type === type);
  return found;
}

/** Whether a track contains picture or sound. */
async function isPlayed(file: Bytes, trak: Box): Promise<boolean> {
  const hdlr = await find(file, trak, 'mdia', 'hdlr');
  const handler = hdlr && (await file.read(hdlr.content + 8, 4)).toString('latin1');
  return handler === 'vide' || handler === 'soun';
}

/** The position and length of each chunk of a track's samples. */
async function samplesOf(file: Bytes, trak: Box): Promise<[number, number][]> {
  const table = async (...types: string[]) => {
    for (const type of types) {
      const box = await find(file, trak, 'mdia', 'minf', 'stbl', type);
      if (box) return { type, data: await file.read(box.content + 4, box.end - box.content - 4) };
    }
    throw new Unreadable('a track without a table');
  };
  try {
    const [chunks, sizes, groups] = [await table('stco', 'co64'), await table('stsz'), await table('stsc')];
    const [fixed, count] = [sizes.data.readUInt32BE(0), sizes.data.readUInt32BE(4)];
    const samples: [number, number][] = [];
    let [group, sample] = [0, 0];
    for (let chunk = 0; chunk < chunks.data.readUInt32BE(0); chunk++) {
      file.count();
      const isNext =
        group + 1 < groups.data.readUInt32BE(0) && groups.data.readUInt32BE(4 + 12 * (group + 1)) === chunk + 1;
      if (isNext) group++;
      const at =
        chunks.type === 'stco'
          ? chunks.data.readUInt32BE(4 + 4 * chunk)
          : Number(chunks.data.readBigUInt64BE(4 + 8 * chunk));
      // Only the sizes of the table are added up one by one: the counts may be any number.
      const next = Math.min(sample + groups.data.readUInt32BE(8 + 12 * group), count);
      let length = fixed * (next - sample);
      if (fixed === 0) for (let index = sample; index < next; index++) length += sizes.data.readUInt32BE(8 + 4 * index);
      sample = next;
      samples.push([at, length]);
    }
    return samples;
  } catch (error) {
    if (error instanceof RangeError) throw new Unreadable('a broken table');
    throw error;
  }
}
