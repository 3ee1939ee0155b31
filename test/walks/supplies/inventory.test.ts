import { expect } from 'vitest';
import type { NoticesRef } from '../../../src/machines/session/notices.machine';
import { type InventorySnapshot, inventoryMachine } from '../../../src/machines/supplies/inventory.machine';
import {
  selectCategories,
  selectDispatched,
  selectFeed,
  selectFilter,
  selectHandling,
  selectInventory,
  selectIsExporting,
  selectItemDeleting,
  selectItemEdit,
  selectItemImport,
  selectScanning,
  selectStock,
} from '../../../src/machines/supplies/inventory.select';
import type { Inventory } from '../../../src/machines/supplies/ports';
import { testMutants } from '../../kit/mutants';
import {
  done,
  failed,
  promisePort,
  type RunningChart,
  recorder,
  said,
  scriptedWorld,
  streamPort,
  testWalk,
  walkOf,
} from '../../kit/walk';
import { bandage, failures, inventory, request } from './samples';

const props = () => ({
  ports: {
    categories: promisePort(),
    dispatched: streamPort(),
    exportItems: promisePort(),
    feed: streamPort(),
    handling: streamPort(),
    itemDeleting: promisePort(),
    itemEdit: streamPort(),
    itemImport: promisePort(),
    printPage: promisePort(),
    scanning: promisePort(),
    stock: promisePort(),
  },
  notices: recorder<NoticesRef>(),
});
type Setup = RunningChart<typeof inventoryMachine> & ReturnType<typeof props>;

const world = scriptedWorld();
const one = inventory();
const approved = request({ id: '8', status: 'APPROVED' });
/** Another manager has approved a request, and there are three rolls less. */
const other = inventory({
  stats: { pendingRequisitions: 1, readyForPickup: 1, lowStockItems: 1 },
  approved: [approved],
  items: [bandage({ quantity: 9 })],
});
/** An answer that was on its way when the request of Mira was decided. */
const readBefore = said('feed', { type: 'feed.fetched', data: one, lacks: ['7'] });
/** The only category was deleted. */
const uncategorised = inventory({ items: [bandage({ categoryId: null, categoryName: null })], categories: [] });

const isRefreshed = ({ ports }: Setup) => expect(ports.feed.received.at(-1)).toEqual({ type: 'feed.refresh' });
/** Which dialogs are open. */
const dialogs = ({ read }: Setup) => {
  const all: Readonly<Record<string, (snapshot: InventorySnapshot) => unknown>> = {
    Categories: selectCategories,
    ItemDeleting: selectItemDeleting,
    ItemEdit: selectItemEdit,
    ItemImport: selectItemImport,
    Scanning: selectScanning,
    Stock: selectStock,
  };
  return Object.entries(all).flatMap(([name, select]) => (read(select) === undefined ? [] : [name]));
};
const opens = (dialog: string, input: (setup: Setup, snapshot: InventorySnapshot) => void) => ({
  sees: (setup: Setup, snapshot: InventorySnapshot) => {
    expect(dialogs(setup)).toEqual([dialog]);
    input(setup, snapshot);
  },
});
const extended =
  (to: string) =>
  ({ context }: InventorySnapshot) =>
    context.isExtended ? to : null;

/** What the lists are right after a decision, before they have been fetched again. */
const decided = (change: string, pending: number, ready: number, stats: object) => ({
  to: 'shown',
  sees: (setup: Setup) => {
    const shown = setup.read(selectInventory);
    expect([shown?.pending.length, shown?.approved.length]).toEqual([pending, ready]);
    expect(shown?.stats).toMatchObject(stats);
    expect(setup.ports.feed.received.at(-1)).toEqual({ type: 'feed.refresh', change });
  },
});
/** The open form is told the present data of its item. The form of a new item has none. */
const tellsForm = (fetched: Inventory) => ({
  to: 'shown.dialog.editing',
  sees: ({ read, ports }: Setup, { context: { item } }: InventorySnapshot) => {
    expect(read(selectInventory)).toEqual(fetched);
    const news = { type: 'item.refreshed', item: fetched.items[0], categories: fetched.categories };
    expect(ports.itemEdit.received.at(-1)).toEqual(item ? news : undefined);
  },
});
/** Twelve rolls of bandage, of which some are promised to others. */
const fetchedWith = (promised: number) =>
  said('feed', { type: 'feed.fetched', data: inventory({ items: [bandage({ promised })] }) });
const dispatched = said('handling', {
  type: 'requisition.handled',
  requisition: request({ status: 'APPROVED' }),
  decision: 'dispatch',
});
/** The quantity of the bandage, and how much of it is promised. */
const stock = ({ read }: Setup) => {
  const [item] = read(selectInventory)?.items ?? [];
  return [item?.quantity, item?.promised];
};
/** How many are pending and ready, and what the dashboard says of both. */
const lists = ({ read }: Setup) => {
  const shown = read(selectInventory);
  return [shown?.pending.length, shown?.approved.length, shown?.stats.pendingRequisitions, shown?.stats.readyForPickup];
};
const counts = ({ context }: InventorySnapshot) => [
  context.inventory?.pending.length ?? 0,
  context.inventory?.approved.length ?? 0,
];

const walk = walkOf({
  machine: inventoryMachine,
  props,
  inputs: [true, false].map((isExtended) => ({ notices }: ReturnType<typeof props>) => ({
    userId: 'indu',
    world,
    notices: notices.ref,
    isExtended,
  })),
  key: ({ context: { inventory, item } }) => [(inventory?.approved.length ?? 0) > 0, item === null],
  samples: {
    fetched: said('feed', { type: 'feed.fetched', data: one }),
    'fetched later': said('feed', { type: 'feed.fetched', data: other }),
    'not fetched': said('feed', { type: 'feed.failed', error: failures['no network'] }),
    'something has changed': said('handling', { type: 'inventory.changed' }),
    'Mira is approved': said('handling', { type: 'requisition.handled', requisition: request(), decision: 'approve' }),
    'Mira is denied': said('handling', { type: 'requisition.handled', requisition: request(), decision: 'deny' }),
    'eight is dispatched': said('handling', {
      type: 'requisition.handled',
      requisition: approved,
      decision: 'dispatch',
    }),
    'only what is low': { type: 'items.filter', filter: { isLowOnly: true } },
    'only dressings': { type: 'items.filter', filter: { categoryId: '1' } },
    'new item': { type: 'item.new' },
    'edit the bandage': { type: 'item.edit', item: bandage() },
    'delete the bandage': { type: 'item.delete', item: bandage() },
    'stock of the bandage': { type: 'stock.view', item: bandage() },
    categories: { type: 'categories.manage' },
    import: { type: 'import.open' },
    scan: { type: 'scan.open', hasReader: true },
    export: { type: 'items.export' },
    print: { type: 'pickList.print' },
    'item saved': said('itemEdit', { type: 'xstate.done.actor.itemEdit' }),
    'item deleted': done('itemDeleting'),
    'stock seen': done('stock'),
    'categories seen': done('categories'),
    imported: done('itemImport'),
    'the bandage is found': done('scanning', { item: bandage(), newCode: null }),
    'a new code is found': done('scanning', { item: null, newCode: '4006' }),
    'nothing is found': done('scanning', { item: null, newCode: null }),
    exported: done('exportItems'),
    'not exported': failed('exportItems', failures['no network']),
    printed: done('printPage'),
    'not printed': failed('printPage'),
  },
  ways: [
    // An answer that was read before the decision brings nothing back; the next one says how it is.
    { way: ['fetched', 'Mira is approved', readBefore], sees: (setup) => expect(lists(setup)).toEqual([0, 1, 0, 1]) },
    { way: ['fetched', 'Mira is denied', readBefore], sees: (setup) => expect(lists(setup)).toEqual([0, 0, 0, 0]) },
    {
      way: ['fetched', 'Mira is approved', readBefore, readBefore],
      sees: (setup) => expect(lists(setup)).toEqual([0, 1, 0, 1]),
    },
    // What is approved is promised at once, and what is dispatched is taken out of the stock (DECISIONS 324).
    { way: [fetchedWith(4), 'Mira is approved'], sees: (setup) => expect(stock(setup)).toEqual([12, 7]) },
    { way: [fetchedWith(4), 'Mira is denied'], sees: (setup) => expect(stock(setup)).toEqual([12, 4]) },
    {
      way: [fetchedWith(4), 'Mira is approved', 'Mira is approved', dispatched],
      sees: (setup) => expect(stock(setup)).toEqual([9, 4]),
    },
    { way: [fetchedWith(4), dispatched], sees: (setup) => expect(stock(setup)).toEqual([12, 4]) },
    { way: ['fetched', 'Mira is approved', readBefore], sees: (setup) => expect(stock(setup)).toEqual([12, null]) },
    {
      way: ['fetched', 'Mira is approved', dispatched],
      sees: (setup) => expect(stock(setup)).toEqual([9, null]),
    },
    { way: ['fetched', 'Mira is approved', 'fetched'], sees: (setup) => expect(lists(setup)).toEqual([1, 0, 1, 0]) },
    {
      way: ['fetched', 'Mira is approved', 'fetched', readBefore],
      sees: (setup) => expect(lists(setup)).toEqual([1, 0, 1, 0]),
    },
    {
      // A category stays chosen for as long as there is one; the rest of the filter stays, too.
      way: ['fetched', 'only what is low', 'only dressings', 'fetched later'],
      sees: ({ read }) => expect(read(selectFilter)).toMatchObject({ categoryId: '1', isLowOnly: true }),
    },
    {
      way: [
        'fetched',
        'only what is low',
        'only dressings',
        said('feed', { type: 'feed.fetched', data: uncategorised }),
      ],
      sees: ({ read }) => expect(read(selectFilter)).toMatchObject({ categoryId: '', isLowOnly: true }),
    },
    {
      way: ['fetched', 'edit the bandage'],
      sees: ({ ports }) => expect(ports.itemEdit.calls.at(-1)).toMatchObject({ item: bandage() }),
    },
    {
      way: ['fetched', 'edit the bandage', 'item saved', 'new item'],
      sees: ({ ports }) => expect(ports.itemEdit.calls.at(-1)).toMatchObject({ item: null }),
    },
  ],
  states: {
    waiting: {
      sees: ({ read, ports }) => {
        expect(read(selectInventory)).toBe(null);
        expect(ports.feed.calls).toMatchObject([{ query: { userId: 'indu' } }]);
        expect([ports.handling.running, ports.dispatched.running]).toEqual([false, false]);
      },
      takes: { fetched: 'shown', 'fetched later': 'shown' },
    },
    shown: {
      sees: ({ read, ports }) => {
        const there = [read(selectFeed), read(selectHandling), read(selectDispatched), read(selectInventory)];
        expect(there).not.toContain(undefined);
        expect([ports.handling.calls.length, ports.dispatched.calls.length]).toEqual([1, 1]);
      },
      takes: {
        fetched: { to: 'shown', sees: ({ read }) => expect(read(selectInventory)).toEqual(one) },
        'fetched later': { to: 'shown', sees: ({ read }) => expect(read(selectInventory)).toEqual(other) },
        'something has changed': { to: 'shown', sees: isRefreshed },
        'Mira is approved': (snapshot) => {
          const [pending = 0, ready = 0] = counts(snapshot);
          const isThere = snapshot.context.inventory?.pending.some(({ id }) => id === '7');
          const isReady = snapshot.context.inventory?.approved.some(({ id }) => id === '7');
          return decided('7', pending - (isThere ? 1 : 0), ready + (isReady ? 0 : 1), {});
        },
        'Mira is denied': (snapshot) => {
          const [pending = 0, ready = 0] = counts(snapshot);
          const isThere = snapshot.context.inventory?.pending.some(({ id }) => id === '7');
          const isReady = snapshot.context.inventory?.approved.some(({ id }) => id === '7');
          return decided('7', pending - (isThere ? 1 : 0), ready - (isReady ? 1 : 0), {});
        },
        'eight is dispatched': (snapshot) => {
          const [pending = 0, ready = 0] = counts(snapshot);
          const { stats, approved: list = [] } = snapshot.context.inventory ?? one;
          const gone = list.filter(({ id }) => id === '8').length;
          return decided('8', pending, ready - gone, { readyForPickup: stats.readyForPickup - gone });
        },
        'only what is low': {
          to: 'shown',
          sees: ({ read }) => expect(read(selectFilter)).toMatchObject({ search: '', sort: 'name', isLowOnly: true }),
        },
        'only dressings': {
          to: 'shown',
          sees: ({ read }) => expect(read(selectFilter)).toMatchObject({ search: '', sort: 'name', categoryId: '1' }),
        },
      },
    },
    'shown.dialog.none': {
      sees: (setup) => expect(dialogs(setup)).toEqual([]),
      takes: {
        'new item': 'shown.dialog.editing',
        'edit the bandage': 'shown.dialog.editing',
        'delete the bandage': 'shown.dialog.deleting',
        categories: 'shown.dialog.managingCategories',
        'stock of the bandage': extended('shown.dialog.viewingStock'),
        import: extended('shown.dialog.importing'),
        scan: extended('shown.dialog.scanning'),
      },
    },
    'shown.dialog.editing': {
      ...opens('ItemEdit', ({ ports }, { context: { item, newCode, isExtended } }) =>
        expect(ports.itemEdit.calls.at(-1)).toMatchObject({
          item,
          barcode: newCode,
          isExtended,
          categories: [{ id: '1', name: 'Dressings' }],
        }),
      ),
      takes: {
        'item saved': 'shown.dialog.none',
        fetched: tellsForm(one),
        'fetched later': tellsForm(other),
      },
    },
    'shown.dialog.deleting': {
      ...opens('ItemDeleting', ({ ports }) =>
        expect(ports.itemDeleting.calls.at(-1)).toMatchObject({ item: bandage() }),
      ),
      takes: { 'item deleted': 'shown.dialog.none' },
    },
    'shown.dialog.viewingStock': {
      ...opens('Stock', ({ ports }) => expect(ports.stock.calls.at(-1)).toMatchObject({ item: bandage() })),
      takes: { 'stock seen': 'shown.dialog.none' },
    },
    'shown.dialog.managingCategories': {
      ...opens('Categories', ({ ports }) => expect(ports.categories.calls.at(-1)).toMatchObject({ world })),
      takes: { 'categories seen': 'shown.dialog.none' },
    },
    'shown.dialog.importing': {
      ...opens('ItemImport', ({ ports }) => expect(ports.itemImport.calls.at(-1)).toMatchObject({ world })),
      takes: { imported: 'shown.dialog.none' },
    },
    'shown.dialog.scanning': {
      ...opens('Scanning', ({ ports }) => expect(ports.scanning.calls.at(-1)).toMatchObject({ hasReader: true })),
      takes: {
        'the bandage is found': 'shown.dialog.viewingStock',
        'a new code is found': {
          to: 'shown.dialog.editing',
          sees: ({ ports }) => expect(ports.itemEdit.calls.at(-1)).toMatchObject({ item: null, barcode: '4006' }),
        },
        'nothing is found': 'shown.dialog.none',
      },
    },
    'shown.paper.idle': {
      sees: ({ read, ports }) => {
        expect([ports.printPage.running, ports.exportItems.running, read(selectIsExporting)]).toEqual([
          false,
          false,
          false,
        ]);
      },
      takes: {
        // What is ready is printed; without it there is nothing to pick.
        print: (snapshot) => ((counts(snapshot)[1] ?? 0) > 0 ? 'shown.paper.printing' : null),
        export: extended('shown.paper.exporting'),
      },
    },
    'shown.paper.printing': {
      sees: ({ ports }) => expect(ports.printPage.running).toBe(true),
      takes: {
        printed: 'shown.paper.idle',
        'not printed': {
          to: 'shown.paper.idle',
          sees: ({ notices }) =>
            expect(notices.received.at(-1)).toEqual({
              type: 'notice.show',
              tone: 'danger',
              text: 'This browser cannot print.',
            }),
        },
      },
    },
    'shown.paper.exporting': {
      sees: ({ ports, read }) => expect([ports.exportItems.running, read(selectIsExporting)]).toEqual([true, true]),
      takes: {
        exported: 'shown.paper.idle',
        'not exported': {
          to: 'shown.paper.idle',
          sees: ({ notices }) =>
            expect(notices.received.at(-1)).toEqual({
              type: 'notice.show',
              tone: 'danger',
              text: 'Failed to export the items.',
            }),
        },
      },
    },
  },
});
testWalk(walk);
testMutants(walk);
