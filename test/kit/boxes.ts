/** The parts of which a test makes a recording. */
export const u32 = (value: number) => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value]);
export const le32 = (value: number) => Buffer.from([value, value >>> 8, value >>> 16, value >>> 24]);
export const text = (value: string) => Buffer.from(value, 'latin1');

/** A box of ISO/IEC 14496-12. */
export const box = (type: string, ...content: Uint8Array[]): Buffer => {
  const all = Buffer.concat(content);
  return Buffer.concat([u32(all.length + 8), text(type), all]);
};

/** What a track says of its samples: their sizes (or one size and their number), how many are in each chunk, and where the chunks are. */
interface Samples {
  readonly sizes: readonly number[] | { readonly each: number; readonly count: number };
  readonly perChunk: number;
  readonly chunks: readonly number[];
}

const numbers = (values: readonly number[]) => Buffer.concat(values.map(u32));

/** A track of a video. @param extra boxes beside its samples */
export const track = (handler: string, { sizes, perChunk, chunks }: Samples, ...extra: Uint8Array[]): Buffer => {
  const stsz = 'each' in sizes ? [u32(sizes.each), u32(sizes.count)] : [u32(0), u32(sizes.length), numbers(sizes)];
  const samples = box(
    'stbl',
    box('stsd', Buffer.alloc(8)),
    box('stsc', u32(0), u32(1), u32(1), u32(perChunk), u32(1)),
    box('stsz', u32(0), ...stsz),
    box('stco', u32(0), u32(chunks.length), numbers(chunks)),
  );
  const head = box('hdlr', Buffer.alloc(8), text(handler), Buffer.alloc(13));
  const mdia = box('mdia', box('mdhd', Buffer.alloc(24)), head, box('minf', samples));
  return box('trak', box('tkhd', Buffer.alloc(84)), ...extra, mdia);
};
