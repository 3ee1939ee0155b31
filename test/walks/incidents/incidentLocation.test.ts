import { expect } from 'vitest';
import {
  type IncidentLocationSnapshot,
  incidentLocationMachine,
} from '../../../src/machines/incidents/incidentLocation.machine';
import {
  selectFailure,
  selectIsBusy,
  selectIsLocating,
  selectProgress,
} from '../../../src/machines/incidents/incidentLocation.select';
import { LocationFailure } from '../../../src/rules/locationTexts';
import { testMutants } from '../../kit/mutants';
import { done, elapsed, failed, promisePort, testWalk, walkOf } from '../../kit/walk';
import { around, dog, failures, listeners, told } from './samples';

const props = () => ({ ports: { locate: promisePort(), updateLocation: promisePort() }, ...listeners() });
type Props = ReturnType<typeof props>;
type Setup = Props & { read<T>(select: (snapshot: IncidentLocationSnapshot) => T): T };
const fails = (text: string, fact: object | null = null) => ({
  to: 'failed',
  sees: ({ read, parent }: Setup) => {
    expect(read(selectFailure)).toBe(text);
    told(parent, fact);
  },
});
const denied = 'Unable to retrieve location. Please check your browser permissions.';
const place = { latitude: 18.5204, longitude: 73.8567 };

const walk = walkOf({
  machine: incidentLocationMachine,
  props,
  input: around,
  samples: {
    update: { type: 'location.update' },
    cancel: { type: 'location.cancel' },
    found: done('locate', place),
    unsupported: failed('locate', new LocationFailure('unsupported')),
    denied: failed('locate', new LocationFailure('denied', 'User denied Geolocation')),
    'timed out': failed('locate', new LocationFailure('timeout', 'Timeout expired')),
    unavailable: failed('locate', new LocationFailure('unavailable')),
    updated: done('updateLocation', dog(place)),
    'no network': failed('updateLocation', failures.network),
    'broken server': failed('updateLocation', failures.worded),
    'too late': failed('updateLocation', failures.conflict),
    gone: failed('updateLocation', failures.gone),
    '3 s after success': elapsed('xstate.after.aFewSeconds.incidentLocation.updated', 3_000),
    '3 s after failure': elapsed('xstate.after.aFewSeconds.incidentLocation.failed', 3_000),
  },
  states: {
    idle: {
      sees: ({ read, ports }) => {
        expect([read(selectProgress), read(selectFailure), read(selectIsBusy)]).toEqual([null, null, false]);
        expect([ports.locate.running, ports.updateLocation.running]).toEqual([false, false]);
      },
      takes: { update: 'locating' },
    },
    locating: {
      sees: ({ read, ports }) => {
        expect([read(selectProgress), read(selectIsBusy)]).toEqual(['Getting your location...', true]);
        expect(read(selectIsLocating)).toBe(true);
        expect([ports.locate.running, ports.updateLocation.running]).toEqual([true, false]);
      },
      takes: {
        cancel: 'idle',
        found: 'updating',
        unsupported: fails('Geolocation is not supported by your browser.'),
        denied: fails(denied),
        'timed out': fails(denied),
        unavailable: fails(denied),
      },
    },
    updating: {
      sees: ({ read, ports }) => {
        expect([read(selectProgress), read(selectIsBusy)]).toEqual(['Location found. Updating incident...', true]);
        expect(read(selectIsLocating)).toBe(false);
        expect(ports.updateLocation.calls.at(-1)).toEqual({ incidentId: '3', place });
        expect(ports.updateLocation.running).toBe(true);
      },
      takes: {
        updated: {
          to: 'updated',
          sees: ({ parent }) => told(parent, { type: 'incident.saved', incident: dog(place) }),
        },
        'no network': fails('Error updating location. Please try again.'),
        'broken server': fails('Error updating location. Please try again.'),
        'too late': fails('It is CLOSED now.', { type: 'incident.conflict' }),
        gone: fails('Error updating location. Please try again.', { type: 'incident.conflict' }),
      },
    },
    updated: {
      sees: ({ read }) =>
        expect([read(selectProgress), read(selectFailure), read(selectIsBusy)]).toEqual([
          'Location updated successfully!',
          null,
          false,
        ]),
      takes: { '3 s after success': 'idle' },
    },
    failed: {
      sees: ({ read }) => expect([read(selectProgress), read(selectIsBusy)]).toEqual([null, false]),
      takes: { '3 s after failure': 'idle', update: 'locating' },
    },
  },
});
testWalk(walk);
testMutants(walk);
