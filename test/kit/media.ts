import { readdirSync, readFileSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import sharp from 'sharp';
import type { ChatGroupEntry, UploadAnswer } from '../../src/contract/chats';
import { type Answer, call, signIn, type TestServer } from './server';

/** A file as a client sends it. */
export interface Sample {
  readonly content: Uint8Array<ArrayBuffer>;
  /** The MIME type that the client sends. */
  readonly type: string;
  readonly name: string;
}

const fixture = (name: string, type: string): Sample => ({
  content: new Uint8Array(readFileSync(new URL(`../server/fixtures/${name}`, import.meta.url))),
  type,
  name,
});

/** Recorded by a browser, one second each. */
export const recordings = {
  voiceWebm: fixture('voice.webm', 'audio/webm;codecs=opus'),
  voiceMp4: fixture('voice.m4a', 'audio/mp4'),
  clipWebm: fixture('clip.webm', 'video/webm'),
  clipMp4: fixture('clip.mp4', 'video/mp4'),
};

/** A plain picture. */
export const picture = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 40, b: 40 } } });

/** A photo like those of a phone: 3 megapixels, 2 MB, rotated by metadata, with GPS coordinates. All have the same content. */
export async function photo(name = 'IMG_2041.jpeg'): Promise<Sample> {
  taken ??= takePhoto();
  return sample(await taken, 'image/jpeg', name);
}

/** Taken once for all tests of this worker, because it takes most of a second of the processor. */
let taken: Promise<Buffer> | null = null;
function takePhoto(): Promise<Buffer> {
  const grain = { type: 'gaussian', mean: 128, sigma: 25 } as const;
  const shapes = Buffer.from(
    '<svg width="2000" height="1500"><rect width="900" height="1500" fill="#2a7"/><circle cx="1400" cy="700" r="400" fill="#fb3"/></svg>',
  );
  return sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#888', noise: grain } })
    .composite([{ input: shapes, blend: 'overlay' }])
    .jpeg({ quality: 95 })
    .withExif({
      IFD0: { Make: 'Telephone' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '18/1 31/1 12/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '73/1 51/1 24/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

export const sample = (content: Uint8Array | string, type = 'image/jpeg', name = 'file.jpg'): Sample => ({
  content: Uint8Array.from(typeof content === 'string' ? Buffer.from(content) : content),
  type,
  name,
});

export const jpeg = async () => sample(await picture().jpeg().toBuffer());

/** Silence as a WAV file: half a second for 8,000 bytes. */
export function wav(bytes = 8000): Sample {
  const head = Buffer.alloc(44);
  head.write('RIFF');
  head.writeUInt32LE(36 + bytes, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(16_000, 24);
  head.writeUInt32LE(16_000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(bytes, 40);
  return sample(Buffer.concat([head, Buffer.alloc(bytes, 128)]), 'audio/wav', 'silence.wav');
}

/** Sends a form of files as a browser does, by default one in the part 'media'. */
export async function upload(
  base: string,
  path: string,
  token: string | undefined,
  files: Sample | readonly Sample[],
  {
    field = 'media',
    fields = {},
    headers = {},
  }: { field?: string; fields?: Readonly<Record<string, string>>; headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const { content, type, name } of [files].flat()) form.append(field, new Blob([content], { type }), name);
  const response = await fetch(base + path, {
    method: 'POST',
    body: form,
    headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

export const GLOBAL = '/api/gchat/media';

/** Uploads a file to the global chat. @throws Error if the server refuses */
export async function uploaded(base: string, token: string, file: Sample): Promise<UploadAnswer> {
  const { status, body } = await upload(base, GLOBAL, token, file);
  if (status !== 201) throw new Error(`not uploaded: ${status} ${JSON.stringify(body)}`);
  return body as UploadAnswer;
}

/** The stored files, and the files that are still arriving or were left over. */
export async function filesOf({ media }: Pick<TestServer, 'media'>) {
  const kept: string[] = [];
  for await (const { name } of media.storage.list()) kept.push(name);
  return { kept: kept.sort(), incoming: readdirSync(media.incoming) };
}

/** The id of the chat of a case, by the animal in its name. */
export async function chatOf(base: string, animal: string): Promise<string> {
  const { body } = await call(base, '/api/chat/groups', { token: await signIn(base, 'captain') });
  const found = (body as ChatGroupEntry[]).find(({ chatGroup }) => chatGroup.name.endsWith(animal));
  if (!found) throw new Error(`no chat about a ${animal}`);
  return found.chatGroup.id;
}

const BOUNDARY = 'limit-of-parts';

/** The header of a file part of a multipart form. */
export const partHead = (name = 'media', type = 'image/jpeg') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="file"\r\nContent-Type: ${type}\r\n\r\n`;
export const FORM_END = `\r\n--${BOUNDARY}--\r\n`;
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** An upload whose bytes the test sends itself, slowly or not at all. */
export interface SlowUpload {
  readonly request: ClientRequest;
  /** The answer, which may come before the upload is complete. Rejects if the connection breaks. */
  readonly answer: Promise<{ status: number; body: unknown }>;
}

/** Begins an upload and sends nothing of its body. The test writes to `request`. */
export function slowUpload(
  base: string,
  path: string,
  token: string,
  headers: Record<string, string> = {},
): SlowUpload {
  const asked = request(base + path, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': FORM_TYPE,
      ...headers,
    },
  });
  const answer = new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    asked.on('error', reject);
    asked.on('response', async (response: IncomingMessage) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) });
    });
  });
  // A test that breaks the connection itself does not await the answer; this prevents an unhandled rejection.
  answer.catch(() => {});
  return { request: asked, answer };
}
