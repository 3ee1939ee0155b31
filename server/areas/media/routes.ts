import multipart from '@fastify/multipart';
import { endpoints } from '../../../src/contract/endpoints';
import type { ChatAddress } from '../../../src/contract/topics';
import type { App } from '../../http/app';
import { limit } from '../../http/limit';
import { Refused } from '../../http/refused';
import { route } from '../../http/route';
import { enterChat } from '../chat/access';
import { refuseClosed } from '../chat/actions';
import type { Caller } from '../session/callers';
import { ONE_FILE } from './receive';
import { serveMedia } from './serve';
import { startSweeping } from './sweep';
import { takeUpload } from './uploads';

/** Uploads to both chats (S1 §7), and the files themselves. */
export async function mediaRoutes(app: App): Promise<void> {
  serveMedia(app);
  const stopSweeping = startSweeping(app);
  app.http.addHook('onClose', async () => {
    await stopSweeping();
    app.media.close();
  });
  // In a scope of their own: nothing but uploads takes multipart, and uploads take nothing else.
  await app.http.register(async (http) => {
    http.removeAllContentTypeParsers();
    await http.register(multipart);
    http.addContentTypeParser('*', (_request, _payload, done) => done(new Refused(415, ONE_FILE)));
    uploadRoutes({ ...app, http });
  });
}

function uploadRoutes(app: App): void {
  const { uploadsPerHour } = app.config.limits;
  const inTurn = createTurns(app.config.limits.uploadsAtOnce);
  const options = {
    status: 201,
    limits: [limit(app, uploadsPerHour, 'hour', ({ caller }) => `upload ${caller?.id}`)],
  } as const;

  /** Who may not write there is refused before a byte of the file is read. */
  async function upload(caller: Caller, address: ChatAddress, request: Parameters<typeof takeUpload>[1]) {
    const chat = await enterChat(app.db, caller, address);
    refuseClosed(chat);
    return inTurn(caller.id, () => takeUpload(app, request, { uploaderId: caller.id, chatId: chat.id }));
  }

  route(
    app,
    endpoints.chatMedia,
    ({ caller, params, request }) => upload(caller, { kind: 'incident', chatId: params.chatId }, request),
    options,
  );
  route(app, endpoints.globalMedia, ({ caller, request }) => upload(caller, { kind: 'global' }, request), options);
}

/** Lets each member do so many things at once and refuses more with 429. */
function createTurns(most: number) {
  const underway = new Map<number, number>();
  return async <Result>(userId: number, work: () => Promise<Result>): Promise<Result> => {
    const count = underway.get(userId) ?? 0;
    if (count >= most) throw new Refused(429, 'Too many uploads at once. Please wait until one of them is done.');
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
