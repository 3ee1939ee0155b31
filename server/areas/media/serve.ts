import { eq } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { kindOf } from '../../../src/rules/media/media';
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

/** Makes a browser save a file that is not an image, video or audio instead of showing it (DECISIONS 6). */
const dispositionOf = (mime: string) => (kindOf(mime) ? 'inline' : 'attachment');

/**
 * GET and HEAD /media/{id}. They need no token, because an `<img>` cannot send one; the id is the permission (DECISIONS 6).
 * `?thumbnail` asks for the thumbnail of an image. A file never changes, so it may be cached. Range requests are supported.
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

/** A file that is opened as a page can run nothing (DECISIONS 6). The exceptions are for the browser's own viewer. */
const PAGE_POLICY = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox";

/** Any origin may load a file, such as an app on another host or the sandboxed viewer, because the id is the permission. */
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

/** Whether the client already has this version of the file. */
const isKnown = ({ headers }: FastifyRequest<Asked>, tag: string) =>
  headers['if-none-match']?.split(',').some((known) => ['*', tag].includes(known.trim().replace(/^W\//, ''))) ?? false;

/** Whether If-Range allows a partial answer: the client's copy is of this version of the file. */
const isAboutThis = ({ headers }: FastifyRequest<Asked>, tag: string) =>
  headers['if-range'] === undefined || headers['if-range'] === tag;
