import { eq } from 'drizzle-orm';
import { inventoryEndpoints as calls } from '../../../src/contract/endpoints/inventory';
import { EXPIRES_SOON_DAYS, LedgerQuery, RequisitionsQuery, type SupplyStats } from '../../../src/contract/inventory';
import { type RequisitionStatus, SeenQuantityQuery } from '../../../src/contract/supplies';
import type { Db } from '../../db/open';
import { requisitions } from '../../db/schema';
import { route } from '../../http/route';
import type { App } from '../app';
import { lockMember } from '../session/callers';
import { createCategory, deleteCategory, listCategories, renameCategory } from './categories';
import { type ChangeCall, type Changed, changeSupplies } from './change';
import { writeCsv } from './csv';
import { dayAfter } from './days';
import { approve, deny, dispatch, type Handling } from './handling';
import { importItems } from './import';
import { adjustStock, countLow, createItem, deleteItem, findItem, findUsage, listItems, updateItem } from './items';
import { listBatches, listEvents, listExpiring } from './ledger';
import type { SupplyNews } from './news';
import { idIn, requireManager, unknownCategory, unknownItem, unknownRequisition } from './refusals';
import { findRequisition, listRequisitions } from './requisitions';

/** The largest body of an import, in bytes: enough for the longest text of the contract with any JSON escapes. */
const IMPORT_BYTES = 6 * 1024 * 1024;

/** Carries out a change by an inventory manager, whose roles are read again in the transaction. */
function manage(app: App, call: ChangeCall, work: (tx: Db, by: number) => Promise<Changed>): Promise<unknown> {
  requireManager(call.caller);
  return changeSupplies(app, call, async (tx) => {
    requireManager(await lockMember(tx, call.caller.id));
    return work(tx, call.caller.id);
  });
}

/** Routes of items, stock and categories, S2 §7. All members may read the categories (DECISIONS 16). */
export function inventoryRoutes(app: App): void {
  const { db } = app;
  const isOfInventory = true;
  const news: SupplyNews = { isOfInventory };

  route(
    app,
    calls.createItem,
    (call) =>
      manage(app, call, async (tx, by) => {
        const id = await createItem(tx, call.body, by);
        return { answer: await findItem(tx, id), news };
      }),
    { status: 201 },
  );
  route(
    app,
    calls.updateItem,
    (call) => {
      const id = idIn(call.params.id, unknownItem);
      return manage(app, call, async (tx, by) => {
        const toTell = await updateItem(tx, id, call.body, by, call.query.seen);
        return { answer: await findItem(tx, id), news: { isOfInventory, toTell } };
      });
    },
    { query: SeenQuantityQuery },
  );
  route(app, calls.deleteItem, (call) => {
    const id = idIn(call.params.id, unknownItem);
    return manage(app, call, async (tx, by) => {
      await deleteItem(tx, id, by);
      return { answer: { message: 'Item deleted.' }, news };
    });
  });
  route(app, calls.changeStock, (call) => {
    const id = idIn(call.params.id, unknownItem);
    return manage(app, call, async (tx, by) => {
      const toTell = await adjustStock(tx, id, call.body, by);
      return { answer: await findItem(tx, id), news: { isOfInventory, toTell } };
    });
  });

  route(app, calls.categories, () => listCategories(db));
  route(
    app,
    calls.createCategory,
    (call) => manage(app, call, async (tx) => ({ answer: await createCategory(tx, call.body.name), news })),
    { status: 201 },
  );
  route(app, calls.updateCategory, (call) => {
    const id = idIn(call.params.id, unknownCategory);
    return manage(app, call, async (tx) => ({ answer: await renameCategory(tx, id, call.body.name), news }));
  });
  route(app, calls.deleteCategory, (call) => {
    const id = idIn(call.params.id, unknownCategory);
    return manage(app, call, async (tx) => {
      await deleteCategory(tx, id);
      return { answer: { message: 'Category deleted.' }, news };
    });
  });

  route(
    app,
    calls.importItems,
    (call) =>
      manage(app, call, async (tx, by) => {
        const { answer, toTell } = await importItems(tx, call.body, by);
        return { answer, news: answer.isApplied ? { isOfInventory, toTell } : {} };
      }),
    { bodyLimit: IMPORT_BYTES },
  );
}

/** Routes from which inventory managers read, S2 §7 and beyond. */
export function stockRoutes(app: App): void {
  const { db } = app;
  const count = (status: RequisitionStatus) => db.$count(requisitions, eq(requisitions.status, status));

  route(app, calls.supplyStats, async ({ caller }): Promise<SupplyStats> => {
    requireManager(caller);
    return {
      pendingRequisitions: await count('PENDING'),
      readyForPickup: await count('APPROVED'),
      lowStockItems: await countLow(db),
    };
  });
  route(app, calls.itemUsage, ({ caller, params }) => {
    requireManager(caller);
    return findUsage(db, idIn(params.id, unknownItem));
  });
  route(
    app,
    calls.stockEvents,
    ({ caller, params, query }) => {
      requireManager(caller);
      return listEvents(db, idIn(params.id, unknownItem), query.before);
    },
    { query: LedgerQuery },
  );
  route(app, calls.itemBatches, ({ caller, params }) => {
    requireManager(caller);
    return listBatches(db, idIn(params.id, unknownItem));
  });
  route(app, calls.expiringBatches, ({ caller }) => {
    requireManager(caller);
    return listExpiring(db, dayAfter(new Date(), EXPIRES_SOON_DAYS));
  });
  route(app, calls.exportItems, async ({ caller }) => {
    requireManager(caller);
    return { csv: writeCsv(await listItems(db)) };
  });
}

/** Routes with which inventory managers handle the requisitions of members, S2 §4. */
export function requisitionRoutes(app: App): void {
  route(
    app,
    calls.requisitions,
    ({ caller, query }) => {
      requireManager(caller);
      return listRequisitions(app.db, caller.id, query.status);
    },
    { query: RequisitionsQuery },
  );

  /** Carries out a decision and answers with the requisition. Only its id is stored for repeats, as its member may be deleted (P7). */
  const decide = async (call: ChangeCall, given: string, work: (tx: Db, handling: Handling) => Promise<SupplyNews>) => {
    requireManager(call.caller);
    const id = idIn(given, unknownRequisition);
    const requester = async () => {
      const [row] = await app.db
        .select({ userId: requisitions.userId })
        .from(requisitions)
        .where(eq(requisitions.id, id));
      return row?.userId ?? null;
    };
    const decideOnce = async (tx: Db) => ({ answer: { id }, news: await work(tx, { id, by: call.caller }) });
    await changeSupplies(app, call, decideOnce, requester);
    return findRequisition(app.db, id, call.caller.id);
  };
  route(app, calls.approveRequisition, (call) => decide(call, call.params.id, approve));
  route(app, calls.denyRequisition, (call) =>
    decide(call, call.params.id, (tx, handling) => deny(tx, handling, call.body?.reason)),
  );
  route(app, calls.dispatchRequisition, (call) => decide(call, call.params.id, dispatch));
}
