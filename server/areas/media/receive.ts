import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { uploadTexts } from '../../../src/rules/media/attachedFiles';
import { UNSUPPORTED_FILE } from '../../../src/rules/media/mediaTexts';
import type { Limits } from '../../config';
import { HttpError } from '../../http/httpError';
import { liftBodyTimeLimit } from '../../http/timeouts';
import { storageRefusal } from './storage';
import { type MediaType, SAMPLE, typeOf } from './types';

/** A file that has arrived. */
export interface ReceivedFile extends MediaType {
  readonly path: string;
  readonly bytes: number;
  /** SHA-256 of the bytes that were sent, in hex. */
  readonly digest: string;
}

/** The parts that a form must or may have. */
export interface FormShape {
  /** The name of the parts with files, and how many there may be. A form without a JSON part needs at least one file. */
  readonly files: string;
  readonly most: number;
  /** The name of the only JSON part. */
  readonly json?: string;
  /** The message when the body has any other form. */
  readonly complaint: string;
}

/** A form that has arrived. */
export interface ReceivedForm {
  readonly files: readonly ReceivedFile[];
  /** The content of the JSON part, not validated yet; undefined when the form has none. */
  readonly json: unknown;
}
const BROKEN = 'The upload broke off or is malformed. Please send it again.';

/** What a multipart body may hold besides the files and the JSON part, in bytes. */
const WRAPPING = 16 * 1024;

/**
 * Writes the files of a form to a folder while they arrive. Checks type and size on the way, so that a file that is refused is not
 * received to its end first.
 * @throws HttpError 400 when the body is malformed, 413 when it is too large, 415 when a file is not an image, video or audio, 503
 * or 507 when it cannot be written.
 */
export async function receiveForm(
  request: FastifyRequest,
  folder: string,
  shape: FormShape,
  limits: Limits,
): Promise<ReceivedForm> {
  if (!request.isMultipart()) throw new HttpError(400, shape.complaint);
  const room = roomOf(shape, limits);
  if (Number(request.headers['content-length'] ?? 0) > room.bytes + limits.bodyBytes + WRAPPING)
    throw new HttpError(413, room.complaint);
  // The connection may have ended since the call arrived. Nobody would tell the parser, which would wait for ever, and with it one of the
  // few uploads that a member may have at the same time.
  if (request.raw.destroyed) throw new HttpError(400, BROKEN);
  liftBodyTimeLimit(request.raw);
  request.raw.setTimeout(limits.uploadIdle);

  const files: ReceivedFile[] = [];
  let json: { readonly value: unknown } | null = null;
  let bytes = 0;
  try {
    for await (const part of request.parts(parsingOf(shape, limits))) {
      if (part.fieldname === shape.json && !json) json = { value: await readJsonPart(part, limits.bodyBytes) };
      else if (part.type === 'file' && part.fieldname === shape.files) {
        if (files.length === shape.most) throw new HttpError(400, overfull(shape));
        const file = await write(part, join(folder, `original-${files.length}`), limits.mediaBytes);
        bytes += file.bytes;
        if (bytes > room.bytes) throw new HttpError(413, room.complaint);
        files.push(file);
      } else throw new HttpError(400, shape.complaint);
    }
  } catch (error) {
    throw refusalFor(error);
  } finally {
    // The rest of a refused body is read and discarded, because browsers read no answer before they have sent everything.
    request.raw.unpipe();
    request.raw.resume();
  }
  // Everything has arrived. The following work may take longer than an upload may pause.
  request.raw.setTimeout(0);
  if (shape.json === undefined ? files.length === 0 : !json) throw new HttpError(400, shape.complaint);
  return { files, json: json?.value };
}

/** The most bytes that a form may hold, and the message when it holds more. */
function roomOf({ most }: FormShape, { mediaBytes, formBytes }: Limits) {
  const largest = Math.max(...Object.values(mediaBytes));
  return most === 1
    ? { bytes: largest, complaint: uploadTexts.tooLargeOfAnyKind(largest) }
    : { bytes: formBytes, complaint: uploadTexts.tooMuch(formBytes) };
}

/** The message for too many files. A form for one file has it in its general complaint. */
const overfull = ({ most, complaint }: FormShape) => (most === 1 ? complaint : uploadTexts.tooMany(most));

/** Limits that let the parser read just enough parts to notice that there are too many. The JSON part may be a field or a file. */
const parsingOf = ({ most }: FormShape, { bodyBytes }: Limits) => ({
  limits: {
    files: most + 2,
    fields: 2,
    parts: most + 3,
    fieldNameSize: 100,
    fieldSize: bodyBytes,
    fileSize: Number.POSITIVE_INFINITY,
  },
});

/**
 * Reads JSON from a field (already parsed if it declares application/json) or from a file, because a browser sends a Blob as a
 * file.
 */
async function readJsonPart(part: Multipart, most: number): Promise<unknown> {
  if (part.type === 'field') {
    if (part.valueTruncated) throw new HttpError(413, JSON_TOO_LARGE);
    return typeof part.value === 'string' && part.mimetype !== 'application/json'
      ? parseJson(part.value, part.fieldname)
      : part.value;
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of part.file as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > most) throw new HttpError(413, JSON_TOO_LARGE);
    chunks.push(chunk);
  }
  return parseJson(Buffer.concat(chunks).toString(), part.fieldname);
}

const JSON_TOO_LARGE = 'The request is too large.';

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new HttpError(400, `The part '${name}' must be JSON.`, { cause });
  }
}

async function write(part: MultipartFile, path: string, largest: Limits['mediaBytes']): Promise<ReceivedFile> {
  const chunks: AsyncIterableIterator<Buffer> = part.file[Symbol.asyncIterator]();
  const sample = await readSample(chunks);
  const type = await typeOf(sample, part.mimetype);
  if (!type) throw new HttpError(415, UNSUPPORTED_FILE);
  const { kind } = type;
  const hash = createHash('sha256');
  let bytes = 0;
  const whole = async function* () {
    yield sample;
    yield* chunks;
  };
  const measured = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > largest[kind]) throw new HttpError(413, uploadTexts.tooLarge(kind, largest[kind]));
      hash.update(chunk);
      yield chunk;
    }
  };
  await pipeline(whole, measured, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
  return { ...type, path, bytes, digest: hash.digest('hex') };
}

/** Reads as much of the file's beginning as its type needs; the rest stays in `chunks`. */
async function readSample(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  let sample = Buffer.alloc(0);
  while (sample.length < SAMPLE) {
    const next = await chunks.next();
    if (next.done) break;
    sample = Buffer.concat([sample, next.value]);
  }
  return sample;
}

/** An error of the file system names a system call. All other errors come from the way the body was sent. */
function refusalFor(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof Error && 'syscall' in error) return storageRefusal(error);
  return new HttpError(400, BROKEN, { cause: error });
}
