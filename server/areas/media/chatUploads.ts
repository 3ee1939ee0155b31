import type { FastifyRequest } from 'fastify';
import type { UploadAnswer } from '../../../src/contract/chats';
import { endpoints } from '../../../src/contract/endpoints';
import type { ChatAddress } from '../../../src/contract/topics';
import type { Caller } from '../../core';
import { isForeignKeyViolation } from '../../db/errors';
import { media } from '../../db/schema';
import { HttpError } from '../../http/httpError';
import { route } from '../../http/route';
import { enterChat, lockChat } from '../chat/access';
import { refuseClosed } from '../chat/actions';
import { mediaUrlOf } from './address';
import type { Uploads } from './routes';
import { type KeptFile, takeForm } from './uploads';

/** S1 §7: multipart with one file part 'media'. */
const oneFile = {
  files: 'media',
  most: 1,
  complaint: "Send one file, as multipart/form-data in a part named 'media'.",
};

/** Uploads to the chats of incidents and to the global chat, S1 §7. */
export function chatUploadRoutes({ app, withinUploadLimit, uploadLimit }: Uploads): void {
  const options = { status: 201, limits: [uploadLimit.each] } as const;

  /** Refuses a caller who may not write in this chat before reading any of the file. */
  async function upload(caller: Caller, address: ChatAddress, request: FastifyRequest): Promise<UploadAnswer> {
    refuseClosed(await enterChat(app.db, caller, address));
    return withinUploadLimit(caller.id, () =>
      takeForm(app, request, oneFile, async ({ keep }) => {
        const { file } = await keep((files) => store(caller, address, files));
        return { mediaUrl: mediaUrlOf(file.id), mediaType: file.kind };
      }),
    );
  }

  async function store(caller: Caller, address: ChatAddress, [file]: readonly KeptFile[]) {
    if (!file) throw new Error('an upload without a file');
    await app.db
      .transaction(async (tx) => {
        // Checked again: during the upload the case may have been closed, or the member may have left the team.
        const { chat } = (await lockChat(tx, address, [caller.id]))(caller.id);
        refuseClosed(chat);
        await tx.insert(media).values({ ...file, uploaderId: caller.id, chatId: chat.id });
      })
      .catch(refuseEnded);
    return { file, isStored: true };
  }

  route(
    app,
    endpoints.chatMedia,
    ({ caller, params, request }) => upload(caller, { kind: 'incident', chatId: params.chatId }, request),
    options,
  );
  route(app, endpoints.globalMedia, ({ caller, request }) => upload(caller, { kind: 'global' }, request), options);
}

/** Translates the errors of a chat that was deleted during the upload. */
function refuseEnded(error: unknown): never {
  if (isForeignKeyViolation(error) || (error instanceof HttpError && error.statusCode === 404))
    throw new HttpError(409, 'This chat has ended. The file was not kept.');
  throw error;
}
