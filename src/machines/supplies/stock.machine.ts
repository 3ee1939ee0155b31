import { type ActorRefFrom, assign, type SnapshotFrom, sendTo } from 'xstate';
import { type Batch, LEDGER_PAGE, type StockEvent } from '../../contract/inventory';
import { isFullPage, madeOf, unreadableIn } from '../../contract/lists';
import type { InventoryItem } from '../../contract/supplies';
import type { World } from '../../rules/world';
import { type FeedFact, feedOf, isGone } from '../feed.machine';
import { workflow } from '../supervision';
import { fetchOlder, type InventoryParent, type StockPage } from './ports';
import { stockChangeMachine } from './stockChange.machine';

interface StockInput {
  readonly parent: InventoryParent;
  readonly world: Pick<World, 'createId'>;
  readonly item: InventoryItem;
}

interface StockContext extends StockInput {
  /** The fetched part of the ledger, newest first; null before the first answer. */
  readonly events: readonly StockEvent[] | null;
  readonly batches: readonly Batch[];
  /** Whether the ledger may have older changes than the fetched ones. */
  readonly hasOlder: boolean;
  /** The id of the change before which older ones were last requested. */
  readonly before: string;
}

type StockViewEvent =
  | FeedFact<StockPage>
  | { type: 'stock.changed' }
  | { type: 'older.show' }
  | { type: 'modal.close' };

/** After a full page there may be more changes. */
const isFull = (events: readonly StockEvent[]) => isFullPage(events, LEDGER_PAGE);

/**
 * Joins the newest page with the known changes. If they do not overlap, the known ones are dropped, because there would be a gap.
 */
function joined(page: readonly StockEvent[], known: readonly StockEvent[]): readonly StockEvent[] {
  const last = page.at(-1);
  const meets = known.findIndex(({ id }) => id === last?.id);
  return meets < 0 ? page : madeOf([...page, ...known.slice(meets + 1)], page, known);
}

/** The stock of one item: its ledger, its batches, and a change by hand (DECISIONS 32, K1, K10). It is done when it is closed. */
export const stockMachine = workflow({
  types: {
    input: {} as StockInput,
    context: {} as StockContext,
    events: {} as StockViewEvent,
    children: {} as { feed: 'feed'; fetchOlder: 'fetchOlder'; stockChange: 'stockChange' },
  },
  actors: { feed: feedOf<StockPage, { itemId: string }>(), fetchOlder, stockChange: stockChangeMachine },
  guards: { hasOlder: ({ context }) => context.hasOlder, isGone },
}).createMachine({
  id: 'stock',
  context: ({ input }) => ({ ...input, events: null, batches: [], hasOlder: false, before: '' }),
  initial: 'open',
  states: {
    open: {
      invoke: [
        {
          id: 'feed',
          src: 'feed',
          input: ({ context: { item }, self }) => ({ query: { itemId: item.id }, gather: 0, parent: self }),
        },
        {
          id: 'stockChange',
          src: 'stockChange',
          input: ({ context: { item, world }, self }) => ({ itemId: item.id, name: item.name, world, parent: self }),
        },
      ],
      on: {
        'feed.fetched': {
          actions: assign(({ context, event: { data } }) => {
            const events = joined(data.events, context.events ?? []);
            const isNew = events === data.events;
            return { events, batches: data.batches, hasOlder: isNew ? isFull(data.events) : context.hasOlder };
          }),
        },
        'feed.failed': {
          guard: 'isGone',
          target: 'gone',
          description: 'Somebody has deleted the item, or reset the application: trying again is of no use.',
        },
        'stock.changed': {
          actions: [
            sendTo('feed', { type: 'feed.refresh' }),
            sendTo(({ context }) => context.parent, { type: 'inventory.changed' }),
          ],
        },
        'modal.close': {
          target: 'closed',
          description: 'A change that is being saved goes on, and a notice says how it ends. DECISIONS 398',
        },
      },
      initial: 'reading',
      states: {
        reading: {
          on: {
            'older.show': {
              guard: 'hasOlder',
              target: 'fetchingOlder',
              actions: assign({ before: ({ context }) => context.events?.at(-1)?.id ?? '' }),
            },
          },
          initial: 'quiet',
          states: { quiet: {}, failed: { description: 'The earlier changes could not be fetched.' } },
        },
        fetchingOlder: {
          invoke: {
            id: 'fetchOlder',
            src: 'fetchOlder',
            input: ({ context: { item, before } }) => ({ itemId: item.id, before }),
            onDone: [
              {
                guard: ({ context: { events, before } }) => events?.at(-1)?.id === before,
                target: 'reading',
                actions: assign(({ context, event: { output } }) => ({
                  events: madeOf([...(context.events ?? []), ...output], context.events, output),
                  hasOlder: isFull(output),
                })),
              },
              {
                target: 'reading',
                description: 'The ledger was fetched again meanwhile: adding the page would leave a gap.',
              },
            ],
            onError: { target: 'reading.failed' },
          },
        },
      },
    },
    gone: {
      description: "'This item has been deleted.'",
      on: { 'modal.close': { target: 'closed' } },
    },
    closed: { type: 'final' },
  },
});
export type StockRef = ActorRefFrom<typeof stockMachine>;
export type StockSnapshot = SnapshotFrom<typeof stockMachine>;

export const selectItem = (snapshot: StockSnapshot) => snapshot.context.item;
/** The ledger, newest first; null before the first answer. */
export const selectEvents = (snapshot: StockSnapshot) => snapshot.context.events;
/**
 * The quantity after the newest change of the ledger, so that what is above the ledger agrees with it: the inventory is fetched by another
 * feed, earlier or later. Null if there is no such change, or if one cannot be read.
 */
export const selectQuantity = ({ context: { events } }: StockSnapshot) =>
  unreadableIn(events).length === 0 ? (events?.[0]?.quantity ?? null) : null;
export const selectBatches = (snapshot: StockSnapshot) => snapshot.context.batches;
export const selectHasOlder = (snapshot: StockSnapshot) => snapshot.context.hasOlder;
export const selectIsFetchingOlder = (snapshot: StockSnapshot) => snapshot.matches({ open: 'fetchingOlder' });
export const selectHasFailedOlder = (snapshot: StockSnapshot) => snapshot.matches({ open: { reading: 'failed' } });
/** Whether the item does not exist any more. */
export const selectIsGone = (snapshot: StockSnapshot) => snapshot.matches('gone');
export const selectFeed = (snapshot: StockSnapshot) => snapshot.children.feed;
export const selectStockChange = (snapshot: StockSnapshot) => snapshot.children.stockChange;
