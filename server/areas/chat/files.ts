import { and, eq, notExists } from 'drizzle-orm';
import { isAnyOf } from '../../db/conditions';
import type { Db } from '../../db/open';
import { media, messages } from '../../db/schema';

/**
 * Deletes the rows of files whose messages were deleted, except of those that another message has, too. A call that is sending one of
 * them again is waited for, and its file is then kept.
 * @returns the ids of the files, for `forgetFiles` after the commit.
 */
export async function deleteUnsentMedia(tx: Db, mediaIds: readonly string[]): Promise<string[]> {
  const isOne = isAnyOf(media.id, mediaIds);
  await tx.select({ id: media.id }).from(media).where(isOne).orderBy(media.id).for('update');
  const isSent = tx.select({ id: messages.id }).from(messages).where(eq(messages.mediaId, media.id));
  const gone = await tx
    .delete(media)
    .where(and(isOne, notExists(isSent)))
    .returning({ id: media.id });
  return gone.map(({ id }) => id);
}
