import { expect } from 'vitest';
import {
  itemDeletingMachine,
  selectFailure,
  selectIsChecking,
  selectIsDeleting,
  selectIsUnchecked,
  selectItem,
  selectUserNames,
} from '../../../src/machines/supplies/itemDeleting.machine';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, type RunningChart, testWalk, walkOf } from '../../kit/walk';
import { bandage, CHANGED, eachFailure, failures, listeners, textsOf } from './samples';

const props = () => ({ ports: { checkUsage: promisePort(), deleteItem: promisePort() }, ...listeners() });
type Setup = RunningChart<typeof itemDeletingMachine> & ReturnType<typeof props>;

/** What is open: the question, the names, or that nothing could be found out. */
function shows(
  { read, ports }: Setup,
  { isChecking = false, isUnchecked = false, isDeleting = false, names = null as unknown },
) {
  expect(read(selectItem)).toEqual(bandage());
  const found = [read(selectIsChecking), read(selectIsUnchecked), read(selectIsDeleting)];
  expect(found).toEqual([isChecking, isUnchecked, isDeleting]);
  expect(read(selectUserNames)).toEqual(names);
  expect([ports.checkUsage.running, ports.deleteItem.running]).toEqual([isChecking, isDeleting]);
}

const walk = walkOf({
  machine: itemDeletingMachine,
  props,
  input: ({ parent }) => ({ parent: parent.ref, item: bandage() }),
  samples: {
    'Mira and Ravi have it': done('checkUsage', { inUse: true, userNames: ['Mira Nair', 'Ravi Kulkarni'] }),
    'nobody has it': done('checkUsage', { inUse: false, userNames: [] }),
    'nobody knows': failed('checkUsage', failures['the server fails']),
    'try again': { type: 'usage.retry' },
    confirm: { type: 'deletion.confirm' },
    close: { type: 'modal.close' },
    deleted: done('deleteItem'),
    ...eachFailure((name) => failed('deleteItem', failures[name])),
  },
  states: {
    checking: {
      sees: (setup) => {
        shows(setup, { isChecking: true });
        expect(setup.ports.checkUsage.calls.at(-1)).toEqual({ itemId: '4' });
      },
      takes: {
        'Mira and Ravi have it': 'blocked',
        'nobody has it': 'asking.quiet',
        'nobody knows': 'unchecked',
        close: 'closed',
      },
    },
    unchecked: {
      sees: (setup) => shows(setup, { isUnchecked: true }),
      takes: { 'try again': 'checking', close: 'closed' },
    },
    blocked: {
      sees: (setup) => shows(setup, { names: ['Mira Nair', 'Ravi Kulkarni'] }),
      takes: { close: 'closed' },
    },
    asking: {
      sees: (setup) => shows(setup, {}),
      takes: { confirm: 'deleting', close: 'closed' },
    },
    'asking.quiet': { sees: ({ read }) => expect(read(selectFailure)).toBe(null) },
    'asking.refused': { sees: ({ read }) => expect(read(selectFailure)).not.toBe(null) },
    deleting: {
      sees: (setup) => {
        shows(setup, { isDeleting: true });
        expect(setup.ports.deleteItem.calls.at(-1)).toEqual({ itemId: '4', name: 'Bandage' });
        expect(setup.parent.received).toEqual([]);
      },
      takes: {
        // The deletion goes on all the same (398).
        close: 'closed',
        deleted: { to: 'closed', sees: ({ parent }) => expect(parent.received).toEqual([CHANGED]) },
        ...eachFailure((name) => ({
          to: 'asking.refused',
          // S2 §8.
          sees: ({ read }: Setup) => expect(read(selectFailure)).toBe(textsOf('Failed to delete item.')[name]),
        })),
      },
    },
    closed: {
      sees: ({ ports }) => expect([ports.checkUsage.running, ports.deleteItem.running]).toEqual([false, false]),
    },
  },
});
testWalk(walk);
testMutants(walk);
