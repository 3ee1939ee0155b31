import { type ActorRefFrom, assign, type SnapshotFrom, sendTo } from 'xstate';
import type { InventoryItem } from '../../contract/supplies';
import { inventoryTexts } from '../../rules/supplies/inventoryTexts';
import { workflow } from '../supervision';
import { checkUsage, deleteItem, type InventoryParent } from './ports';

interface ItemDeletingInput {
  readonly parent: InventoryParent;
  readonly item: InventoryItem;
}

type ItemDeletingEvent = { type: 'usage.retry' } | { type: 'deletion.confirm' } | { type: 'modal.close' };

const about = ({ context }: { context: ItemDeletingInput }) => ({ itemId: context.item.id });

/**
 * The deletion of an item: first the check who has it, then the confirmation (S2 §7, §8, DECISIONS K3). It is done when it is
 * closed.
 */
export const itemDeletingMachine = workflow({
  types: {
    input: {} as ItemDeletingInput,
    context: {} as ItemDeletingInput & { readonly userNames: readonly string[]; readonly failure: string },
    events: {} as ItemDeletingEvent,
  },
  actors: { checkUsage, deleteItem },
}).createMachine({
  id: 'itemDeleting',
  context: ({ input }) => ({ ...input, userNames: [], failure: '' }),
  initial: 'checking',
  on: {
    'modal.close': {
      target: '.closed',
      description: 'A deletion that is under way goes on, and a notice says how it ends. DECISIONS 398',
    },
  },
  states: {
    checking: {
      invoke: {
        id: 'checkUsage',
        src: 'checkUsage',
        input: about,
        onDone: [
          {
            guard: ({ event }) => event.output.inUse,
            target: 'blocked',
            actions: assign({ userNames: ({ event }) => event.output.userNames }),
          },
          { target: 'asking' },
        ],
        onError: { target: 'unchecked' },
      },
    },
    unchecked: {
      description: "'Could not check item usage.' S2 §8",
      on: { 'usage.retry': { target: 'checking' } },
    },
    blocked: {
      description: "'Cannot Delete Item', with the names of those who have it. S2 §7",
    },
    asking: {
      on: { 'deletion.confirm': { target: 'deleting' } },
      initial: 'quiet',
      states: { quiet: {}, refused: { description: "'Failed to delete item.' S2 §8" } },
    },
    deleting: {
      invoke: {
        id: 'deleteItem',
        src: 'deleteItem',
        input: ({ context: { item } }) => ({ itemId: item.id, name: item.name }),
        onDone: {
          target: 'closed',
          actions: sendTo(({ context }) => context.parent, { type: 'inventory.changed' }),
        },
        onError: {
          target: 'asking.refused',
          actions: assign({ failure: ({ event }) => inventoryTexts.itemDeletionFailure(event.error) }),
        },
      },
    },
    closed: { type: 'final' },
  },
});
export type ItemDeletingRef = ActorRefFrom<typeof itemDeletingMachine>;
type ItemDeletingSnapshot = SnapshotFrom<typeof itemDeletingMachine>;

export const selectItem = (snapshot: ItemDeletingSnapshot) => snapshot.context.item;
export const selectIsChecking = (snapshot: ItemDeletingSnapshot) => snapshot.matches('checking');
export const selectIsUnchecked = (snapshot: ItemDeletingSnapshot) => snapshot.matches('unchecked');
/** The members who have the item, if that prevents its deletion; otherwise null. */
export const selectUserNames = (snapshot: ItemDeletingSnapshot) =>
  snapshot.matches('blocked') ? snapshot.context.userNames : null;
export const selectIsDeleting = (snapshot: ItemDeletingSnapshot) => snapshot.matches('deleting');
export const selectFailure = (snapshot: ItemDeletingSnapshot) =>
  snapshot.matches({ asking: 'refused' }) ? snapshot.context.failure : null;
