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
import type { KitParent, PersonalItem } from '../../../src/machines/supplies/ports.kit';
import type { KitProblem } from '../../../src/rules/supplies/kit';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, recorder, scriptedWorld, testWalk, walkOf } from '../../kit/walk';
import { type Telling, tells } from '../telling';
import { bandage, gauze } from './kitSamples';

const props = () => ({
  ports: { addPersonalItem: promisePort<unknown, PersonalItem>() },
  parent: recorder<KitParent>(),
  world: scriptedWorld(),
});
type Setup = Telling & ReturnType<typeof props> & { read<T>(select: (snapshot: PersonalItemSnapshot) => T): T };
const says = (text: string, field: KitProblem['field'] = null) => ({
  to: 'choosing',
  sees: ({ read }: Setup) => expect(read(selectFailure)).toEqual({ field, text }),
});
const chooses = (itemId: string | null) => ({
  to: 'choosing',
  sees: ({ read, ports }: Setup) => {
    expect(read(selectFailure)).toBe(null);
    if (itemId !== null) expect(read(selectChoice).itemId).toBe(itemId);
    expect(ports.addPersonalItem.running).toBe(false);
  },
});

const walk = walkOf({
  machine: personalItemMachine,
  props,
  input: ({ parent, world }) => ({ parent: parent.ref, userId: 'mira', inventory: [bandage, gauze], world }),
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
  ways: [
    {
      // After a lost answer a search that is typed and emptied again makes it no other item, but another quantity does.
      way: ['bandage is chosen', 'confirmed', 'no network', 'gauze is searched', 'bandage is chosen', 'confirmed'],
      sees: ({ ports }) => expect(new Set(ports.addPersonalItem.calls.map(({ key }) => key)).size).toBe(1),
    },
    {
      way: ['bandage is chosen', 'confirmed', 'no network', '3 typed', 'confirmed'],
      sees: ({ ports }) => expect(new Set(ports.addPersonalItem.calls.map(({ key }) => key)).size).toBe(2),
    },
  ],
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
        confirmed: ({ context: { choice, sent } }) => {
          if (choice.itemId === '') return says('Please choose an item.', 'item');
          // S2 §5
          if (choice.quantity === '0') return says('Please enter a quantity of at least 1.', 'quantity');
          // Ids go back in the type in which they came (DECISIONS W4).
          const [inventoryItemId, quantity] = [choice.itemId === '9' ? 9 : '1', choice.quantity === '3' ? 3 : 1];
          return {
            to: 'adding',
            sees: ({ ports }: Setup) => {
              const call = ports.addPersonalItem.calls.at(-1);
              expect(call).toMatchObject({
                userId: 'mira',
                inventoryItemId,
                name: choice.itemId === '9' ? 'Gauze' : 'Bandage',
                quantity,
              });
              // The same again is a repeat (DECISIONS 9), whatever was looked for in between.
              const isRepeat = sent?.inventoryItemId === inventoryItemId && sent.quantity === quantity;
              expect(call?.key === sent?.key).toBe(isRepeat);
            },
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
        // It is added all the same (398).
        closed: 'closed',
        added: ({ context: { choice } }) => ({
          to: 'closed',
          sees: (setup: Setup) => tells(setup, `${choice.itemId === '9' ? 'Gauze' : 'Bandage'} is added to your kit.`),
        }),
        'not added': says('Failed to add personal item. There is no such item.'),
        'no network': {
          to: 'choosing',
          sees: (setup) => {
            const text =
              'Failed to add personal item. It may have been added all the same: look at your kit before you add it again.';
            says(text).sees(setup);
            expect(setup.parent.received.at(-1)).toEqual({ type: 'item.unclear' });
          },
        },
      },
    },
    closed: { sees: ({ ports }) => expect(ports.addPersonalItem.running).toBe(false) },
  },
});
testWalk(walk);
testMutants(walk);
