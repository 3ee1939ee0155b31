import { expect } from 'vitest';
import type { Kit } from '../../../src/contract/supplies';
import {
  selectHasFailed,
  selectIsLoading,
  selectItems,
  type VolunteerKitSnapshot,
  volunteerKitMachine,
} from '../../../src/machines/people/volunteerKit.machine';
import { KIT_ITEMS_FAILURE } from '../../../src/rules/people/peopleTexts';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, testWalk, walkOf } from '../../kit/walk';

const kit: Kit = {
  items: [
    {
      id: '1',
      inventoryItemId: '7',
      inventoryItemName: 'Bandage',
      quantity: 2,
      personallyProcured: true,
      unit: 'pieces',
      nextExpiry: null,
    },
  ],
  firstName: 'Mira',
  hasMedicineBox: true,
};
const props = () => ({ ports: { fetchVolunteerKit: promisePort<Kit, { userId: string }>() } });
type Setup = ReturnType<typeof props> & { read<T>(select: (snapshot: VolunteerKitSnapshot) => T): T };
const says =
  (isLoading: boolean, hasFailed: boolean, items: Kit['items'] | null, isAsking = isLoading) =>
  ({ read, ports }: Setup) => {
    expect([read(selectIsLoading), read(selectHasFailed), read(selectItems)]).toEqual([isLoading, hasFailed, items]);
    expect(ports.fetchVolunteerKit.running).toBe(isAsking);
    expect(ports.fetchVolunteerKit.calls.at(-1)).toEqual({ userId: 'mira' });
  };

const walk = walkOf({
  machine: volunteerKitMachine,
  props,
  input: () => ({ userId: 'mira' }),
  samples: {
    'the kit came': done('fetchVolunteerKit', kit),
    'it did not': failed('fetchVolunteerKit'),
    'tried again': { type: 'kit.retry' },
    'it may have changed': { type: 'kit.refresh' },
  },
  logs: ['it did not'],
  ways: [{ way: ['the kit came', 'it may have changed', 'it did not'], sees: says(false, false, kit.items) }],
  states: {
    fetching: {
      sees: (setup) => {
        const { items } = setup.actor.getSnapshot().context;
        says(items === null, false, items && kit.items, true)(setup);
      },
      takes: {
        'the kit came': 'shown',
        'it did not': ({ context }) => (context.items === null ? 'failed' : 'shown'),
        'it may have changed': {
          to: 'fetching',
          sees: ({ ports }) => expect(ports.fetchVolunteerKit.calls.length).toBeGreaterThan(1),
        },
      },
    },
    failed: {
      sees: (setup) => {
        says(false, true, null)(setup);
        expect(KIT_ITEMS_FAILURE).toBe('Failed to fetch kit items.');
      },
      takes: { 'tried again': 'fetching', 'it may have changed': 'fetching' },
    },
    shown: { sees: says(false, false, kit.items), takes: { 'it may have changed': 'fetching' } },
  },
});
testWalk(walk);
testMutants(walk);
