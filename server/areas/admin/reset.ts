import { ne, or, sql } from 'drizzle-orm';
import type { Caller } from '../../core';
import type { Db } from '../../db/open';
import {
  caseMembers,
  cases,
  chats,
  GLOBAL_CHAT,
  idempotencyKeys,
  incidentChanges,
  incidentInterest,
  incidentNotes,
  incidents,
  inventoryBatches,
  inventoryCategories,
  inventoryItems,
  kitItems,
  media,
  messageReactions,
  messageReads,
  messages,
  messageVersions,
  notifications,
  readPositions,
  requisitionItems,
  requisitions,
  stockEvents,
} from '../../db/schema';
import { doOnce, type OnceKey } from '../../http/once';
import { audit } from './audit';
import { lockSuperAdmin } from './guard';

/**
 * The tables that a reset empties (DECISIONS P16): all except those of accounts, roles, logins, push subscriptions, archives and
 * the audit log; the row of the global chat also stays. They are locked in the order in which other transactions lock them, to
 * avoid deadlocks.
 */
const emptied = [
  idempotencyKeys,
  incidents,
  cases,
  caseMembers,
  incidentInterest,
  incidentNotes,
  incidentChanges,
  requisitions,
  requisitionItems,
  kitItems,
  inventoryItems,
  inventoryCategories,
  inventoryBatches,
  stockEvents,
  media,
  messages,
  messageVersions,
  messageReads,
  messageReactions,
  readPositions,
  chats,
  notifications,
] as const;

/**
 * Empties the tables in `emptied`, once per Idempotency-Key (DECISIONS 281): only the key of this reset stays. Waits for transactions
 * that are writing; later writers wait and then find the data deleted.
 * @returns the answer, whether the reset was made by this call, and the files whose rows were deleted.
 * @throws HttpError 403 unless the caller is a super admin.
 */
export const resetApplication = (db: Db, by: Pick<Caller, 'id'>, key: OnceKey | null) =>
  db.transaction(async (outer) => {
    const admin = await lockSuperAdmin(outer, by.id);
    // Before the key is claimed: of two resets that had each claimed a key, neither could lock the table of the keys.
    for (const table of emptied) await outer.execute(sql`lock table ${table} in exclusive mode`);
    let files: readonly string[] = [];
    const done = await doOnce(outer, key, async (tx) => {
      files = (await tx.select({ id: media.id }).from(media)).map(({ id }) => id);
      // Rows are deleted before the rows to which they refer. Tables that are not named here are emptied by cascades.
      await tx.delete(messages);
      await tx.delete(media);
      await tx.delete(incidents);
      await tx.delete(chats).where(ne(chats.id, GLOBAL_CHAT));
      await tx.delete(notifications);
      await tx.delete(stockEvents);
      await tx.delete(kitItems);
      await tx.delete(requisitions);
      await tx.delete(inventoryItems);
      await tx.delete(inventoryCategories);
      const others = key && or(ne(idempotencyKeys.userId, key.userId), ne(idempotencyKeys.key, key.key));
      await tx.delete(idempotencyKeys).where(others ?? undefined);
      await audit(tx, admin, 'application.reset');
      return { message: 'All data but the accounts are deleted.' };
    });
    return { ...done, files };
  });
