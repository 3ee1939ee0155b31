import { type EventObject, fromPromise } from 'xstate';
import { inventoryEndpoints } from '../../contract/endpoints/inventory';
import { kitEndpoints } from '../../contract/endpoints/kits';
import { CallFailure, isWithdrawn, statusOf } from '../../contract/failure';
import { isAbsentFrom } from '../../contract/lists';
import { wireIdOf } from '../../contract/primitives';
import { type InventoryItem, quantityChangedText, type Requisition } from '../../contract/supplies';
import { feedOf } from '../../machines/feed.machine';
import { alertNotice, successNotice } from '../../machines/session/notices.machine';
import { fromStream } from '../../machines/supervision';
import { categoriesMachine } from '../../machines/supplies/categories.machine';
import { dispatchedMachine } from '../../machines/supplies/dispatched.machine';
import { handlingMachine } from '../../machines/supplies/handling.machine';
import { inventoryMachine } from '../../machines/supplies/inventory.machine';
import { itemDeletingMachine } from '../../machines/supplies/itemDeleting.machine';
import { itemEditMachine } from '../../machines/supplies/itemEdit.machine';
import { itemImportMachine } from '../../machines/supplies/itemImport.machine';
import { statusAfter } from '../../machines/supplies/permission';
import type { Inventory, InventoryQuery, ItemSaving, StockPage } from '../../machines/supplies/ports';
import { scanningMachine } from '../../machines/supplies/scanning.machine';
import { stockMachine } from '../../machines/supplies/stock.machine';
import { stockChangeMachine } from '../../machines/supplies/stockChange.machine';
import { writtenReason } from '../../rules/formInput';
import { inventoryTexts, lateStockFailure, requestName, stockTexts } from '../../rules/supplies/inventoryTexts';
import { watchBarcodes } from '../../services/device/barcodes';
import { readCsvFile, saveCsvFile } from '../../services/device/csvFile';
import { evenIfLeft } from '../evenIfLeft';
import { type Gateways, newsFor } from '../gateways';
import { keyed, orMade } from '../lostAnswers';

export { InventoryScreen } from '../../views/supplies/inventory/InventoryScreen';

/** News of the inventory. It comes over the manager's personal topic. */
const newsThrough = <Query>({ realtime, userId }: Gateways) =>
  fromStream<EventObject, Query>(({ sendBack }) =>
    realtime.watchMemberNews(userId() ?? '', ['supplies.changed', 'member.left'], newsFor(sendBack)),
  );

/** Fetches all data of the inventory in parallel. If one call fails, the whole fetch fails (S2 §8). */
const fetchInventoryThrough = ({ api, apiOptions: { can } }: Gateways) =>
  fromPromise<Inventory, InventoryQuery>(async ({ signal }) => {
    const withStatus = (status: string) => api.call(inventoryEndpoints.requisitions, { query: { status }, signal });
    const [stats, pending, approved, items, categories, expiring] = await Promise.all([
      api.call(inventoryEndpoints.supplyStats, { signal }),
      withStatus('PENDING'),
      withStatus('APPROVED'),
      api.call(kitEndpoints.inventoryItems, { signal }),
      api.call(inventoryEndpoints.categories, { signal }),
      can('supplies') ? api.call(inventoryEndpoints.expiringBatches, { signal }) : [],
    ]);
    return { stats, pending, approved, items, categories, expiring };
  });

const provideHandling = (gateways: Gateways) => {
  const { api, apiOptions } = gateways;
  return handlingMachine.provide({
    actors: {
      handleRequisition: evenIfLeft(gateways, ({ requisition, decision, reason }) => ({
        call: async () => {
          const params = { id: requisition.id };
          // The reason is beyond S2; the call of S2 has no body.
          const body = apiOptions.can('supplies') ? { reason } : undefined;
          const decide = () => {
            if (decision === 'approve') return api.call(inventoryEndpoints.approveRequisition, { params });
            if (decision === 'dispatch') return api.call(inventoryEndpoints.dispatchRequisition, { params });
            return api.call(inventoryEndpoints.denyRequisition, { params, body });
          };
          return orMade(gateways, decide, async (signal) => {
            const query = { status: statusAfter(decision) };
            const decided = await api.call(inventoryEndpoints.requisitions, { query, signal });
            return decided.some(({ id }) => id === requisition.id);
          });
        },
        name: requestName(requisition),
        doneNotice: () => successNotice(stockTexts.decided[decision]),
        failureText: (error) => inventoryTexts.decisionFailure(decision, error),
        ...(reason !== null && { written: writtenReason(reason) }),
      })),
    },
  });
};

/** What is on its way. It listens to the same news as the inventory. */
const provideDispatched = (gateways: Gateways) =>
  dispatchedMachine.provide({
    actors: {
      feed: feedOf<readonly Requisition[], undefined>(
        fromPromise(({ signal }) =>
          gateways.api.call(inventoryEndpoints.requisitions, { query: { status: 'DISPATCHED' }, signal }),
        ),
        newsThrough(gateways),
      ),
    },
  });

const fieldsOf = (request: ItemSaving['request']) => Object.keys(request) as (keyof typeof request)[];
/** Whether an item has in a field what is to be saved there. */
const hasIt = (item: InventoryItem, request: ItemSaving['request'], field: keyof ItemSaving['request']) =>
  String(item[field] ?? '') === String(request[field] ?? '');
/** Whether an item has everything that was to be saved. */
const isSaved = (item: InventoryItem, request: ItemSaving['request']) =>
  fieldsOf(request).every((field) => hasIt(item, request, field));

/**
 * What is to be saved at a server that does not compare quantities, and does not tell of changes, either: a form may be older than the last
 * dispatch. The fields that the manager has not changed go back as they are now (DECISIONS 138, 253).
 * @throws CallFailure 409 if the manager has typed a quantity in place of one that is there no more (DECISIONS K1)
 */
function broughtUpTo(present: InventoryItem, { request, seen }: ItemSaving): ItemSaving['request'] {
  if (!seen) return request;
  const untouched = fieldsOf(request).filter((field) => hasIt(seen, request, field));
  if (!untouched.includes('quantity') && present.quantity !== seen.quantity)
    throw new CallFailure('refused', 409, quantityChangedText(present.quantity));
  return { ...request, ...Object.fromEntries(untouched.map((field) => [field, present[field]])) };
}

/**
 * Deletes something, or finds that it is gone: because only the answer was lost, or because another manager has deleted it (DECISIONS 340,
 * 393).
 */
const deleted = (gateways: Gateways, call: () => Promise<unknown>, look: (signal: AbortSignal) => Promise<boolean>) =>
  orMade(gateways, call, look).catch((error) => {
    if (!isWithdrawn(error) || statusOf(error) !== 404) throw error;
  });

const provideItemEdit = (gateways: Gateways) => {
  const { api, apiOptions } = gateways;
  const fetchItem = async (itemId: string, signal?: AbortSignal) =>
    (await api.call(kitEndpoints.inventoryItems, { ...(signal && { signal }) })).find(({ id }) => id === itemId);
  return itemEditMachine.provide({
    actors: {
      saveItem: evenIfLeft(gateways, (saving) => {
        const { itemId, request, seen, key } = saving;
        const update = async (id: string) => {
          const present = apiOptions.can('supplies') ? undefined : await fetchItem(id);
          return api.call(inventoryEndpoints.updateItem, {
            params: { id },
            query: { seen: seen?.quantity },
            body: present ? broughtUpTo(present, saving) : request,
          });
        };
        return {
          call: () =>
            itemId === null
              ? api.call(inventoryEndpoints.createItem, { body: request, headers: keyed(key) })
              : orMade(
                  gateways,
                  () => update(itemId),
                  async (signal) => {
                    const item = await fetchItem(itemId, signal);
                    return item !== undefined && isSaved(item, request);
                  },
                ),
          name: request.name,
          doneNotice: () => successNotice(stockTexts.saved),
          failureText: (error: unknown) => inventoryTexts.itemFailure(error, itemId !== null),
        };
      }),
    },
  });
};

const provideItemDeleting = (gateways: Gateways) => {
  const { api } = gateways;
  return itemDeletingMachine.provide({
    actors: {
      checkUsage: fromPromise(({ input, signal }) =>
        api.call(inventoryEndpoints.itemUsage, { params: { id: input.itemId }, signal }),
      ),
      deleteItem: evenIfLeft(gateways, ({ itemId, name }) => ({
        call: () =>
          deleted(
            gateways,
            () => api.call(inventoryEndpoints.deleteItem, { params: { id: itemId } }),
            async (signal) =>
              isAbsentFrom(await api.call(kitEndpoints.inventoryItems, { signal }), ({ id }) => id === itemId),
          ),
        name,
        doneNotice: () => successNotice(stockTexts.deleted),
        failureText: inventoryTexts.itemDeletionFailure,
      })),
    },
  });
};

const provideCategories = (gateways: Gateways) => {
  const { api } = gateways;
  return categoriesMachine.provide({
    actors: {
      saveCategory: evenIfLeft(gateways, ({ categoryId, name, key }) => ({
        call: () =>
          categoryId === null
            ? api.call(inventoryEndpoints.createCategory, { body: { name }, headers: keyed(key) })
            : api.call(inventoryEndpoints.updateCategory, { params: { id: categoryId }, body: { name } }),
        name,
        doneNotice: () => successNotice(categoryId === null ? stockTexts.categoryAdded : stockTexts.categoryRenamed),
        failureText: (error) => inventoryTexts.categoryFailure(error, categoryId !== null),
      })),
      deleteCategory: evenIfLeft(gateways, ({ category }) => ({
        call: () =>
          deleted(
            gateways,
            () =>
              api.call(inventoryEndpoints.deleteCategory, {
                params: { id: String(wireIdOf(category)) },
                body: { name: category.name },
              }),
            async (signal) =>
              isAbsentFrom(await api.call(inventoryEndpoints.categories, { signal }), ({ id }) => id === category.id),
          ),
        name: category.name,
        doneNotice: () => successNotice(stockTexts.categoryDeleted),
        failureText: inventoryTexts.categoryDeletionFailure,
      })),
    },
  });
};

/** The stock of one item. It listens to the same news as the inventory. */
const provideStock = (gateways: Gateways) => {
  const { api } = gateways;
  return stockMachine.provide({
    actors: {
      feed: feedOf<StockPage, { itemId: string }>(
        fromPromise(async ({ input, signal }) => {
          const params = { id: input.itemId };
          const [events, batches] = await Promise.all([
            api.call(inventoryEndpoints.stockEvents, { params, signal }),
            api.call(inventoryEndpoints.itemBatches, { params, signal }),
          ]);
          return { events, batches };
        }),
        newsThrough(gateways),
      ),
      fetchOlder: fromPromise(({ input: { itemId, before }, signal }) =>
        api.call(inventoryEndpoints.stockEvents, { params: { id: itemId }, query: { before }, signal }),
      ),
      stockChange: stockChangeMachine.provide({
        actors: {
          changeStock: evenIfLeft(gateways, ({ itemId, name, request, key }) => ({
            call: () =>
              api.call(inventoryEndpoints.changeStock, {
                params: { id: itemId },
                body: request,
                headers: keyed(key),
              }),
            name,
            doneNotice: () => successNotice(stockTexts.changed(request.delta, '')),
            failureText: lateStockFailure,
          })),
        },
      }),
    },
  });
};

/** The inventory with its ports, and those of its dialogs. */
export function provideInventory(gateways: Gateways) {
  const { api } = gateways;
  return inventoryMachine.provide({
    actors: {
      feed: feedOf<Inventory, InventoryQuery>(fetchInventoryThrough(gateways), newsThrough(gateways)),
      handling: provideHandling(gateways),
      dispatched: provideDispatched(gateways),
      itemEdit: provideItemEdit(gateways),
      itemDeleting: provideItemDeleting(gateways),
      categories: provideCategories(gateways),
      stock: provideStock(gateways),
      itemImport: itemImportMachine.provide({
        actors: {
          readText: fromPromise(({ input }) => readCsvFile(input.file)),
          checkItems: fromPromise(({ input: { csv }, signal }) =>
            api.call(inventoryEndpoints.importItems, { body: { csv, apply: false }, signal }),
          ),
          importItems: evenIfLeft(gateways, ({ csv, seen, key }) => ({
            call: () =>
              api.call(inventoryEndpoints.importItems, { body: { csv, apply: true, seen }, headers: keyed(key) }),
            doneNotice: ({ isApplied }) =>
              isApplied ? successNotice(stockTexts.imported) : alertNotice(stockTexts.importOutdated),
            failureText: stockTexts.importFailure,
          })),
        },
      }),
      scanning: scanningMachine.provide({
        actors: { camera: fromStream(({ sendBack }) => watchBarcodes(sendBack)) },
      }),
      exportItems: fromPromise<void>(async ({ signal }) => {
        const { csv } = await api.call(inventoryEndpoints.exportItems, { signal });
        saveCsvFile('inventory.csv', csv);
      }),
      printPage: fromPromise<void>(async () => window.print()),
    },
  });
}
