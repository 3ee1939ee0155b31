import { expect } from 'vitest';
import { CallFailure } from '../../../src/contract/failure';
import type { StockEvent } from '../../../src/contract/inventory';
import {
  type StockSnapshot,
  selectBatches,
  selectEvents,
  selectFeed,
  selectHasFailedOlder,
  selectHasOlder,
  selectIsFetchingOlder,
  selectIsGone,
  selectItem,
  selectQuantity,
  selectStockChange,
  stockMachine,
} from '../../../src/machines/supplies/stock.machine';
import { testMutants } from '../../kit/mutants';
import {
  done,
  failed,
  promisePort,
  type RunningChart,
  said,
  scriptedWorld,
  streamPort,
  testWalk,
  walkOf,
} from '../../kit/walk';
import { unreadable } from '../unreadable';
import { bandage, CHANGED, failures, listeners } from './samples';

const props = () => ({
  ports: { feed: streamPort(), fetchOlder: promisePort(), stockChange: streamPort() },
  ...listeners(),
});
type Setup = RunningChart<typeof stockMachine> & ReturnType<typeof props>;

/** Changes with these numbers as ids, newest first. A page of the ledger has 50. */
const ledger = (newest: number, oldest: number): StockEvent[] =>
  Array.from({ length: newest - oldest + 1 }, (_, index) => ({
    id: String(newest - index),
    at: '2026-03-10T08:00:00Z',
    by: 'Indu Rao',
    reason: 'restock',
    note: null,
    delta: 1,
    quantity: newest - index,
    requisitionId: null,
  }));
const batch = { itemId: '4', itemName: 'Bandage', unit: 'rolls', expiresOn: '2026-04-01', quantity: 12 };
const page = (newest: number, oldest: number) => ({
  type: 'feed.fetched',
  data: { events: ledger(newest, oldest), batches: [batch] },
});
const ids = ({ read }: Setup) => read(selectEvents)?.map(({ id }) => Number(id)) ?? [];
const ends = (setup: Setup) => [ids(setup)[0], ids(setup).at(-1), ids(setup).length];

/** What is known after the newest page has been fetched again. */
const fetched = (newest: number, oldest: number) => (snapshot: StockSnapshot) => ({
  to: snapshot.matches({ open: 'fetchingOlder' }) ? 'open.fetchingOlder' : 'open',
  sees: (setup: Setup) => {
    const known = snapshot.context.events?.map(({ id }) => Number(id)) ?? [];
    const met = known.indexOf(oldest);
    const size = newest - oldest + 1;
    expect(ends(setup)).toEqual(
      met < 0 ? [newest, oldest, size] : [newest, known.at(-1), size + known.length - met - 1],
    );
    expect(setup.read(selectBatches)).toEqual([batch]);
    // One quantity for the whole dialog, whatever the inventory says by now.
    expect(setup.read(selectQuantity)).toBe(newest);
    expect(setup.read(selectHasOlder)).toBe(met < 0 ? size >= 50 : snapshot.context.hasOlder);
  },
});

const walk = walkOf({
  machine: stockMachine,
  props,
  input: ({ parent }) => ({ parent: parent.ref, world: scriptedWorld(), item: bandage() }),
  key: ({ context: { events, hasOlder, before } }) => [events?.[0]?.id, events?.at(-1)?.id, hasOlder, before],
  samples: {
    'a full page': said('feed', page(70, 21)),
    'a change later': said('feed', page(71, 21)),
    'much later': said('feed', page(200, 151)),
    'a short ledger': said('feed', page(3, 1)),
    'no answer': said('feed', { type: 'feed.failed', error: failures['no network'] }),
    'it is gone': said('feed', { type: 'feed.failed', error: new CallFailure('refused', 404) }),
    'the stock was changed': said('stockChange', { type: 'stock.changed' }),
    'show earlier': { type: 'older.show' },
    'the rest': done('fetchOlder', ledger(20, 1)),
    'not the rest': failed('fetchOlder', failures['no network']),
    close: { type: 'modal.close' },
  },
  ways: [
    {
      way: ['a full page', 'show earlier'],
      sees: ({ ports }) => expect(ports.fetchOlder.calls.at(-1)).toMatchObject({ before: '21' }),
    },
    {
      // A row that cannot be read belongs to the page, which is a full one: there may be earlier changes (W4).
      way: [said('feed', { type: 'feed.fetched', data: { events: unreadable(ledger(70, 22)), batches: [] } })],
      sees: ({ read }) => expect([read(selectHasOlder), read(selectQuantity)]).toEqual([true, null]),
    },
  ],
  states: {
    open: {
      sees: ({ read, ports }) => {
        expect(ports.feed.calls).toMatchObject([{ query: { itemId: '4' }, gather: 0 }]);
        expect(ports.stockChange.calls).toMatchObject([{ itemId: '4', name: 'Bandage' }]);
        expect([read(selectItem), read(selectIsGone)]).toEqual([bandage(), false]);
        expect([read(selectFeed), read(selectStockChange)]).not.toContain(undefined);
      },
      takes: {
        'a full page': fetched(70, 21),
        'a change later': fetched(71, 21),
        'much later': fetched(200, 151),
        'a short ledger': fetched(3, 1),
        'the stock was changed': {
          to: 'open',
          sees: ({ ports, parent }) => {
            expect(ports.feed.received.at(-1)).toEqual({ type: 'feed.refresh' });
            expect(parent.received.at(-1)).toEqual(CHANGED);
          },
        },
        'it is gone': 'gone',
        close: 'closed',
      },
    },
    'open.reading': {
      sees: ({ read, ports }) =>
        expect([read(selectIsFetchingOlder), ports.fetchOlder.running]).toEqual([false, false]),
      takes: { 'show earlier': ({ context }) => (context.hasOlder ? 'open.fetchingOlder' : null) },
    },
    'open.reading.quiet': { sees: ({ read }) => expect(read(selectHasFailedOlder)).toBe(false) },
    'open.reading.failed': { sees: ({ read }) => expect(read(selectHasFailedOlder)).toBe(true) },
    'open.fetchingOlder': {
      sees: ({ read, ports }) => {
        expect([read(selectIsFetchingOlder), read(selectHasFailedOlder)]).toEqual([true, false]);
        expect(ports.fetchOlder.running).toBe(true);
        expect(ports.fetchOlder.calls.at(-1)).toMatchObject({ itemId: '4' });
      },
      takes: {
        'the rest': ({ context: { events, before, hasOlder } }) => ({
          to: 'open.reading.quiet',
          sees: (setup: Setup) => {
            const [last, size] = [events?.at(-1)?.id, events?.length ?? 0];
            // Where the ledger was fetched anew meanwhile, the rest would leave a gap: it is not taken.
            const isTaken = last === before;
            expect(ends(setup).slice(1)).toEqual(isTaken ? [1, size + 20] : [Number(last), size]);
            expect(setup.read(selectHasOlder)).toBe(!isTaken && hasOlder);
          },
        }),
        'not the rest': 'open.reading.failed',
      },
    },
    gone: {
      sees: ({ read, ports }) => {
        expect([read(selectIsGone), read(selectStockChange), ports.stockChange.running]).toEqual([
          true,
          undefined,
          false,
        ]);
      },
      takes: { close: 'closed' },
    },
    closed: {
      sees: ({ ports }) =>
        expect([ports.feed.running, ports.fetchOlder.running, ports.stockChange.running]).toEqual([
          false,
          false,
          false,
        ]),
    },
  },
});
testWalk(walk);
testMutants(walk);
