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
} from '../../../src/machines/supplies/kitItem.machine';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, testWalk, walkOf } from '../../kit/walk';
import { kitItem } from './kitSamples';

const item = kitItem('b', 'Bandage', 3);
const props = () => ({
  ports: { removeKitItem: promisePort<unknown>(), setKitItem: promisePort<unknown>() },
});
type Setup = ReturnType<typeof props> & { read<T>(select: (snapshot: KitItemSnapshot) => T): T };
const typed = (quantity: string) => ({
  to: 'setting',
  sees: ({ read }: Setup) => expect([read(selectQuantity), read(selectFailure)]).toEqual([quantity, null]),
});
const says = (to: string, text: string) => ({
  to,
  sees: ({ read }: Setup) => expect(read(selectFailure)).toBe(text),
});

const walk = walkOf({
  machine: kitItemMachine,
  props,
  inputs: (['set', 'remove'] as const).map((act) => () => ({ userId: 'mira', item, act })),
  key: ({ context }) => [context.quantity, context.failure],
  samples: {
    '5 typed': { type: 'quantity.change', quantity: '5' },
    '0 typed': { type: 'quantity.change', quantity: '0' },
    'half typed': { type: 'quantity.change', quantity: '1.5' },
    confirmed: { type: 'change.confirm' },
    closed: { type: 'dialog.close' },
    'it is set': done('setKitItem', undefined),
    'somebody was faster': failed(
      'setKitItem',
      new CallFailure('refused', 409, 'Somebody else has changed this: it is 2 now.'),
    ),
    'no network': failed('setKitItem', new CallFailure('network', 0)),
    'it is removed': done('removeKitItem', undefined),
    'it is not removed': failed('removeKitItem', new CallFailure('refused', 500)),
  },
  states: {
    setting: {
      sees: ({ read }) => {
        expect([read(selectIsRemoval), read(selectIsBusy), read(selectItem)]).toEqual([false, false, item]);
      },
      takes: {
        '5 typed': typed('5'),
        '0 typed': typed('0'),
        'half typed': typed('1.5'),
        // Kit quantity at least 1. S2 §5
        confirmed: ({ context: { quantity } }) =>
          quantity === '0' || quantity === '1.5'
            ? says('setting', 'Please enter a quantity of at least 1.')
            : {
                to: 'saving',
                sees: ({ ports }) =>
                  expect(ports.setKitItem.calls.at(-1)).toEqual({
                    userId: 'mira',
                    itemId: 'b',
                    quantity: quantity === '5' ? 5 : 3,
                    seen: 3,
                  }),
              },
        closed: 'closed',
      },
    },
    saving: {
      sees: ({ read, ports }) => {
        expect([read(selectIsBusy), read(selectFailure), ports.setKitItem.running]).toEqual([true, null, true]);
      },
      takes: {
        'it is set': 'closed',
        'somebody was faster': says(
          'setting',
          'Failed to update item quantity. Somebody else has changed this: it is 2 now.',
        ),
        'no network': says('setting', 'Failed to update item quantity.'),
      },
    },
    asking: {
      sees: ({ read, ports }) => {
        expect([read(selectIsRemoval), read(selectIsBusy), ports.removeKitItem.running]).toEqual([true, false, false]);
      },
      takes: {
        confirmed: {
          to: 'removing',
          sees: ({ ports }) => expect(ports.removeKitItem.calls.at(-1)).toEqual({ userId: 'mira', itemId: 'b' }),
        },
        closed: 'closed',
      },
    },
    removing: {
      sees: ({ read, ports }) => {
        expect([read(selectIsBusy), read(selectFailure), ports.removeKitItem.running]).toEqual([true, null, true]);
      },
      takes: {
        'it is removed': 'closed',
        'it is not removed': says('asking', 'Failed to remove item from kit.'),
      },
    },
    closed: {
      sees: ({ ports }) => expect([ports.setKitItem.running, ports.removeKitItem.running]).toEqual([false, false]),
    },
  },
});
testWalk(walk);
testMutants(walk);
