import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { UploadAnswer } from '../../../src/contract/chats';
import type { Db } from '../../db/open';
import { media } from '../../db/schema';
import type { App } from '../../http/app';
import { Refused } from '../../http/refused';
import { mediaUrlOf, readMediaUrl, type SentMedia } from './address';
import { cleanImage } from './images';
import { type ReceivedFile, receiveFile } from './receive';
import { storageRefusal } from './storage';

/** Whose a file is, and the chat it is for. */
interface Destination {
  readonly uploaderId: number;
  readonly chatId: number;
}

/** What is kept of an upload. */
interface Kept extends ReceivedFile {
  readonly thumbnail?: string;
}

/** The name under which the small picture of an image is kept. */
export const thumbnailNameOf = (id: string) => `${id}.thumbnail`;

/**
 * Receives the file of an upload, cleans it and keeps it. On every way out nothing is left of it where it arrived.
 * @throws Refused as `receiveFile` and `cleanImage` do.
 */
export async function takeUpload(app: App, request: FastifyRequest, destination: Destination): Promise<UploadAnswer> {
  const { limits } = app.config;
  const folder = await mkdtemp(join(app.media.incoming, 'upload-')).catch((error) => {
    throw storageRefusal(error);
  });
  try {
    const received = await receiveFile(request, folder, limits);
    const isImage = received.kind === 'IMAGE';
    const kept = isImage ? { ...received, ...(await cleanImage(received.path, folder, limits.imagePixels)) } : received;
    return await keep(app, kept, destination);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** First the file, then its row: after a crash there may be a file too many, which is swept away, but never one too few. */
async function keep({ db, media: { storage } }: App, file: Kept, destination: Destination): Promise<UploadAnswer> {
  const { kind, mime, bytes, path, thumbnail } = file;
  const id = randomBytes(16).toString('hex');
  try {
    await putAll().catch((error) => {
      throw storageRefusal(error);
    });
    await db
      .insert(media)
      .values({ id, kind, mime, bytes, ...destination })
      .catch(refuseEnded);
  } catch (error) {
    await removeFiles(storage, id).catch(() => {});
    throw error;
  }
  return { mediaUrl: mediaUrlOf(id), mediaType: kind };

  async function putAll() {
    await storage.put(id, path);
    if (thumbnail !== undefined) await storage.put(thumbnailNameOf(id), thumbnail);
  }
}

const FOREIGN_KEY_VIOLATION = '23503';

/** The chat, or the member, was deleted while the file was on its way. */
function refuseEnded(error: Error): never {
  const { code } = (error.cause ?? {}) as { code?: unknown };
  if (code === FOREIGN_KEY_VIOLATION) throw new Refused(409, 'This chat has ended. The file was not kept.');
  throw error;
}

/** Forgets a file and its small picture. */
export async function removeFiles(storage: App['media']['storage'], id: string): Promise<void> {
  await storage.remove(id);
  await storage.remove(thumbnailNameOf(id));
}

/**
 * The file that a message of this sender in this chat may carry.
 * @throws Refused 400 when the mediaUrl is of no file that they have uploaded for this chat.
 */
export async function findOwnUpload(db: Db, senderId: number, chatId: number, mediaUrl: string): Promise<SentMedia> {
  const id = readMediaUrl(mediaUrl);
  const [found] = id
    ? await db
        .select({ id: media.id, kind: media.kind })
        .from(media)
        .where(and(eq(media.id, id), eq(media.uploaderId, senderId), eq(media.chatId, chatId)))
    : [];
  if (!found) throw new Refused(400, 'There is no such uploaded file.');
  return found;
}
