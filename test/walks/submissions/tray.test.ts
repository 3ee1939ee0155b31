import { expect } from 'vitest';
import type { Submission } from '../../../src/contract/submissions';
import type { QueueRef } from '../../../src/machines/submissions/queue.machine';
import {
  selectIsNeeded,
  selectIsOpen,
  selectToDelete,
  trayMachine,
} from '../../../src/machines/submissions/tray.machine';
import { testMutants } from '../../kit/mutants';
import { recorder, said, streamPort, testWalk, walkOf } from '../../kit/walk';
import { item, picture, report, text } from './samples';

const walk = walkOf({
  machine: trayMachine,
  props: () => ({
    ports: {
      tracking: streamPort<never, { queue: QueueRef; id: string }>(),
      copies: streamPort<{ type: 'copy.save'; submission: Submission }, undefined>(),
    },
    queue: recorder<QueueRef>(),
  }),
  input: ({ queue }) => ({ queue: queue.ref }),
  samples: {
    open: { type: 'tray.open' },
    close: { type: 'tray.close' },
    'a copy of r1': { type: 'copy.save', submission: report('r1') },
    'may r1 be deleted': { type: 'deletion.ask', submission: report('r1') },
    'may the start of a case that is done be deleted': {
      type: 'deletion.ask',
      submission: report('r1'),
      isNeeded: true,
    },
    'may a picture be deleted': { type: 'deletion.ask', submission: picture('p1') },
    'may a text be deleted': { type: 'deletion.ask', submission: text('t1') },
    'it may': { type: 'deletion.confirm' },
    'it may not': { type: 'dialog.close' },
    'it has moved': said('tracking', { type: 'submission.updated', item: item(report('r1')) }),
    'it is gone': said('tracking', { type: 'submission.updated', item: null }),
    'it was sent': said('tracking', { type: 'submission.delivered', answer: null, wasEarlier: false }),
  },
  states: {
    'list.closed': {
      sees: ({ read }) => expect(read(selectIsOpen)).toBe(false),
      takes: { open: 'list.open' },
    },
    'list.open': {
      sees: ({ read }) => expect(read(selectIsOpen)).toBe(true),
      takes: {
        close: 'list.closed',
        'a copy of r1': {
          to: 'list.open',
          sees: ({ ports }) =>
            expect(ports.copies.received.at(-1)).toEqual({ type: 'copy.save', submission: report('r1') }),
        },
      },
    },
    'deletion.closed': {
      sees: ({ read, ports }) =>
        expect([read(selectIsNeeded), read(selectToDelete), ports.tracking.running]).toEqual([false, null, false]),
      takes: {
        'may r1 be deleted': 'deletion.asking.confirming',
        'may the start of a case that is done be deleted': 'deletion.asking.needed',
        'may a picture be deleted': {
          to: 'deletion.asking.confirming',
          sees: ({ queue, ports }) => {
            expect(queue.received).not.toContainEqual({ type: 'submission.withdraw', id: 'p1' });
            expect(ports.tracking.calls.at(-1)?.id).toBe('p1');
          },
        },
        'may a text be deleted': {
          to: 'deletion.closed',
          sees: ({ queue }) => expect(queue.received.at(-1)).toEqual({ type: 'submission.withdraw', id: 't1' }),
        },
      },
    },
    'deletion.asking': {
      sees: ({ ports }) => expect(ports.tracking.running).toBe(true),
      takes: {
        'it may not': 'deletion.closed',
        'it is gone': 'deletion.closed',
        'it was sent': 'deletion.closed',
      },
    },
    'deletion.asking.needed': {
      sees: ({ read }) => expect([read(selectIsNeeded), read(selectToDelete)?.id]).toEqual([true, 'r1']),
    },
    'deletion.asking.confirming': {
      sees: ({ read, ports, queue }) => {
        const asked = read(selectToDelete)?.id;
        expect(['r1', 'p1']).toContain(asked);
        expect(ports.tracking.calls.at(-1)).toEqual({ queue: queue.ref, id: asked });
      },
      takes: {
        'it may': {
          to: 'deletion.asking.confirming',
          sees: ({ queue, read }) =>
            expect(queue.received.at(-1)).toEqual({ type: 'submission.withdraw', id: read(selectToDelete)?.id }),
        },
      },
    },
  },
});
testWalk(walk);
testMutants(walk);
