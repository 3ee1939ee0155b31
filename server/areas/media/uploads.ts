import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Limits } from '../../config';
import type { Db } from '../../db/open';
import { media } from '../../db/schema';
import { HttpError, mayBeStored } from '../../http/httpError';
import type { App } from '../app';
import { readMediaUrl, type SentMedia, sentMedia } from './address';
import { cleanImage } from './images';
import { stripMetadata } from './metadata/strip';
import { type FormShape, type ReceivedFile, type ReceivedForm, receiveForm } from './receive';
import { orRefuse, storageRefusal } from './storage';

/** The name under which the thumbnail of an image is stored. */
export const thumbnailNameOf = (id: string) => `${id}.thumbnail`;

/** The id in the name of a stored file or of its thumbnail. */
export const idInName = (name: string) => name.split('.')[0] ?? name;

/** The columns of the table `media` that are known when a file is stored. */
export type KeptFile = Pick<typeof media.$inferSelect, 'id' | 'kind' | 'mime' | 'bytes' | 'width' | 'height'>;

/** A form whose files have arrived but are not stored yet. */
interface ArrivedForm extends ReceivedForm {
  /**
   * Cleans and stores the files, then lets `store` write their rows. In this order a crash may leave a file without a row, which is
   * swept away, but never a row without its file. If `store` fails or says that it stored nothing, the files are removed. If the
   * outcome is unknown (the connection broke, perhaps after the COMMIT), the files stay and the sweep decides.
   * @throws HttpError as `cleanImage` does, 503 or 507 when the files cannot be stored.
   */
  keep<Result extends { readonly isStored: boolean }>(
    store: (files: readonly KeptFile[]) => Promise<Result>,
  ): Promise<Result>;
}

/**
 * Receives a form with files in a temporary folder, runs `work` on it, and always deletes the folder.
 * @throws HttpError as `receiveForm` does.
 */
export async function takeForm<Result>(
  app: App,
  request: FastifyRequest,
  shape: FormShape,
  work: (form: ArrivedForm) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(app.media.incoming, 'upload-')).catch(orRefuse);
  try {
    const received = await receiveForm(request, folder, shape, app.config.limits);
    return await work({ ...received, keep: (store) => keepFiles(app, request, folder, received.files, store) });
  } finally {
    // The work may be stored, so a failure must not make it look failed. A later sweep removes the folder.
    await rm(folder, { recursive: true, force: true }).catch((error) =>
      app.http.log.error({ err: error }, 'the folder of an upload was not removed'),
    );
  }
}

async function keepFiles<Result extends { readonly isStored: boolean }>(
  { config, media: { storage } }: App,
  { caller }: FastifyRequest,
  folder: string,
  received: readonly ReceivedFile[],
  store: (files: readonly KeptFile[]) => Promise<Result>,
): Promise<Result> {
  const kept: KeptFile[] = [];
  // A file that cannot be removed now has no row, so a later sweep removes it.
  const forgetAll = async () => {
    for (const { id } of kept) await removeFiles(storage, id).catch(() => {});
  };
  try {
    for (const file of received) {
      const { kind, mime, bytes, width, height, path, thumbnail } = await cleaned(
        file,
        folder,
        config.limits,
        caller?.id,
      );
      const id = randomBytes(16).toString('hex');
      kept.push({ id, kind, mime, bytes, width, height });
      await storage.put(id, path).catch(orRefuse);
      if (thumbnail !== undefined) await storage.put(thumbnailNameOf(id), thumbnail).catch(orRefuse);
    }
  } catch (error) {
    await forgetAll();
    throw error;
  }
  const result = await store(kept).catch(async (error) => {
    if (!mayBeStored(error)) await forgetAll();
    throw error;
  });
  if (!result.isStored) await forgetAll();
  return result;
}

async function cleaned(
  file: ReceivedFile,
  folder: string,
  { imagePixels, recordingParts }: Limits,
  userId: number | undefined,
): Promise<ReceivedFile & Pick<KeptFile, 'width' | 'height'> & { thumbnail?: string }> {
  if (file.kind !== 'IMAGE') {
    await stripMetadata(file.path, file.mime, recordingParts).catch((error) => {
      throw error instanceof HttpError ? error : storageRefusal(error);
    });
    return { ...file, width: null, height: null };
  }
  const own = await mkdtemp(join(folder, 'image-')).catch(orRefuse);
  return { ...file, ...(await cleanImage(file.path, own, imagePixels, userId)) };
}

/** Deletes a file and its thumbnail. */
export async function removeFiles(storage: App['media']['storage'], id: string): Promise<void> {
  await storage.remove(id);
  await storage.remove(thumbnailNameOf(id));
}

/** Deletes files whose rows are already deleted. The next sweep finds a file that cannot be deleted now. */
export async function forgetFiles({ media, http }: Pick<App, 'media' | 'http'>, ids: readonly string[]): Promise<void> {
  for (const id of ids)
    await removeFiles(media.storage, id).catch((error) => http.log.error({ err: error }, 'a file was not removed'));
}

/**
 * The file that this sender may attach to a message in this chat, locked until the transaction ends; null when the mediaUrl does
 * not name a file that they uploaded for this chat.
 */
export async function findOwnUpload(
  tx: Db,
  senderId: number,
  chatId: number,
  mediaUrl: string,
): Promise<SentMedia | null> {
  const id = readMediaUrl(mediaUrl);
  if (!id) return null;
  const [found] = await tx
    .select(sentMedia)
    .from(media)
    .where(and(eq(media.id, id), eq(media.uploaderId, senderId), eq(media.chatId, chatId)))
    .for('key share');
  return found ?? null;
}
