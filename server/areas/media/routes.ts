import multipart from '@fastify/multipart';
import type { preHandlerAsyncHookHandler } from 'fastify';
import { HttpError } from '../../http/httpError';
import { limit } from '../../http/limit';
import type { App } from '../app';
import { serveMedia } from './serve';
import { startSweeping } from './sweep';

/** What the routes that take files are given. */
export interface Uploads {
  /** The app, with a scope in which nothing but multipart is read. */
  readonly app: App;
  /** Lets a member do so many uploads at once and refuses more with 429. */
  readonly inTurn: <Result>(userId: number, work: () => Promise<Result>) => Promise<Result>;
  readonly uploadLimit: preHandlerAsyncHookHandler;
}

/** Serves the files, and registers the routes that take uploads. */
export async function mediaRoutes(app: App, uploadRoutes: readonly ((uploads: Uploads) => void)[]): Promise<void> {
  serveMedia(app);
  app.http.addHook('onClose', startSweeping(app));
  // In a scope of their own: only uploads accept multipart, and they accept nothing else.
  await app.http.register(async (http) => {
    http.removeAllContentTypeParsers();
    await http.register(multipart);
    http.addContentTypeParser('*', (_request, _payload, done) => done(new HttpError(415, 'Send multipart/form-data.')));
    const scoped = { ...app, http };
    const { uploadsAtOnce, uploadsPerHour } = app.config.limits;
    const uploads: Uploads = {
      app: scoped,
      inTurn: createTurns(uploadsAtOnce),
      uploadLimit: limit(scoped, uploadsPerHour, 'hour', ({ caller }) => `upload ${caller?.id}`),
    };
    for (const register of uploadRoutes) register(uploads);
  });
}

function createTurns(most: number) {
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
