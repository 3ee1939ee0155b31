import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { CallFailure } from '../../../src/contract/failure';
import type { Incident } from '../../../src/contract/incidents';
import { type LiveSnapshot, liveMachine } from '../../../src/machines/incidents/live.machine';
import {
  selectFailure,
  selectIncidents,
  selectIsEmpty,
  selectIsLoading,
  selectIsPopulated,
  selectRefreshFailure,
  selectUpdatedAt,
} from '../../../src/machines/incidents/live.select';
import type { LiveFilter } from '../../../src/rules/liveFilter';
import { testMutants } from '../../kit/mutants';
import {
  broken,
  done,
  elapsed,
  failed,
  promisePort,
  said,
  scriptedWorld,
  streamPort,
  testWalk,
  walkOf,
} from '../../kit/walk';
import { incident } from './live.samples';

const cat = incident({ id: '1', status: 'REPORTED' });
const dog = incident({ id: '2', status: 'ONGOING' });
const cow = incident({ id: '3', status: 'CLOSED' });
const arrival = Date.parse('2026-03-10T09:00:00Z');

const props = () => ({
  ports: {
    fetchIncidents: promisePort<readonly Incident[], { source: string }>(),
    incidentsTopic: streamPort(),
    place: streamPort(),
  },
});
type Props = ReturnType<typeof props>;
interface Scene extends Props {
  read<T>(select: (snapshot: LiveSnapshot) => T): T;
}
/** What the screen shows of the list: loading, empty, populated, why not. */
const looks = ({ read }: Scene) => [
  read(selectIsLoading),
  read(selectIsEmpty),
  read(selectIsPopulated),
  read(selectFailure),
];
const ids = ({ read }: Scene) => read(selectIncidents).map(({ id }) => id);
const lastCall = ({ ports }: Scene) => ports.fetchIncidents.calls.at(-1);
const loadingFrom = (source: string) => ({
  to: 'loading.current',
  sees: (scene: Scene) => expect(lastCall(scene)).toEqual({ source }),
});
const shows = (to: string | readonly string[], ...expected: string[]) => ({
  to,
  sees: (scene: Scene) => expect(ids(scene)).toEqual(expected),
});
const isLive = ({ context }: LiveSnapshot) => context.filter === 'LIVE';
const contentOf = (snapshot: LiveSnapshot) =>
  snapshot.hasTag('empty') ? 'shown.content.empty' : 'shown.content.populated';

/** What the filter leaves of a list that came. */
const left = ({ context: { filter } }: LiveSnapshot, ...came: Incident[]) =>
  came.filter(({ status }) => filter === 'LIVE' || status === filter).map(({ id }) => id);
const contentFor = (...expected: string[]) => `shown.content.${expected.length > 0 ? 'populated' : 'empty'}`;
/** A list came: what of it is shown, and how fresh it is. */
const came =
  (freshness: string, ...incidents: Incident[]) =>
  (s: LiveSnapshot) => {
    const expected = left(s, ...incidents);
    return shows([contentFor(...expected), `shown.freshness.${freshness}`], ...expected);
  };
/** A filter is chosen while the list stands: another source is asked for, the same one is chosen from. */
const chosen = (filter: LiveFilter) => (s: LiveSnapshot) => {
  if (filter === s.context.filter) return null;
  if (filter === 'LIVE') return loadingFrom('live');
  if (isLive(s)) return loadingFrom('summary');
  const closed = filter === 'CLOSED' && s.context.fetched.length > 0 ? ['3'] : [];
  return shows(contentFor(...closed), ...closed);
};
/** A filter is chosen while there is no list. */
const chosenBefore = (filter: LiveFilter, isLoading: boolean) => (s: LiveSnapshot) => {
  if (filter === s.context.filter) return null;
  const isSame = !isLive(s) && filter !== 'LIVE';
  return isSame && isLoading ? 'loading' : loadingFrom(filter === 'LIVE' ? 'live' : 'summary');
};

const walk = walkOf({
  machine: liveMachine.provide({ actions: { logFailure: () => {} } }),
  props,
  input: () => ({ world: scriptedWorld(arrival), filter: 'LIVE' as LiveFilter }),
  key: isLive,
  samples: {
    'some came': done('fetchIncidents', [cat, cow]),
    'none came': done('fetchIncidents', []),
    'no network': failed('fetchIncidents', new CallFailure('network', 0)),
    refused: failed('fetchIncidents', new CallFailure('refused', 500, 'Out of order.')),
    'others came again': done('fetchIncidents', [dog, cow], 'refetchIncidents'),
    'none came again': done('fetchIncidents', [], 'refetchIncidents'),
    'no network again': failed('fetchIncidents', new CallFailure('network', 0), 'refetchIncidents'),
    'refused again': failed('fetchIncidents', new CallFailure('refused', 500), 'refetchIncidents'),
    'half a second': elapsed('xstate.after.gather.live.shown.freshness.gathering', 500),
    changed: said('incidentsTopic', { type: 'incident.changed' }),
    'line opened': said('incidentsTopic', { type: 'topic.opened' }),
    'line broke': broken('incidentsTopic'),
    retried: { type: 'list.retry' },
    'Assigned chosen': { type: 'filter.choose', filter: 'ASSIGNED' },
    'Closed chosen': { type: 'filter.choose', filter: 'CLOSED' },
    'Live chosen': { type: 'filter.choose', filter: 'LIVE' },
    'popup broke': broken('place'),
  },
  states: {
    loading: {
      sees: (scene) => {
        expect(looks(scene)).toEqual([true, false, false, null]);
        expect(scene.ports.fetchIncidents.running).toBe(true);
        expect(scene.read(selectUpdatedAt)).toBe(null);
      },
      takes: {
        'no network': {
          to: 'failed',
          sees: ({ read }) => expect(read(selectFailure)).toBe('Could not connect to the server.'),
        },
        refused: {
          to: 'failed',
          sees: ({ read }) => expect(read(selectFailure)).toBe('Failed to fetch incidents.'),
        },
        'Assigned chosen': chosenBefore('ASSIGNED', true),
        'Closed chosen': chosenBefore('CLOSED', true),
        'Live chosen': chosenBefore('LIVE', true),
        'line broke': 'loading',
        'popup broke': 'loading',
      },
    },
    'loading.current': {
      sees: ({ last, ports }) => {
        if (last === null) expect(ports.fetchIncidents.calls).toEqual([{ source: 'live' }]);
        if (last === null) expect(ports.incidentsTopic.running).toBe(true);
      },
      takes: {
        'some came': came('fresh', cat, cow),
        'none came': came('fresh'),
        changed: 'loading.outdated',
        'line opened': 'loading.outdated',
      },
    },
    'loading.outdated': {
      sees: ({ ports }) => expect(ports.fetchIncidents.running).toBe(true),
      takes: {
        'some came': came('gathering', cat, cow),
        'none came': came('gathering'),
      },
    },
    failed: {
      sees: (scene) => {
        expect(looks(scene).slice(0, 3)).toEqual([false, false, false]);
        expect(scene.read(selectFailure)).toMatch(/^(Could not connect to the server|Failed to fetch incidents)\.$/);
        expect(scene.ports.fetchIncidents.running).toBe(false);
      },
      takes: {
        retried: (s) => loadingFrom(isLive(s) ? 'live' : 'summary'),
        changed: 'loading.current',
        'line opened': ['loading.current'],
        'Assigned chosen': chosenBefore('ASSIGNED', false),
        'Closed chosen': chosenBefore('CLOSED', false),
        'Live chosen': chosenBefore('LIVE', false),
        'line broke': 'failed',
        'popup broke': 'failed',
      },
    },
    shown: {
      sees: ({ read }) => expect(read(selectFailure)).toBe(null),
      takes: {
        'Assigned chosen': chosen('ASSIGNED'),
        'Closed chosen': chosen('CLOSED'),
        'Live chosen': chosen('LIVE'),
        'line broke': 'shown',
        'popup broke': 'shown',
      },
    },
    'shown.content.populated': {
      sees: (scene) => {
        expect(looks(scene)).toEqual([false, false, true, null]);
        expect(ids(scene)).not.toEqual([]);
      },
    },
    'shown.content.empty': {
      sees: (scene) => {
        expect(looks(scene)).toEqual([false, true, false, null]);
        expect(ids(scene)).toEqual([]);
      },
    },
    'shown.freshness.fresh': {
      sees: ({ read, ports }) => {
        expect(read(selectRefreshFailure)).toBe(null);
        expect(ports.fetchIncidents.running).toBe(false);
      },
      takes: { changed: 'shown.freshness.gathering', 'line opened': 'shown.freshness.refreshing.current' },
    },
    'shown.freshness.gathering': {
      sees: ({ ports }) => expect(ports.fetchIncidents.running).toBe(false),
      takes: { 'half a second': 'shown.freshness.refreshing.current' },
    },
    'shown.freshness.refreshing': {
      sees: (scene) => {
        expect(scene.ports.fetchIncidents.running).toBe(true);
        expect(scene.read(selectRefreshFailure)).toBe(null);
      },
      takes: {
        'no network again': (s) => ({
          to: ['shown.freshness.stale', contentOf(s)],
          sees: (scene) => {
            expect(scene.read(selectRefreshFailure)).toBe('Could not connect to the server.');
            expect(scene.read(selectIncidents)).toEqual(s.context.listed);
          },
        }),
        'refused again': {
          to: 'shown.freshness.stale',
          sees: ({ read }) => expect(read(selectRefreshFailure)).toBe('Failed to fetch incidents.'),
        },
      },
    },
    'shown.freshness.refreshing.current': {
      sees: (scene) => expect(lastCall(scene)).toEqual({ source: scene.read(isLive) ? 'live' : 'summary' }),
      takes: {
        changed: 'shown.freshness.refreshing.outdated',
        'line opened': 'shown.freshness.refreshing.outdated',
        'others came again': came('fresh', dog, cow),
        'none came again': came('fresh'),
      },
    },
    'shown.freshness.refreshing.outdated': {
      sees: ({ ports }) => expect(ports.fetchIncidents.running).toBe(true),
      takes: {
        'others came again': came('gathering', dog, cow),
        'none came again': came('gathering'),
      },
    },
    'shown.freshness.stale': {
      sees: ({ read, ports }) => {
        expect(read(selectUpdatedAt)).toBe(arrival);
        expect(ports.fetchIncidents.running).toBe(false);
      },
      takes: {
        retried: 'shown.freshness.refreshing.current',
        'line opened': 'shown.freshness.refreshing.current',
        changed: 'shown.freshness.gathering',
      },
    },
  },
});
testWalk(walk);
testMutants(walk);

it('lets the list come that is on its way, however often the line opens meanwhile', async () => {
  const { ports } = props();
  const machine = liveMachine.provide({
    actors: {
      fetchIncidents: ports.fetchIncidents.logic as never,
      incidentsTopic: ports.incidentsTopic.logic as never,
    },
  });
  const actor = createActor(machine, { input: { world: scriptedWorld(arrival), filter: 'LIVE' } }).start();
  for (let times = 0; times < 3; times++) ports.incidentsTopic.emit({ type: 'topic.opened' });
  expect(ports.fetchIncidents.calls).toEqual([{ source: 'live' }]);
  ports.fetchIncidents.resolve([cat]);
  await new Promise(setImmediate);
  expect(selectIncidents(actor.getSnapshot())).toEqual([cat]);
  actor.stop();
});
