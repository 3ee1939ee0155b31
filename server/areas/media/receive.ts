import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { MediaKind } from '../../../src/rules/media';
import { UNSUPPORTED_FILE } from '../../../src/rules/mediaTexts';
import type { Limits } from '../../config';
import { Refused } from '../../http/refused';
import { storageRefusal } from './storage';
import { type MediaType, SAMPLE, typeOf } from './types';

/** A file that has arrived. */
export interface ReceivedFile extends MediaType {
  readonly path: string;
  readonly bytes: number;
}

/** What is said about any other body. S1 §7: multipart with one file part 'media'. */
export const ONE_FILE = "Send one file, as multipart/form-data in a part named 'media'.";
const BROKEN = 'The upload broke off or is malformed. Please send it again.';

const nouns: Readonly<Record<MediaKind, string>> = { IMAGE: 'An image', VIDEO: 'A video', AUDIO: 'An audio file' };

/** What multipart may hold beside the file and its name, in bytes. */
const WRAPPING = 16 * 1024;
/** As much as it takes to see that there is more than one file. */
const parsing = { limits: { files: 2, fields: 2, parts: 3, fieldNameSize: 100, fieldSize: 1000, fileSize: Infinity } };

/**
 * Writes the one file of an upload to a folder as it arrives. Its type and size are judged on the way: what is refused is not
 * stored to its end.
 * @throws Refused 400 when the body is not one file in a part 'media', 413 when it is too large, 415 when it is no image, video
 * or audio, 503 or 507 when it cannot be written.
 */
export async function receiveFile(request: FastifyRequest, folder: string, limits: Limits): Promise<ReceivedFile> {
  if (!request.isMultipart()) throw new Refused(400, ONE_FILE);
  const largest = Math.max(...Object.values(limits.mediaBytes));
  if (Number(request.headers['content-length'] ?? 0) > largest + WRAPPING)
    throw new Refused(413, `A file may have at most ${inMegabytes(largest)}.`);
  request.raw.setTimeout(limits.uploadIdle);

  let received: ReceivedFile | null = null;
  try {
    for await (const part of request.parts(parsing)) {
      if (part.type !== 'file' || part.fieldname !== 'media' || received) throw new Refused(400, ONE_FILE);
      received = await write(part, join(folder, 'original'), limits.mediaBytes);
    }
  } catch (error) {
    throw refusalFor(error);
  } finally {
    // The rest of a refused body is read and thrown away: browsers read no answer before they have sent everything.
    request.raw.unpipe();
    request.raw.resume();
  }
  if (!received) throw new Refused(400, ONE_FILE);
  return received;
}

async function write(part: MultipartFile, path: string, largest: Limits['mediaBytes']): Promise<ReceivedFile> {
  const chunks: AsyncIterableIterator<Buffer> = part.file[Symbol.asyncIterator]();
  const sample = await readSample(chunks);
  const type = await typeOf(sample, part.mimetype);
  if (!type) throw new Refused(415, UNSUPPORTED_FILE);
  const { kind } = type;
  let bytes = 0;
  const whole = async function* () {
    yield sample;
    yield* chunks;
  };
  const measured = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > largest[kind])
        throw new Refused(413, `${nouns[kind]} may have at most ${inMegabytes(largest[kind])}.`);
      yield chunk;
    }
  };
  await pipeline(whole, measured, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
  return { ...type, path, bytes };
}

/** As much of the file's beginning as tells its type; the rest is left in `chunks`. */
async function readSample(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  let sample = Buffer.alloc(0);
  while (sample.length < SAMPLE) {
    const next = await chunks.next();
    if (next.done) break;
    sample = Buffer.concat([sample, next.value]);
  }
  return sample;
}

const inMegabytes = (bytes: number) => `${Math.round((bytes / 1024 / 1024) * 10) / 10} MB`;

/** Errors of the file system name a system call; all others come from how the body was sent. */
function refusalFor(error: unknown): Refused {
  if (error instanceof Refused) return error;
  if (error instanceof Error && 'syscall' in error) return storageRefusal(error);
  return new Refused(400, BROKEN, { cause: error });
}
