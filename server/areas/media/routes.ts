import multipart from '@fastify/multipart';
import { HttpError } from '../../http/httpError';
import { byCaller, createLimit } from '../../http/limit';
import type { App } from '../app';
import { serveMedia } from './serve';

/** What upload routes need. */
export interface Uploads {
  /** The app in a Fastify scope that accepts only multipart bodies. */
  readonly app: App;
  /** Runs an upload of a member; refuses with 429 when the member already has `uploadsAtOnce` uploads running. */
  readonly withinUploadLimit: <Result>(userId: number, work: () => Promise<Result>) => Promise<Result>;
  /** Refuses a member with 429 who has made `uploadsPerHour` uploads within an hour. */
  readonly uploadLimit: ReturnType<typeof createLimit>;
}

/** Registers the route that serves files, and the upload routes. */
export async function mediaRoutes(app: App, uploadRoutes: readonly ((uploads: Uploads) => void)[]): Promise<void> {
  serveMedia(app);
  // Upload routes have their own scope, because only they accept multipart and they accept nothing else.
  await app.http.register(async (http) => {
    http.removeAllContentTypeParsers();
    await http.register(multipart);
    http.addContentTypeParser('*', (_request, _payload, done) => done(new HttpError(415, 'Send multipart/form-data.')));
    const scoped = { ...app, http };
    const { uploadsAtOnce, uploadsPerHour } = app.config.limits;
    const uploads: Uploads = {
      app: scoped,
      withinUploadLimit: createConcurrencyLimit(uploadsAtOnce),
      uploadLimit: createLimit(uploadsPerHour, 'hour', byCaller),
    };
    for (const register of uploadRoutes) register(uploads);
  });
}

function createConcurrencyLimit(most: number) {
  const underway = new Map<number, number>();
  return async <Result>(userId: number, work: () => Promise<Result>): Promise<Result> => {
    const count = underway.get(userId) ?? 0;
    if (count >= most) throw new HttpError(429, 'Too many uploads at once. Please wait until one of them is done.');
    underway.set(userId, count + 1);
    try {
      return await work();
    } finally {
      const left = (underway.get(userId) ?? 1) - 1;
      if (left > 0) underway.set(userId, left);
      else underway.delete(userId);
    }
  };
}
