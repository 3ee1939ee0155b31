import { expect } from 'vitest';
import { CallFailure } from '../../../src/contract/failure';
import {
  type KitItemSnapshot,
  kitItemMachine,
  selectFailure,
  selectIsBusy,
  selectIsRemoval,
  selectItem,
  selectQuantity,
  selectReplaced,
} from '../../../src/machines/supplies/kitItem.machine';
import type { KitParent } from '../../../src/machines/supplies/ports.kit';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, recorder, testWalk, walkOf } from '../../kit/walk';
import { type Telling, tells } from '../telling';
import { kitItem } from './kitSamples';

const item = kitItem('b', 'Bandage', 3);
const props = () => ({
  ports: { removeKitItem: promisePort<unknown>(), setKitItem: promisePort<unknown>() },
  parent: recorder<KitParent>(),
});
type Setup = Telling & ReturnType<typeof props> & { read<T>(select: (snapshot: KitItemSnapshot) => T): T };
const SETTING = 'open.work.setting';
const problems = {
  '0': 'Please enter a quantity of at least 1.',
  '1.5': 'Please enter a whole number.',
};
const typed = (quantity: string) => ({
  to: SETTING,
  sees: ({ read }: Setup) => expect([read(selectQuantity), read(selectFailure)]).toEqual([quantity, null]),
});
const says = (to: string, text: string) => ({
  to,
  sees: ({ read }: Setup) => expect(read(selectFailure)).toBe(text),
});

const walk = walkOf({
  machine: kitItemMachine,
  props,
  inputs: (['set', 'remove'] as const).map((act) => ({ parent }: ReturnType<typeof props>) => ({
    parent: parent.ref,
    userId: 'mira',
    item,
    act,
  })),
  key: ({ context }) => [context.quantity, context.failure, context.item.quantity],
  samples: {
    '5 typed': { type: 'quantity.change', quantity: '5' },
    '0 typed': { type: 'quantity.change', quantity: '0' },
    'half typed': { type: 'quantity.change', quantity: '1.5' },
    confirmed: { type: 'change.confirm' },
    closed: { type: 'dialog.close' },
    'there are 2': { type: 'item.refreshed', item: kitItem('b', 'Bandage', 2) },
    'it is set': done('setKitItem', undefined),
    'somebody was faster': failed(
      'setKitItem',
      new CallFailure('refused', 409, 'Somebody else has changed this: it is 2 now.'),
    ),
    'no network': failed('setKitItem', new CallFailure('network', 0)),
    'it is removed': done('removeKitItem', undefined),
    'it is not removed': failed('removeKitItem', new CallFailure('refused', 500)),
  },
  ways: [
    // After any other failure nobody has changed the item.
    { way: ['confirmed', 'no network'], sees: ({ parent }) => expect(parent.received).toEqual([]) },
    {
      // What was typed stays, and pressing again replaces the new quantity, which the dialog has named. DECISIONS K1
      way: ['5 typed', 'there are 2', 'confirmed', 'somebody was faster', 'there are 2', 'confirmed'],
      sees: ({ ports }) =>
        expect(ports.setKitItem.calls).toMatchObject([
          { quantity: 5, seen: 3 },
          { quantity: 5, seen: 2 },
        ]),
    },
  ],
  states: {
    'open.work.setting': {
      sees: ({ read }) => {
        expect([read(selectIsRemoval), read(selectIsBusy), read(selectItem).id]).toEqual([false, false, 'b']);
      },
      takes: {
        '5 typed': typed('5'),
        '0 typed': typed('0'),
        'half typed': typed('1.5'),
        // Kit quantity at least 1. S2 §5
        confirmed: ({ context: { quantity, item } }) =>
          quantity === '0' || quantity === '1.5'
            ? says(SETTING, problems[quantity])
            : {
                to: 'open.work.saving',
                sees: ({ ports }) =>
                  expect(ports.setKitItem.calls.at(-1)).toEqual({
                    userId: 'mira',
                    itemId: 'b',
                    name: 'Bandage',
                    quantity: Number(quantity),
                    seen: item.quantity,
                  }),
              },
        closed: 'closed',
      },
    },
    'open.work.saving': {
      sees: ({ read, ports }) => {
        expect([read(selectIsBusy), read(selectFailure), ports.setKitItem.running]).toEqual([true, null, true]);
      },
      takes: {
        // The change goes on all the same (398).
        closed: 'closed',
        'it is set': ({ context: { quantity } }) => ({
          to: 'closed',
          sees: (setup: Setup) => {
            tells(setup, `Bandage: ${quantity} pieces.`);
            const change = { kind: 'item', id: 'b', quantity: Number(quantity) };
            expect(setup.read(({ output }) => output)).toEqual(change);
          },
        }),
        'somebody was faster': {
          to: [SETTING, 'open.conflict.found'],
          sees: ({ read, parent }) => {
            expect(read(selectFailure)).toBe(
              'Failed to update item quantity. Somebody else has changed this: it is 2 now.',
            );
            expect(parent.received.at(-1)).toEqual({ type: 'item.conflict' });
          },
        },
        'no network': says(SETTING, 'Failed to update item quantity.'),
      },
    },
    'open.work.asking': {
      sees: ({ read, ports }) => {
        expect([read(selectIsRemoval), read(selectIsBusy), ports.removeKitItem.running]).toEqual([true, false, false]);
      },
      takes: {
        confirmed: {
          to: 'open.work.removing',
          sees: ({ ports }) =>
            expect(ports.removeKitItem.calls.at(-1)).toEqual({ userId: 'mira', itemId: 'b', name: 'Bandage' }),
        },
        closed: 'closed',
      },
    },
    'open.work.removing': {
      sees: ({ read, ports }) => {
        expect([read(selectIsBusy), read(selectFailure), ports.removeKitItem.running]).toEqual([true, null, true]);
      },
      takes: {
        closed: 'closed',
        'it is removed': {
          to: 'closed',
          sees: (setup) => {
            tells(setup, 'Bandage is removed from your kit.');
            expect(setup.read(({ output }) => output)).toEqual({ kind: 'item', id: 'b', quantity: 0 });
          },
        },
        'it is not removed': says('open.work.asking', 'Failed to remove item from kit.'),
      },
    },
    'open.conflict.none': {
      sees: ({ read }) => expect(read(selectReplaced)).toBe(null),
      takes: {
        'there are 2': ({ context: { quantity, item } }) =>
          quantity === `${item.quantity}`
            ? {
                to: 'open.conflict.none',
                sees: ({ read }: Setup) => expect([read(selectQuantity), read(selectItem).quantity]).toEqual(['2', 2]),
              }
            : null,
      },
    },
    'open.conflict.found': {
      sees: ({ read }) => expect(read(selectReplaced)).toBe(null),
      takes: {
        'there are 2': ({ context: { quantity } }) => ({
          to: 'open.conflict.told',
          sees: ({ read }: Setup) => expect(read(selectQuantity)).toBe(quantity),
        }),
      },
    },
    'open.conflict.told': {
      sees: ({ read }) => {
        const isWrong = ['0', '1.5'].includes(read(selectQuantity));
        expect(read(selectReplaced)).toBe(isWrong ? null : 2);
      },
    },
    closed: {
      sees: ({ ports }) => expect([ports.setKitItem.running, ports.removeKitItem.running]).toEqual([false, false]),
    },
  },
});
testWalk(walk);
testMutants(walk);
