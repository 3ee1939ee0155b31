import { eq } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { kindOf } from '../../../src/rules/media';
import { media } from '../../db/schema';
import { HttpError } from '../../http/httpError';
import type { App } from '../app';
import { isMediaId, MEDIA_PATH } from './address';
import { THUMBNAIL_TYPE } from './images';
import { readRange } from './range';
import { thumbnailNameOf } from './uploads';

interface Asked {
  Params: { id: string };
  Querystring: { thumbnail?: unknown };
}

const YEAR = 365 * 24 * 60 * 60;

/** Of a file that is no image, video or audio, a browser saves a copy instead of showing it (DECISIONS 6). */
const dispositionOf = (mime: string) => (kindOf(mime) ? 'inline' : 'attachment');

/**
 * GET and HEAD /media/{id}: no token is asked for, because an `<img>` cannot send one; the id is the permission (DECISIONS 6). With
 * `?thumbnail` the small picture of an image. A file never changes, so a copy may be kept; a stretch of it can be asked for.
 */
export function serveMedia(app: App): void {
  app.http.route<Asked>({
    method: ['GET', 'HEAD'],
    url: `${MEDIA_PATH}:id`,
    handler: async (request, reply) => {
      const { id } = request.params;
      const [row] = isMediaId(id)
        ? await app.db.select({ kind: media.kind, mime: media.mime }).from(media).where(eq(media.id, id))
        : [];
      const isThumbnail = row?.kind === 'IMAGE' && 'thumbnail' in request.query;
      const name = isThumbnail ? thumbnailNameOf(id) : id;
      const file = row && (await app.media.storage.open(name));
      if (!file) throw new HttpError(404, 'There is no such file.');

      const tag = `"${name}"`;
      if (isKnown(request, tag)) {
        await file.close();
        return setHeaders(reply, tag).status(304).send();
      }
      const range = isAboutThis(request, tag) ? readRange(request.headers.range, file.size) : null;
      if (range === 'none') {
        await file.close();
        reply.header('content-range', `bytes */${file.size}`);
        throw new HttpError(416, 'The file is shorter than that.');
      }

      const mime = isThumbnail ? THUMBNAIL_TYPE : row.mime;
      const { start, end } = range ?? { start: 0, end: file.size - 1 };
      setHeaders(reply, tag).headers({
        'content-type': mime,
        'content-disposition': dispositionOf(mime),
        'content-length': end - start + 1,
        ...(range && { 'content-range': `bytes ${start}-${end}/${file.size}` }),
      });
      reply.status(range ? 206 : 200);
      if (request.method === 'GET') return reply.send(file.read({ start, end }));
      await file.close();
      return reply.send();
    },
  });
}

/** A file that is opened as a page can do nothing (DECISIONS 6); what is let in is the browser's own viewer for it. */
const PAGE_POLICY = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox";

/** Any origin may have a file, an app of another host and the sandboxed viewer alike: its id is the permission. */
const setHeaders = (reply: FastifyReply, tag: string) =>
  reply.headers({
    etag: tag,
    'accept-ranges': 'bytes',
    'cache-control': `private, max-age=${YEAR}, immutable`,
    'content-security-policy': PAGE_POLICY,
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });

/** Whether the client has this very file already. */
const isKnown = ({ headers }: FastifyRequest<Asked>, tag: string) =>
  headers['if-none-match']?.split(',').some((known) => ['*', tag].includes(known.trim().replace(/^W\//, ''))) ?? false;

/** Whether a stretch of what the client has seen before is a stretch of this file. */
const isAboutThis = ({ headers }: FastifyRequest<Asked>, tag: string) =>
  headers['if-range'] === undefined || headers['if-range'] === tag;
