import { and, desc, eq, lte } from 'drizzle-orm';
import type { Caller } from '../../core';
import type { Db } from '../../db/open';
import { GLOBAL_CHAT, messages } from '../../db/schema';
import { deleteUnsentMedia } from '../chat/files';
import { audit } from './audit';
import { lockSuperAdmin } from './guard';

/**
 * Deletes all messages of the global chat except the newest `keep`, with their files (S2 §7). Remaining answers to a deleted
 * message lose their reference to it. Messages sent meanwhile are newer, so they stay.
 * @returns the number of deleted messages, and the files whose rows were deleted.
 * @throws HttpError 403 unless the caller is a super admin.
 */
export const clearGlobalChat = (db: Db, by: Pick<Caller, 'id'>, keep: number) =>
  db.transaction(async (tx) => {
    const admin = await lockSuperAdmin(tx, by.id);
    const inGlobalChat = eq(messages.chatId, GLOBAL_CHAT);
    const [newest] = await tx
      .select({ id: messages.id })
      .from(messages)
      .where(inGlobalChat)
      .orderBy(desc(messages.id))
      .offset(keep)
      .limit(1);
    if (!newest) {
      await audit(tx, admin, 'chat.cleared', { details: detailsOf(0, keep) });
      return { count: 0, files: [] };
    }
    // A call that is answering one of these messages has locked it, so the deletion waits for it; a later call finds the message
    // deleted.
    const gone = await tx
      .delete(messages)
      .where(and(inGlobalChat, lte(messages.id, newest.id)))
      .returning({ mediaId: messages.mediaId });
    const mediaIds = gone.map(({ mediaId }) => mediaId).filter((id) => id !== null);
    const files = await deleteUnsentMedia(tx, mediaIds);
    await audit(tx, admin, 'chat.cleared', { details: detailsOf(gone.length, keep) });
    return { count: gone.length, files };
  });

const detailsOf = (count: number, keep: number) => `Messages deleted: ${count}. To keep: the newest ${keep}.`;
