import { expect } from 'vitest';
import type { Requisition } from '../../../src/contract/supplies';
import {
  dispatchedMachine,
  selectDispatched,
  selectFeed,
  selectIsOpen,
} from '../../../src/machines/supplies/dispatched.machine';
import { testMutants } from '../../kit/mutants';
import { type RunningChart, said, streamPort, testWalk, walkOf } from '../../kit/walk';
import { failures, request } from './samples';

const props = () => ({ ports: { feed: streamPort() } });
type Setup = RunningChart<typeof dispatchedMachine> & ReturnType<typeof props>;

const some = [request({ status: 'DISPATCHED' })];
const shows = (list: readonly Requisition[]) => ({
  to: 'open',
  sees: ({ read }: Setup) => expect(read(selectDispatched)).toEqual(list),
});

const walk = walkOf({
  machine: dispatchedMachine,
  props,
  key: ({ context }) => context.requisitions?.length,
  samples: {
    opened: { type: 'section.opened' },
    folded: { type: 'section.folded' },
    'one is on its way': said('feed', { type: 'feed.fetched', data: some }),
    'nothing is on its way': said('feed', { type: 'feed.fetched', data: [] }),
    'no answer': said('feed', { type: 'feed.failed', error: failures['no network'] }),
  },
  states: {
    folded: {
      sees: ({ read, ports }) => {
        expect([read(selectIsOpen), read(selectDispatched), read(selectFeed)]).toEqual([false, null, undefined]);
        expect(ports.feed.running).toBe(false);
      },
      takes: { opened: 'open' },
    },
    open: {
      sees: ({ read, ports }) => {
        expect([read(selectIsOpen), ports.feed.running, read(selectFeed) !== undefined]).toEqual([true, true, true]);
        expect(ports.feed.calls.at(-1)).toMatchObject({ gather: 0 });
      },
      takes: {
        folded: 'folded',
        'one is on its way': shows(some),
        'nothing is on its way': shows([]),
      },
    },
  },
});
testWalk(walk);
testMutants(walk);
