import type { Readable } from 'node:stream';
import { HttpError } from '../../http/httpError';

/** The first and last byte that are wanted, both counted from 0 and included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A kept file that is about to be read. Either `read` it, once and to the end, or `close` it. */
interface OpenFile {
  /** In bytes. */
  readonly size: number;
  /** The whole file, or a stretch of it. Destroying the stream closes the file. */
  read(range?: ByteRange): Readable;
  close(): Promise<void>;
}

/** Where media is kept. Names are made of the characters a-z, 0-9 and the dot. */
export interface Storage {
  /** Moves a file of this machine into the storage: afterwards all of it is kept durably under the name, and `path` may be gone. */
  put(name: string, path: string): Promise<void>;
  /** Null when nothing is kept under this name. */
  open(name: string): Promise<OpenFile | null>;
  /** Deletes what is kept under a name, if there is anything. */
  remove(name: string): Promise<void>;
  /** Everything that is kept. */
  list(): AsyncIterable<{ readonly name: string; readonly keptAt: Date }>;
}

/** For a `catch`: throws the failure as its `storageRefusal`. */
export function orRefuse(cause: unknown): never {
  throw storageRefusal(cause);
}

/** What to tell a client whose file could not be stored: 507 where there is no room, 503 otherwise. */
export function storageRefusal(cause: unknown): HttpError {
  const isFull = ['ENOSPC', 'EDQUOT'].includes((cause as NodeJS.ErrnoException).code ?? '');
  return isFull
    ? new HttpError(507, 'There is no room for this file on the server.', { cause })
    : new HttpError(503, 'The file could not be stored. Please try again later.', { cause });
}
