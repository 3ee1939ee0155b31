import { expect } from 'vitest';
import {
  deletingAllMachine,
  selectCount,
  selectIsCounting,
  selectIsOpen,
} from '../../../src/machines/notifications/deletingAll.machine';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, recorder, testWalk, walkOf } from '../../kit/walk';

const props = () => ({ ports: { countAll: promisePort<number>() }, notifications: recorder() });

/** The answer that was on its way is no longer waited for. */
const countsAgain = {
  to: 'counting',
  sees: ({ ports }: ReturnType<typeof props>) => expect(ports.countAll.calls.length).toBeGreaterThan(1),
};

const walk = walkOf({
  machine: deletingAllMachine,
  props,
  input: ({ notifications }) => ({ notifications: notifications.ref as never }),
  samples: {
    'three are shown, and those are all': { type: 'question.ask', count: 3 },
    'nobody knows how many': { type: 'question.ask', count: null },
    'a fourth has come': { type: 'list.fetched', count: 4 },
    'something has come': { type: 'list.fetched', count: null },
    counted: done('countAll', 12),
    uncounted: failed('countAll'),
    yes: { type: 'dialog.confirm' },
    no: { type: 'dialog.close' },
  },
  ways: [{ way: ['three are shown, and those are all', 'no', 'nobody knows how many', 'uncounted'] }],
  states: {
    closed: {
      sees: ({ last, notifications, ports, read }) => {
        expect([read(selectIsOpen), read(selectIsCounting), ports.countAll.running]).toEqual([false, false, false]);
        if (last !== 'yes') expect(notifications.received).toEqual([]);
      },
      takes: {
        'three are shown, and those are all': {
          to: 'asking',
          sees: ({ ports, read }) => expect([read(selectCount), ports.countAll.calls]).toEqual([3, []]),
        },
        'nobody knows how many': 'counting',
      },
    },
    counting: {
      sees: ({ ports, read }) => {
        expect([read(selectIsOpen), read(selectIsCounting), ports.countAll.running]).toEqual([true, true, true]);
      },
      takes: {
        counted: { to: 'asking', sees: ({ read }) => expect(read(selectCount)).toBe(12) },
        uncounted: { to: 'asking', sees: ({ read }) => expect(read(selectCount)).toBe(null) },
        'a fourth has come': countsAgain,
        'something has come': countsAgain,
        no: 'closed',
      },
    },
    asking: {
      sees: ({ notifications, ports, read }) => {
        expect([read(selectIsOpen), read(selectIsCounting), ports.countAll.running]).toEqual([true, false, false]);
        expect(notifications.received).toEqual([]);
      },
      takes: {
        yes: {
          to: 'closed',
          sees: ({ notifications }) => expect(notifications.received).toEqual([{ type: 'all.confirmed' }]),
        },
        'a fourth has come': { to: 'asking', sees: ({ read }) => expect(read(selectCount)).toBe(4) },
        'something has come': 'counting',
        no: 'closed',
      },
    },
  },
});
testWalk(walk);
testMutants(walk);
