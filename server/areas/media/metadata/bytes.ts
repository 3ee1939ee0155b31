import type { FileHandle } from 'node:fs/promises';

/**
 * A file that is edited in place. Removed metadata is overwritten with padding of the same length, so that nothing else in the file
 * moves.
 */
export interface Bytes {
  readonly size: number;
  /**
   * Reads `length` bytes, or fewer at the end of the file.
   * @throws Unreadable when that is more than `LARGEST_TABLE`.
   */
  read(at: number, length: number): Promise<Buffer>;
  write(at: number, bytes: Uint8Array): Promise<void>;
  /**
   * Writes zeros.
   * @throws Unreadable when that would begin before the file.
   */
  blank(at: number, length: number): Promise<void>;
  /**
   * Counts a part that costs time or memory by itself, however small it is (a box, an element, a chunk of samples). Without a bound a
   * file of nothing but such parts would keep the server busy for hours.
   * @throws Unreadable when there are more than the file may have.
   */
  count(): void;
}

/** The file does not have the structure of its format, so its content cannot be judged. */
export class Unreadable extends Error {}

/** The largest piece that is read into memory at once, in bytes. */
export const LARGEST_TABLE = 32 * 1024 * 1024;
/** How much is read at once for small pieces. It is little, because nobody gets an answer while a parser takes pieces from it. */
const READ_AHEAD = 16 * 1024;
/** The length of the header of a RIFF file (WAV, WebP): 'RIFF', its size, and its format. Its chunks follow. */
export const RIFF_HEADER = 12;
const NOTHING = { at: 0, bytes: Buffer.alloc(0) };
const BLOCK = Buffer.alloc(64 * 1024);

/** @param most how many parts the file may have */
export const bytesOf = (file: FileHandle, size: number, most: number): Bytes => {
  let parts = 0;
  /** What was read last, as it is in the file. Parsers read a few bytes at a time, and a call of the system takes far longer than that. */
  let last = NOTHING;
  const readFile = async (at: number, length: number) => {
    const buffer = Buffer.alloc(length);
    const { bytesRead } = await file.read(buffer, 0, length, at);
    return buffer.subarray(0, bytesRead);
  };
  const writeFile = async (at: number, bytes: Uint8Array, length: number) => {
    last = NOTHING;
    await file.write(bytes, 0, length, at);
  };
  return {
    size,
    async read(at, length) {
      if (length > LARGEST_TABLE) throw new Unreadable('a table is too large');
      const wanted = Math.max(0, Math.min(length, size - at));
      if (wanted > READ_AHEAD) return readFile(at, wanted);
      if (at < last.at || at + wanted > last.at + last.bytes.length)
        last = { at, bytes: await readFile(at, Math.max(0, Math.min(READ_AHEAD, size - at))) };
      // A copy, because the caller may change it.
      return Buffer.from(last.bytes.subarray(at - last.at, at - last.at + wanted));
    },
    write: (at, bytes) => writeFile(at, bytes, bytes.length),
    async blank(at, length) {
      if (at < 0) throw new Unreadable('a part that begins before the file');
      const end = Math.min(at + length, size);
      for (let place = at; place < end; place += BLOCK.length)
        await writeFile(place, BLOCK, Math.min(BLOCK.length, end - place));
    },
    count() {
      parts++;
      if (parts > most) throw new Unreadable('too many parts');
    },
  };
};
