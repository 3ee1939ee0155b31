import { expect } from 'vitest';
import {
  profileLocationMachine,
  selectFailure,
  selectIsAsking,
  selectIsBusy,
  selectIsLocating,
  selectProgress,
} from '../../../src/machines/people/profileLocation.machine';
import { testMutants } from '../../kit/mutants';
import { done, elapsed, failed, promisePort, type RunningChart, testWalk, walkOf } from '../../kit/walk';
import { deviceOutcomes, deviceRefuses, PLACE } from '../device.facts';
import { failures } from './profileSamples';

const props = () => ({ ports: { locate: promisePort(), saveLocation: promisePort() } });
type Setup = RunningChart<typeof profileLocationMachine> & ReturnType<typeof props>;

/** What the page says, and which call is on its way. */
const looks = ({ read, ports }: Setup) => ({
  progress: read(selectProgress),
  isBusy: read(selectIsBusy),
  isLocating: read(selectIsLocating),
  isAsking: read(selectIsAsking),
  locates: ports.locate.running,
  saves: ports.saveLocation.running,
});
const quiet = { progress: null, isBusy: false, isLocating: false, isAsking: false, locates: false, saves: false };
const failing = (text: string) => ({
  to: 'failed',
  sees: ({ read }: Setup) => expect(read(selectFailure)).toBe(text),
});
// S2 §8, "Location".
const UNSAVED = failing('Error updating location. Please try again.');

const walk = walkOf({
  machine: profileLocationMachine,
  props,
  samples: {
    'Update My Location': { type: 'location.update' },
    Cancel: { type: 'location.cancel' },
    'the device answers': done('locate', { ...PLACE, accuracy: 100 }),
    'the device answers roughly': done('locate', { ...PLACE, accuracy: 1200.3 }),
    'Set place': { type: 'location.set' },
    'a minute passes': elapsed('xstate.after.aMinute.profileLocation.asking', 60_000),
    ...deviceRefuses,
    'it is saved': done('saveLocation', { latitude: 1 }),
    'the server cannot be reached': failed('saveLocation', failures.unreachable),
    'the server says why': failed('saveLocation', failures.worded),
    '3 s pass after success': elapsed('xstate.after.aFewSeconds.profileLocation.updated', 3_000),
    '3 s pass after failure': elapsed('xstate.after.aFewSeconds.profileLocation.failed', 3_000),
  },
  states: {
    idle: {
      sees: (setup) => {
        expect(looks(setup)).toEqual(quiet);
        expect(setup.read(selectFailure)).toBe(null);
      },
      takes: { 'Update My Location': 'locating' },
    },
    locating: {
      sees: (setup) => {
        const isLocating = { isBusy: true, isLocating: true, locates: true };
        expect(looks(setup)).toEqual({ ...quiet, ...isLocating, progress: 'Getting your location...' });
        expect(setup.read(selectFailure)).toBe(null);
      },
      takes: {
        Cancel: 'idle',
        'the device answers': 'updating',
        'the device answers roughly': 'asking',
        ...deviceOutcomes(failing),
      },
    },
    // DECISIONS 366
    asking: {
      sees: (setup) => {
        const progress =
          'This device knows your place only to about 1300 m. Your distance to incidents would be wrong by as much. Set it all the same?';
        expect(looks(setup)).toEqual({ ...quiet, isAsking: true, progress });
      },
      takes: { 'Set place': 'updating', Cancel: 'idle', 'Update My Location': 'locating', 'a minute passes': 'idle' },
    },
    updating: {
      sees: (setup) => {
        const isSaving = { isBusy: true, saves: true };
        // DECISIONS P5.
        expect(looks(setup)).toEqual({ ...quiet, ...isSaving, progress: 'Location found. Updating profile...' });
        expect(setup.ports.saveLocation.calls.at(-1)).toEqual({ place: PLACE });
      },
      takes: { 'it is saved': 'updated', 'the server cannot be reached': UNSAVED, 'the server says why': UNSAVED },
    },
    updated: {
      sees: (setup) => expect(looks(setup)).toEqual({ ...quiet, progress: 'Location updated successfully!' }),
      // S2 §9: status messages clear after 3 s.
      takes: { '3 s pass after success': 'idle', 'Update My Location': 'locating' },
    },
    failed: {
      sees: (setup) => expect(looks(setup)).toEqual(quiet),
      takes: { '3 s pass after failure': 'idle', 'Update My Location': 'locating' },
    },
  },
});
testWalk(walk);
testMutants(walk);
