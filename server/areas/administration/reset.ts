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
import { holdSuperAdmin } from './hold';

/**
 * What a reset empties (DECISIONS P16): all but accounts, roles, logins, push subscriptions, archives, the audit log and the row of the
 * global chat. In the order in which everything else locks them, so that nobody who is in the middle of something is waited for by
 * somebody whom they wait for.
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
 * Deletes everything but what `emptied` leaves out. Who writes at this moment is waited for; who wants to write waits, and then finds
 * everything gone.
 * @returns the files whose rows are gone.
 * @throws HttpError 403 unless a super admin asks.
 */
export const resetApplication = (db: Db, by: Pick<Caller, 'id'>): Promise<readonly string[]> =>
  db.transaction(async (tx) => {
    const admin = await holdSuperAdmin(tx, by.id);
    for (const table of emptied) await tx.execute(sql`lock table ${table} in exclusive mode`);
    const files = await tx.select({ id: media.id }).from(media);
    // What refers goes before what it refers to; the rest goes with it.
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
