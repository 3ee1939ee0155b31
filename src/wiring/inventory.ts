import { type EventObject, fromPromise } from 'xstate';
import { inventoryEndpoints } from '../contract/endpoints/inventory';
import { kitEndpoints } from '../contract/endpoints/kits';
import { wireIdOf } from '../contract/primitives';
import type { Requisition } from '../contract/supplies';
import { feedOf } from '../machines/feed.machine';
import { fromStream } from '../machines/supervision';
import { categoriesMachine } from '../machines/supplies/categories.machine';
import { dispatchedMachine } from '../machines/supplies/dispatched.machine';
import { handlingMachine } from '../machines/supplies/handling.machine';
import { inventoryMachine } from '../machines/supplies/inventory.machine';
import { itemDeletingMachine } from '../machines/supplies/itemDeleting.machine';
import { itemEditMachine } from '../machines/supplies/itemEdit.machine';
import { itemImportMachine } from '../machines/supplies/itemImport.machine';
import type { Inventory, InventoryQuery, StockPage } from '../machines/supplies/ports';
import { scanningMachine } from '../machines/supplies/scanning.machine';
import { stockMachine } from '../machines/supplies/stock.machine';
import { stockChangeMachine } from '../machines/supplies/stockChange.machine';
import { inventoryTexts, stockTexts } from '../rules/inventoryTexts';
import { watchBarcodes } from '../services/barcodes';
import { readCsvFile, saveCsvFile } from '../services/csvFile';
import { evenIfLeft } from './evenIfLeft';
import { type Gateways, newsFor } from './gateways';
import { orMade } from './orMade';

export { InventoryScreen } from '../views/supplies/inventory/InventoryScreen';

const once = (key: string) => ({ 'Idempotency-Key': key });

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

/** The status of a requisition after each decision. */
const statusAfter = { approve: 'APPROVED', deny: 'DENIED', dispatch: 'DISPATCHED' } as const;

const provideHandling = (gateways: Gateways) => {
  const { api, apiOptions } = gateways;
  return handlingMachine.provide({
    actors: {
      handleRequisition: evenIfLeft(gateways, ({ requisitionId, decision, reason }) => ({
        call: async () => {
          const params = { id: requisitionId };
          // The reason is beyond S2; the call of S2 has no body.
          const body = apiOptions.can('supplies') ? { reason } : undefined;
          const decide = () => {
            if (decision === 'approve') return api.call(inventoryEndpoints.approveRequisition, { params });
            if (decision === 'dispatch') return api.call(inventoryEndpoints.dispatchRequisition, { params });
            return api.call(inventoryEndpoints.denyRequisition, { params, body });
          };
          return orMade(gateways, decide, async (signal) => {
            const query = { status: statusAfter[decision] };
            const decided = await api.call(inventoryEndpoints.requisitions, { query, signal });
            return decided.some(({ id }) => id === requisitionId);
          });
        },
        failureText: (error) => inventoryTexts.decisionFailure(decision, error),
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

const provideItemEdit = (gateways: Gateways) => {
  const { api } = gateways;
  return itemEditMachine.provide({
    actors: {
      saveItem: evenIfLeft(gateways, ({ itemId, request, seen, key }) => ({
        call: () =>
          itemId === null
            ? api.call(inventoryEndpoints.createItem, { body: request, headers: once(key) })
            : api.call(inventoryEndpoints.updateItem, {
                params: { id: itemId },
                query: { seen: seen ?? undefined },
                body: request,
              }),
        failureText: inventoryTexts.itemFailure,
      })),
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
      deleteItem: evenIfLeft(gateways, ({ itemId }) => ({
        call: () => api.call(inventoryEndpoints.deleteItem, { params: { id: itemId } }),
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
            ? api.call(inventoryEndpoints.createCategory, { body: { name }, headers: once(key) })
            : api.call(inventoryEndpoints.updateCategory, { params: { id: categoryId }, body: { name } }),
        failureText: inventoryTexts.categoryFailure,
      })),
      deleteCategory: evenIfLeft(gateways, ({ category }) => ({
        call: () =>
          api.call(inventoryEndpoints.deleteCategory, {
            params: { id: String(wireIdOf(category)) },
            body: { name: category.name },
          }),
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
          changeStock: evenIfLeft(gateways, ({ itemId, request, key }) => ({
            call: () =>
              api.call(inventoryEndpoints.changeStock, {
                params: { id: itemId },
                body: request,
                headers: once(key),
              }),
            failureText: stockTexts.changeFailure,
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
          importItems: fromPromise(({ input, signal }) =>
            api.call(inventoryEndpoints.importItems, { body: input, signal }),
          ),
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
