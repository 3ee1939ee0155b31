import { expect } from 'vitest';
import { CallFailure } from '../../../src/contract/failure';
import {
  type PersonalItemSnapshot,
  personalItemMachine,
  selectChoice,
  selectFailure,
  selectInventory,
  selectIsAdding,
} from '../../../src/machines/supplies/personalItem.machine';
import type { PersonalItem } from '../../../src/machines/supplies/ports.kit';
import type { KitProblem } from '../../../src/rules/supplies/kit';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, scriptedWorld, testWalk, walkOf } from '../../kit/walk';
import { type Telling, tells } from '../telling';
import { bandage, gauze } from './kitSamples';

const props = () => ({
  ports: { addPersonalItem: promisePort<unknown, PersonalItem>() },
  world: scriptedWorld(),
});
type Setup = Telling & ReturnType<typeof props> & { read<T>(select: (snapshot: PersonalItemSnapshot) => T): T };
const says = (text: string, field: KitProblem['field'] = null) => ({
  to: 'choosing',
  sees: ({ read }: Setup) => expect(read(selectFailure)).toEqual({ field, text }),
});
const chooses = (itemId: string | null) => (snapshot: PersonalItemSnapshot) => ({
  to: 'choosing',
  sees: ({ read, ports }: Setup) => {
    expect(read(selectFailure)).toBe(null);
    if (itemId !== null) expect(read(selectChoice).itemId).toBe(itemId);
    // What was sent under the old key is another item.
    expect(read(({ context }) => context.key)).not.toBe(snapshot.context.key);
    expect(ports.addPersonalItem.running).toBe(false);
  },
});

const walk = walkOf({
  machine: personalItemMachine,
  props,
  input: ({ world }) => ({ userId: 'mira', inventory: [bandage, gauze], world }),
  key: ({ context }) => [context.choice, context.failure],
  samples: {
    'gauze is searched': { type: 'choice.change', change: { search: 'gau' } },
    'nothing is found': { type: 'choice.change', change: { search: 'zz' } },
    'bandage is chosen': { type: 'choice.change', change: { search: '', itemId: '1' } },
    '3 typed': { type: 'choice.change', change: { quantity: '3' } },
    '0 typed': { type: 'choice.change', change: { quantity: '0' } },
    confirmed: { type: 'item.confirm' },
    closed: { type: 'dialog.close' },
    added: done('addPersonalItem', undefined),
    'not added': failed('addPersonalItem', new CallFailure('refused', 400, 'There is no such item.')),
    'no network': failed('addPersonalItem', new CallFailure('network', 0)),
  },
  states: {
    choosing: {
      sees: ({ read }) => {
        expect(read(selectInventory)).toEqual([bandage, gauze]);
        expect(read(selectIsAdding)).toBe(false);
      },
      takes: {
        'gauze is searched': chooses('9'),
        'nothing is found': chooses(''),
        'bandage is chosen': chooses('1'),
        '3 typed': chooses(null),
        '0 typed': chooses(null),
        confirmed: ({ context: { choice, key } }) => {
          if (choice.itemId === '') return says('Please choose an item.', 'item');
          // S2 §5
          if (choice.quantity === '0') return says('Please enter a quantity of at least 1.', 'quantity');
          return {
            to: 'adding',
            sees: ({ ports }: Setup) =>
              expect(ports.addPersonalItem.calls.at(-1)).toEqual({
                userId: 'mira',
                // Ids go back in the type in which they came (DECISIONS W4).
                inventoryItemId: choice.itemId === '9' ? 9 : '1',
                quantity: choice.quantity === '3' ? 3 : 1,
                key,
              }),
          };
        },
        closed: 'closed',
      },
    },
    adding: {
      sees: ({ read, ports }) => {
        expect([read(selectIsAdding), read(selectFailure), ports.addPersonalItem.running]).toEqual([true, null, true]);
      },
      takes: {
        added: ({ context: { choice } }) => ({
          to: 'closed',
          sees: (setup: Setup) => tells(setup, `${choice.itemId === '9' ? 'Gauze' : 'Bandage'} is added to your kit.`),
        }),
        'not added': ({ context: { key } }) => ({
          to: 'choosing',
          sees: ({ read }: Setup) => {
            expect(read(selectFailure)?.text).toBe('Failed to add personal item. There is no such item.');
            // The same try again is a repeat (DECISIONS 9).
            expect(read(({ context }) => context.key)).toBe(key);
          },
        }),
        'no network': says('Failed to add personal item.'),
      },
    },
    closed: { sees: ({ ports }) => expect(ports.addPersonalItem.running).toBe(false) },
  },
});
testWalk(walk);
testMutants(walk);
