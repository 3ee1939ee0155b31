import { expect, it } from 'vitest';
import { CallFailure } from '../../../src/contract/failure';
import type { Incident } from '../../../src/contract/incidents';
import { type LiveSnapshot, liveMachine } from '../../../src/machines/incidents/live.machine';
import {
  selectFeed,
  selectIncidents,
  selectIsEmpty,
  selectIsPopulated,
  selectNearby,
  selectPlace,
  selectUpdatedAt,
} from '../../../src/machines/incidents/live.select';
import { liveFailureText } from '../../../src/rules/failureTexts';
import type { LiveFilter } from '../../../src/rules/incidents/liveFilter';
import { testMutants } from '../../kit/mutants';
import { said, scriptedWorld, streamPort, testWalk, walkOf } from '../../kit/walk';
import { dog as incident } from './samples';

const cat = incident({ id: '1', status: 'REPORTED' });
const cow = incident({ id: '3', status: 'CLOSED' });
const arrival = Date.parse('2026-03-10T09:00:00Z');

const props = () => ({ ports: { feed: streamPort(), place: streamPort(), nearby: streamPort() } });
type Props = ReturnType<typeof props>;
interface Setup extends Props {
  read<T>(select: (snapshot: LiveSnapshot) => T): T;
}
const ids = ({ read }: Setup) => read(selectIncidents).map(({ id }) => id);
const shows = (...expected: string[]) => ({
  to: expected.length > 0 ? 'shown.populated' : 'shown.empty',
  sees: (setup: Setup) => expect(ids(setup)).toEqual(expected),
});
/** What each filter shows of a REPORTED cat and a CLOSED cow: 'Live' shows the server's list unfiltered. */
const left: Partial<Record<LiveFilter, string[]>> = { LIVE: ['1', '3'], ASSIGNED: [], CLOSED: ['3'] };
const came =
  (...incidents: Incident[]) =>
  ({ context: { filter } }: LiveSnapshot) => ({
    ...shows(...(incidents.length > 0 ? (left[filter] ?? []) : [])),
  });
/** Another source is asked for, and the old list is gone; from the same one it is chosen, and where that failed it is tried again. */
const chosen = (filter: LiveFilter) => (s: LiveSnapshot) => {
  if (filter === s.context.filter) return null;
  if (filter === 'LIVE' || s.context.filter === 'LIVE')
    return {
      to: 'waiting',
      sees: ({ ports }: Setup) =>
        expect(ports.feed.received.at(-1)).toEqual({
          type: 'query.change',
          query: { source: filter === 'LIVE' ? 'live' : 'summary' },
        }),
    };
  const expected = s.context.fetched.length > 0 ? (left[filter] ?? []) : [];
  return {
    to: s.matches('waiting') ? 'waiting' : shows(...expected).to,
    sees: (setup: Setup) => {
      if (s.matches('shown')) expect(ids(setup)).toEqual(expected);
      expect(setup.ports.feed.received.at(-1)).toEqual({ type: 'feed.retry' });
    },
  };
};

const walk = walkOf({
  machine: liveMachine,
  props,
  input: () => ({ world: scriptedWorld(arrival), filter: 'LIVE' as LiveFilter }),
  key: ({ context }) => [context.filter, context.fetched.length],
  samples: {
    'some came': said('feed', { type: 'feed.fetched', data: [cat, cow] }),
    'none came': said('feed', { type: 'feed.fetched', data: [] }),
    'Assigned chosen': { type: 'filter.choose', filter: 'ASSIGNED' },
    'Closed chosen': { type: 'filter.choose', filter: 'CLOSED' },
    'Live chosen': { type: 'filter.choose', filter: 'LIVE' },
  },
  ways: [
    {
      // The copy on this device has its own time.
      way: [said('feed', { type: 'feed.fetched', data: [cat, cow], asOf: 7 })],
      sees: ({ read }) => expect(read(selectUpdatedAt)).toBe(7),
    },
    { way: ['some came'], sees: ({ read }) => expect(read(selectUpdatedAt)).toBe(arrival) },
    {
      way: ['some came', 'Assigned chosen'],
      sees: ({ read }) => expect(read(({ context }) => [context.filter, context.listed])).toEqual(['ASSIGNED', []]),
    },
  ],
  states: {
    waiting: {
      sees: ({ read, ports, last }) => {
        expect([read(selectIsEmpty), read(selectIsPopulated), read(selectUpdatedAt)]).toEqual([false, false, null]);
        if (last === null) expect(ports.feed.calls).toMatchObject([{ query: { source: 'live' }, gather: 500 }]);
        expect([ports.feed.calls.length, ports.place.calls.length, ports.nearby.calls.length]).toEqual([1, 1, 1]);
        expect([read(selectFeed), read(selectPlace), read(selectNearby)]).not.toContain(undefined);
      },
      takes: {
        'some came': came(cat, cow),
        'none came': came(),
        'Assigned chosen': chosen('ASSIGNED'),
        'Closed chosen': chosen('CLOSED'),
        'Live chosen': chosen('LIVE'),
      },
    },
    shown: {
      sees: ({ read, ports }) => {
        expect([arrival, 7]).toContain(read(selectUpdatedAt));
        expect(ports.feed.calls).toHaveLength(1);
      },
      takes: {
        'some came': came(cat, cow),
        'none came': came(),
        'Assigned chosen': chosen('ASSIGNED'),
        'Closed chosen': chosen('CLOSED'),
        'Live chosen': chosen('LIVE'),
      },
    },
    'shown.populated': {
      sees: (setup) => {
        expect([setup.read(selectIsEmpty), setup.read(selectIsPopulated)]).toEqual([false, true]);
        expect(ids(setup)).not.toEqual([]);
      },
    },
    'shown.empty': {
      sees: (setup) => {
        expect([setup.read(selectIsEmpty), setup.read(selectIsPopulated)]).toEqual([true, false]);
        expect(ids(setup)).toEqual([]);
      },
    },
  },
});
testWalk(walk);
testMutants(walk);

it('says why there are no incidents in the words of S1 §8', () => {
  expect(liveFailureText(new CallFailure('network', 0))).toBe('Could not connect to the server.');
  expect(liveFailureText(new CallFailure('refused', 500, 'Out of order.'))).toBe('Failed to fetch incidents.');
});
