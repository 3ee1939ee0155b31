import { ne, sql } from 'drizzle-orm';
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
 * Empties the tables in `emptied`. Waits for transactions that are writing; later writers wait and then find the data deleted.
 * @returns the files whose rows were deleted.
 * @throws HttpError 403 unless the caller is a super admin.
 */
export const resetApplication = (db: Db, by: Pick<Caller, 'id'>): Promise<readonly string[]> =>
  db.transaction(async (tx) => {
    const admin = await lockSuperAdmin(tx, by.id);
    for (const table of emptied) await tx.execute(sql`lock table ${table} in exclusive mode`);
    const files = await tx.select({ id: media.id }).from(media);
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
    await tx.delete(idempotencyKeys);
    await audit(tx, admin, 'application.reset');
    return files.map(({ id }) => id);
  });
