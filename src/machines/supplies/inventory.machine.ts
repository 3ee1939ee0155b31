import { type ActorRefFrom, assertEvent, assign, enqueueActions, type SnapshotFrom, sendTo } from 'xstate';
import { madeOf } from '../../contract/lists';
import type { InventoryItem } from '../../contract/supplies';
import { everyItem, type ItemFilter } from '../../rules/supplies/inventory';
import { stockTexts } from '../../rules/supplies/inventoryTexts';
import type { World } from '../../rules/world';
import { type FeedFact, feedOf, mayLack } from '../feed.machine';
import { alertNotice, type NoticesRef } from '../session/notices.machine';
import { workflow } from '../supervision';
import { categoriesMachine } from './categories.machine';
import { dispatchedMachine } from './dispatched.machine';
import { handlingMachine } from './handling.machine';
import { itemDeletingMachine } from './itemDeleting.machine';
import { itemEditMachine } from './itemEdit.machine';
import { itemImportMachine } from './itemImport.machine';
import { exportItems, type Inventory, type InventoryFact, type InventoryQuery, printPage } from './ports';
import { scanningMachine } from './scanning.machine';
import { stockMachine } from './stock.machine';

interface InventoryInput {
  readonly userId: string;
  readonly world: Pick<World, 'createId'>;
  readonly notices: NoticesRef;
  /** Whether the server has the capability 'supplies'. */
  readonly isExtended: boolean;
}

interface InventoryContext extends InventoryInput {
  /** Null until it is fetched. */
  readonly inventory: Inventory | null;
  /** The decisions since the lists were requested. An answer that was on its way is shown with them. */
  readonly decided: readonly HandledFact[];
  readonly filter: ItemFilter;
  /** The item of the open dialog; null for a new one. */
  readonly item: InventoryItem | null;
  /** The barcode with which a new item is created. */
  readonly newCode: string;
  /** Whether this browser reads barcodes. */
  readonly hasReader: boolean;
}

type InventoryEvent =
  | FeedFact<Inventory>
  | InventoryFact
  | { type: 'items.filter'; filter: Partial<ItemFilter> }
  | { type: 'item.new' }
  | { type: 'item.edit'; item: InventoryItem }
  | { type: 'item.delete'; item: InventoryItem }
  | { type: 'stock.view'; item: InventoryItem }
  | { type: 'categories.manage' }
  | { type: 'import.open' }
  | { type: 'scan.open'; hasReader: boolean }
  | { type: 'items.export' }
  | { type: 'pickList.print' };

/**
 * Changes of the stock come in bursts, for example during an import, so changes within this time, in milliseconds, lead to one
 * fetch.
 */
const BURST = 300;

type HandledFact = InventoryFact & { type: 'requisition.handled' };

/**
 * The items after an approval or a dispatch. What is approved is promised, and no longer free for other requests (DECISIONS 324). A
 * dispatch takes it out of the stock. A server that sends no promises has none here, either: they are added up from the approved requests.
 */
function itemsAfter({ requisition, decision }: HandledFact, items: Inventory['items']): Inventory['items'] {
  const quantityOf = (itemId: string) =>
    requisition.items.reduce((sum, line) => (line.inventoryItemId === itemId ? sum + line.quantity : sum), 0);
  const changed = items.map((item) => {
    const [quantity, { promised }] = [quantityOf(item.id), item];
    if (decision === 'approve') return { ...item, promised: promised === null ? null : promised + quantity };
    return {
      ...item,
      quantity: Math.max(0, item.quantity - quantity),
      promised: promised === null ? null : Math.max(0, promised - quantity),
    };
  });
  return madeOf(changed, items);
}

/** The inventory after a decision, shown until it is fetched again. Lists that have it already stay as they are. */
function handled(inventory: Inventory, fact: HandledFact): Inventory {
  const { requisition, decision } = fact;
  const { stats } = inventory;
  const has = (list: Inventory['pending']) => list.some(({ id }) => id === requisition.id);
  const isNew = decision === 'approve' ? !has(inventory.approved) : decision === 'dispatch' && has(inventory.approved);
  const without = (list: Inventory['pending']) => list.filter(({ id }) => id !== requisition.id);
  const pending = without(inventory.pending);
  const approved = without(inventory.approved);
  if (decision === 'approve') approved.push({ ...requisition, status: 'APPROVED' });
  const moved = (before: Inventory['pending'], after: Inventory['pending']) => after.length - before.length;
  return {
    ...inventory,
    pending,
    approved,
    items: isNew ? itemsAfter(fact, inventory.items) : inventory.items,
    stats: {
      ...stats,
      pendingRequisitions: stats.pendingRequisitions + moved(inventory.pending, pending),
      readyForPickup: stats.readyForPickup + moved(inventory.approved, approved),
    },
  };
}

/** The central inventory (S2 §2, /inventory). Its feed fetches the data and knows whether they are up to date. */
export const inventoryMachine = workflow({
  types: {
    input: {} as InventoryInput,
    context: {} as InventoryContext,
    events: {} as InventoryEvent,
    children: {} as {
      categories: 'categories';
      dispatched: 'dispatched';
      exportItems: 'exportItems';
      feed: 'feed';
      handling: 'handling';
      itemDeleting: 'itemDeleting';
      itemEdit: 'itemEdit';
      itemImport: 'itemImport';
      printPage: 'printPage';
      scanning: 'scanning';
      stock: 'stock';
    },
  },
  actors: {
    categories: categoriesMachine,
    dispatched: dispatchedMachine,
    exportItems,
    feed: feedOf<Inventory, InventoryQuery>(),
    handling: handlingMachine,
    itemDeleting: itemDeletingMachine,
    itemEdit: itemEditMachine,
    itemImport: itemImportMachine,
    printPage,
    scanning: scanningMachine,
    stock: stockMachine,
  },
  guards: {
    isExtended: ({ context }) => context.isExtended,
    hasSomethingToPick: ({ context }) => (context.inventory?.approved.length ?? 0) > 0,
  },
  actions: {
    refresh: sendTo('feed', { type: 'feed.refresh' }),
    keepInventory: assign(({ context, event }) => {
      assertEvent(event, 'feed.fetched');
      const decided = context.decided.filter(({ requisition }) => mayLack(event, requisition.id));
      // Without this a deleted category would leave the list empty, under a filter that is no longer offered.
      const isOffered = event.data.categories.some(({ id }) => id === context.filter.categoryId);
      return {
        decided,
        inventory: decided.reduce(handled, event.data),
        filter: isOffered ? context.filter : { ...context.filter, categoryId: everyItem.categoryId },
      };
    }),
    keepItem: assign({
      item: ({ event }) => {
        assertEvent(event, ['item.edit', 'item.delete', 'stock.view']);
        return event.item;
      },
    }),
  },
}).createMachine({
  id: 'inventory',
  context: ({ input }) => ({
    ...input,
    inventory: null,
    decided: [],
    filter: everyItem,
    item: null,
    newCode: '',
    hasReader: false,
  }),
  invoke: {
    id: 'feed',
    src: 'feed',
    input: ({ context: { userId }, self }) => ({ query: { userId }, gather: BURST, parent: self }),
  },
  initial: 'waiting',
  states: {
    waiting: {
      description:
        "There are no data yet: they are being fetched, or 'Failed to fetch all inventory data.' is shown. S2 §8",
      on: { 'feed.fetched': { target: 'shown', actions: 'keepInventory' } },
    },
    shown: {
      type: 'parallel',
      invoke: [
        {
          id: 'handling',
          src: 'handling',
          input: ({ context: { notices }, self }) => ({ parent: self, notices }),
        },
        { id: 'dispatched', src: 'dispatched' },
      ],
      on: {
        'feed.fetched': { actions: 'keepInventory' },
        'inventory.changed': { actions: 'refresh' },
        'requisition.handled': {
          actions: [
            assign(({ context: { inventory, decided }, event }) => ({
              inventory: inventory && handled(inventory, event),
              decided: [...decided, event],
            })),
            sendTo('feed', ({ event }) => ({ type: 'feed.refresh', change: event.requisition.id })),
          ],
          description:
            'A decided requisition leaves its list at once, so that nobody decides it twice, and an answer that was on its way does not bring it back.',
        },
        'items.filter': {
          actions: assign({ filter: ({ context, event }) => ({ ...context.filter, ...event.filter }) }),
        },
      },
      states: {
        dialog: {
          initial: 'none',
          states: {
            none: {
              on: {
                'item.new': { target: 'editing', actions: assign({ item: null, newCode: '' }) },
                'item.edit': { target: 'editing', actions: 'keepItem' },
                'item.delete': { target: 'deleting', actions: 'keepItem' },
                'stock.view': { guard: 'isExtended', target: 'viewingStock', actions: 'keepItem' },
                'categories.manage': { target: 'managingCategories' },
                'import.open': { guard: 'isExtended', target: 'importing' },
                'scan.open': {
                  guard: 'isExtended',
                  target: 'scanning',
                  actions: assign({ hasReader: ({ event }) => event.hasReader }),
                },
              },
            },
            editing: {
              on: {
                'feed.fetched': {
                  actions: enqueueActions(({ context, enqueue, event }) => {
                    enqueue('keepInventory');
                    const { items, categories } = event.data;
                    const item = items.find(({ id }) => id === context.item?.id);
                    if (item) enqueue.sendTo('itemEdit', { type: 'item.refreshed', item, categories });
                  }),
                  description: 'The form keeps what was typed, and is told what is current. DECISIONS K1, 253',
                },
              },
              invoke: {
                id: 'itemEdit',
                src: 'itemEdit',
                input: ({ context: { world, item, newCode, inventory, isExtended }, self }) => ({
                  parent: self,
                  world,
                  item,
                  barcode: newCode,
                  categories: inventory?.categories ?? [],
                  isExtended,
                }),
                onDone: { target: 'none' },
              },
            },
            deleting: {
              invoke: {
                id: 'itemDeleting',
                src: 'itemDeleting',
                input: ({ context: { item }, self }) => ({ parent: self, item: item as InventoryItem }),
                onDone: { target: 'none' },
              },
            },
            viewingStock: {
              description: 'The ledger of an item, its batches, and a change of its stock. DECISIONS 32, K1, K10',
              invoke: {
                id: 'stock',
                src: 'stock',
                input: ({ context: { item, world }, self }) => ({
                  parent: self,
                  world,
                  item: item as InventoryItem,
                }),
                onDone: { target: 'none' },
              },
            },
            managingCategories: {
              invoke: {
                id: 'categories',
                src: 'categories',
                input: ({ context: { world }, self }) => ({ parent: self, world }),
                onDone: { target: 'none' },
              },
            },
            importing: {
              invoke: {
                id: 'itemImport',
                src: 'itemImport',
                input: ({ context: { world }, self }) => ({ parent: self, world }),
                onDone: { target: 'none' },
              },
            },
            scanning: {
              invoke: {
                id: 'scanning',
                src: 'scanning',
                input: ({ context: { inventory, hasReader } }) => ({ items: inventory?.items ?? [], hasReader }),
                onDone: [
                  {
                    guard: ({ event }) => event.output.item !== null,
                    target: 'viewingStock',
                    actions: assign({ item: ({ event }) => event.output.item }),
                  },
                  {
                    guard: ({ event }) => event.output.newCode !== null,
                    target: 'editing',
                    actions: assign({ item: null, newCode: ({ event }) => event.output.newCode ?? '' }),
                  },
                  { target: 'none' },
                ],
              },
            },
          },
        },
        paper: {
          description: 'Prints the list, and exports the items as a file.',
          initial: 'idle',
          states: {
            idle: {
              on: {
                'pickList.print': { guard: 'hasSomethingToPick', target: 'printing' },
                'items.export': { guard: 'isExtended', target: 'exporting' },
              },
            },
            printing: {
              invoke: {
                id: 'printPage',
                src: 'printPage',
                onDone: { target: 'idle' },
                onError: {
                  target: 'idle',
                  actions: sendTo(({ context }) => context.notices, alertNotice(stockTexts.printFailure)),
                },
              },
            },
            exporting: {
              invoke: {
                id: 'exportItems',
                src: 'exportItems',
                onDone: { target: 'idle' },
                onError: {
                  target: 'idle',
                  actions: sendTo(({ context }) => context.notices, alertNotice(stockTexts.exportFailure)),
                },
              },
            },
          },
        },
      },
    },
  },
});
export type InventoryRef = ActorRefFrom<typeof inventoryMachine>;
export type InventorySnapshot = SnapshotFrom<typeof inventoryMachine>;
