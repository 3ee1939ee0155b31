import type { Readable } from 'node:stream';
import { HttpError } from '../../http/httpError';

/** The first and last byte of a range, both counted from 0 and included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A stored file that is open for reading. Either call `read` once and read to the end, or call `close`. */
interface OpenFile {
  /** In bytes. */
  readonly size: number;
  /** Streams the whole file or a range of it. Destroying the stream closes the file. */
  read(range?: ByteRange): Readable;
  close(): Promise<void>;
}

/** A place for media files. Names consist of the characters a-z, 0-9 and the dot. */
export interface Storage {
  /**
   * Moves a local file into the storage. When it resolves, the whole file is stored durably under the name, and `path` may no
   * longer exist.
   */
  put(name: string, path: string): Promise<void>;
  /** Opens a file; null when there is none with this name. */
  open(name: string): Promise<OpenFile | null>;
  /** Deletes the file with this name, if there is one. */
  remove(name: string): Promise<void>;
  /** Lists all stored files. */
  list(): AsyncIterable<{ readonly name: string; readonly keptAt: Date }>;
}

/** For use in a `catch`: throws the failure as its `storageRefusal`. */
export function orRefuse(cause: unknown): never {
  throw storageRefusal(cause);
}

/** The answer to a client whose file could not be stored: 507 when the disk is full, 503 otherwise. */
export function storageRefusal(cause: unknown): HttpError {
  const isFull = ['ENOSPC', 'EDQUOT'].includes((cause as NodeJS.ErrnoException).code ?? '');
  return isFull
    ? new HttpError(507, 'There is no room for this file on the server.', { cause })
    : new HttpError(503, 'The file could not be stored. Please try again later.', { cause });
}
