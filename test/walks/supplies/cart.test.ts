import { expect } from 'vitest';
import {
  type CartSnapshot,
  cartMachine,
  selectChoice,
  selectFailure,
  selectInventory,
  selectLines,
} from '../../../src/machines/supplies/cart.machine';
import type { KitProblem } from '../../../src/rules/supplies/kit';
import { testMutants } from '../../kit/mutants';
import { recorder, said, scriptedWorld, streamPort, testWalk, walkOf } from '../../kit/walk';
import { requisition } from '../submissions/samples';
import { type Telling, tells } from '../telling';
import { bandage, gauze } from './kitSamples';

const props = () => ({ ports: { draftStore: streamPort() }, queue: recorder(), world: scriptedWorld() });
type Setup = Telling & ReturnType<typeof props> & { read<T>(select: (snapshot: CartSnapshot) => T): T };
interface Line {
  inventoryItemId: string | number;
  name: string;
  quantity: string;
}
const line = (quantity: string): Line => ({ inventoryItemId: '1', name: 'Bandage', quantity });
const gauzeLine: Line = { inventoryItemId: '2', name: 'Gauze', quantity: '3' };
const refused = {
  ...requisition('q1', { status: 'refused', reason: 'Not today.' }),
  content: { items: [{ inventoryItemId: '1', name: 'Bandage', quantity: 3 }] },
};
const gauzeRestored = said('draftStore', { type: 'draft.restored', draft: { lines: [gauzeLine] } });
const gauzeChosen = { type: 'choice.change' as const, change: { itemId: '9' } };
/** The lines are these, and the device keeps them. */
const keeps = (change: (lines: readonly Line[]) => readonly Line[]) => (snapshot: CartSnapshot) => ({
  to: 'open',
  sees: ({ read, ports }: Setup) => {
    const lines = change(snapshot.context.lines);
    expect(read(selectLines)).toEqual(lines);
    expect(ports.draftStore.received.at(-1)).toEqual({
      type: 'draft.keep',
      draft: lines.length === 0 ? null : { lines },
    });
    expect(read(selectFailure)).toBe(null);
  },
});
/** The lines are those of the other tab, which has stored them. What is being chosen here stays. */
const follows =
  (lines: readonly Line[]) =>
  ({ context: { choice } }: CartSnapshot) => ({
    to: 'open',
    sees: ({ read }: Setup) => {
      expect([read(selectLines), read(selectChoice)]).toEqual([lines, choice]);
      expect(read(selectFailure)).toBe(null);
    },
  });
const says = (field: KitProblem['field'], text: string) => ({
  to: 'open',
  sees: ({ read }: Setup) => expect(read(selectFailure)).toEqual({ field, text }),
});
const chosen = (read: Setup['read'], itemId: string) => {
  expect(read(selectChoice).itemId).toBe(itemId);
  expect(read(selectFailure)).toBe(null);
};

const walk = walkOf({
  machine: cartMachine,
  props,
  input: ({ queue, world }) => ({ userId: 'mira', queue: queue.ref as never, world }),
  key: ({ context }) => [context.inventory.length, context.choice, context.lines, context.failure],
  samples: {
    'the inventory is known': { type: 'inventory.known', inventory: [bandage, gauze] },
    restored: said('draftStore', { type: 'draft.restored', draft: { lines: [line('4')] } }),
    'another tab asks for 8': said('draftStore', { type: 'draft.changed', draft: { lines: [line('8')] } }),
    'another tab has sent it': said('draftStore', { type: 'draft.changed', draft: null }),
    'bandage is chosen': { type: 'choice.change', change: { itemId: '1' } },
    'none typed': { type: 'choice.change', change: { quantity: '0' } },
    added: { type: 'line.add' },
    '7 typed in the line': { type: 'line.change', id: '1', quantity: '7' },
    'half typed in the line': { type: 'line.change', id: '1', quantity: '2.5' },
    'taken out': { type: 'line.remove', id: '1' },
    sent: { type: 'request.send' },
    'a refused one is edited': { type: 'request.edit', submission: refused },
  },
  ways: [
    {
      // Nothing is stored before something was changed here, because another tab may be sending the same request just now.
      way: ['restored'],
      sees: ({ ports }) => expect(ports.draftStore.received).toEqual([]),
    },
    {
      // A draft that is read late comes first, and what was chosen meanwhile stays (DECISIONS 250).
      way: ['the inventory is known', 'bandage is chosen', 'added', gauzeRestored],
      sees: ({ read, ports }) => {
        expect(read(selectLines)).toEqual([gauzeLine, line('1')]);
        const draft = { lines: [gauzeLine, line('1')] };
        expect(ports.draftStore.received.at(-1)).toEqual({ type: 'draft.keep', draft });
      },
    },
    {
      // What is chosen but not added would be missing without a word (DECISIONS 353).
      way: ['the inventory is known', 'bandage is chosen', 'added', gauzeChosen, 'sent'],
      sees: ({ read, queue }) => {
        expect([read(selectLines), read(selectChoice).itemId]).toEqual([[line('1')], '9']);
        expect(queue.received).toEqual([]);
      },
    },
    {
      // The server would refuse the request, but not say which of its items is gone.
      way: ['the inventory is known', gauzeRestored, 'sent'],
      sees: ({ read, queue }) => {
        expect(read(selectFailure)).toEqual({ field: 'line 2', text: 'Gauze is no longer in the inventory.' });
        expect(queue.received).toEqual([]);
      },
    },
    {
      // So would a second quantity of an item that is in the request.
      way: ['the inventory is known', 'bandage is chosen', 'added', 'bandage is chosen', 'sent'],
      sees: ({ read, queue }) => {
        expect([read(selectLines), read(selectChoice).itemId]).toEqual([[line('1')], '1']);
        expect(queue.received).toEqual([]);
      },
    },
    {
      way: [gauzeRestored, 'a refused one is edited'],
      sees: ({ read }) => expect(read(selectLines)).toEqual([line('3'), gauzeLine]),
    },
  ],
  states: {
    open: {
      sees: ({ ports }) => expect(ports.draftStore.calls).toEqual([{ userId: 'mira' }]),
      takes: {
        'the inventory is known': {
          to: 'open',
          sees: ({ read }) => expect(read(selectInventory)).toEqual([bandage, gauze]),
        },
        restored: ({ context }) =>
          context.lines.length > 0
            ? // The same item was chosen again before the draft was read: the later quantity counts.
              { to: 'open', sees: ({ read }: Setup) => expect(read(selectLines)).toEqual(context.lines) }
            : { to: 'open', sees: ({ read }: Setup) => expect(read(selectLines)).toEqual([line('4')]) },
        'another tab asks for 8': follows([line('8')]),
        'another tab has sent it': follows([]),
        'bandage is chosen': { to: 'open', sees: ({ read }) => chosen(read, '1') },
        'none typed': { to: 'open', sees: ({ read }) => expect(read(selectChoice).quantity).toBe('0') },
        added: (snapshot) => {
          const { inventory, choice, lines } = snapshot.context;
          if (inventory.length === 0 || choice.itemId === '') return says('item', 'Please choose an item.');
          // S2 §5: not twice, at least 1.
          if (lines.length > 0) return says('item', 'This item is already in your request.');
          if (choice.quantity === '0') return says('quantity', 'Please enter a quantity of at least 1.');
          const kept = keeps(() => [line('1')])(snapshot);
          return {
            ...kept,
            sees: (setup: Setup) => {
              kept.sees(setup);
              tells(setup, 'Bandage is in your request.');
            },
          };
        },
        '7 typed in the line': keeps((lines) => lines.map((one) => ({ ...one, quantity: '7' }))),
        'half typed in the line': keeps((lines) => lines.map((one) => ({ ...one, quantity: '2.5' }))),
        'taken out': (snapshot) => {
          if (!snapshot.context.lines.some(({ inventoryItemId }) => inventoryItemId === '1')) return null;
          const kept = keeps(() => [])(snapshot);
          return {
            ...kept,
            sees: (setup: Setup) => {
              kept.sees(setup);
              tells(setup, 'Bandage is taken out of your request.');
            },
          };
        },
        'a refused one is edited': (snapshot) => ({
          to: 'open',
          sees: (setup) => {
            // If the same item was chosen since, its later quantity counts.
            keeps((lines) => (lines.some(({ name }) => name === 'Bandage') ? lines : [line('3'), ...lines]))(
              snapshot,
            ).sees(setup);
            expect(setup.queue.received.at(-1)).toEqual({ type: 'submission.withdraw', id: 'q1' });
          },
        }),
        sent: ({ context: { choice, inventory, lines } }) => {
          if (lines.length === 0) return says(null, 'Please add at least one item.');
          if (lines[0]?.quantity === '2.5') return says('line 1', 'Please enter a whole number.');
          if (inventory.length > 0 && lines.some(({ inventoryItemId }) => inventoryItemId === '2'))
            return says('line 2', 'Gauze is no longer in the inventory.');
          if (choice.itemId === '9')
            return says('item', 'Gauze is not in your request yet. Add it, or go back to “Choose an item”.');
          if (choice.itemId === '1' && inventory.length > 0)
            return says(
              'item',
              'Bandage is in your request already. Change its quantity there if you need to, and go back to “Choose an item” here.',
            );
          return {
            to: 'open',
            sees: (setup: Setup) => {
              const { read, queue } = setup;
              tells(setup, 'Your request is submitted.');
              const quantity = Number(lines[0]?.quantity);
              expect(queue.received.at(-1)).toMatchObject({
                type: 'submission.queue',
                submission: {
                  kind: 'requisition',
                  status: 'waiting',
                  content: { items: [{ inventoryItemId: '1', name: 'Bandage', quantity }] },
                },
                // The kept lines go when the device has the submission, not before.
                drafts: ['requisition'],
              });
              expect([read(selectLines), read(selectFailure)]).toEqual([[], null]);
            },
          };
        },
      },
    },
  },
});
testWalk(walk);
testMutants(walk);
