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
const BLOCK = Buffer.alloc(64 * 1024);

/** @param most how many parts the file may have */
export const bytesOf = (file: FileHandle, size: number, most: number): Bytes => {
  let parts = 0;
  return {
    size,
    async read(at, length) {
      if (length > LARGEST_TABLE) throw new Unreadable('a table is too large');
      const wanted = Math.max(0, Math.min(length, size - at));
      const buffer = Buffer.alloc(wanted);
      const { bytesRead } = await file.read(buffer, 0, wanted, at);
      return buffer.subarray(0, bytesRead);
    },
    async write(at, bytes) {
      await file.write(bytes, 0, bytes.length, at);
    },
    async blank(at, length) {
      if (at < 0) throw new Unreadable('a part that begins before the file');
      const end = Math.min(at + length, size);
      for (let place = at; place < end; place += BLOCK.length)
        await file.write(BLOCK, 0, Math.min(BLOCK.length, end - place), place);
    },
    count() {
      parts++;
      if (parts > most) throw new Unreadable('too many parts');
    },
  };
};
