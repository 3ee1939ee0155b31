import { expect } from 'vitest';
import { incidentLocationMachine } from '../../../src/machines/incidents/incidentLocation.machine';
import {
  selectFailure,
  selectIsAsking,
  selectIsBusy,
  selectIsLocating,
  selectProgress,
} from '../../../src/machines/incidents/incidentLocation.select';
import { statesOf } from '../../kit/facts';
import { testMutants } from '../../kit/mutants';
import { done, elapsed, promisePort, type RunningChart, testWalk, walkOf } from '../../kit/walk';
import { deviceRefuses, PLACE } from '../device.facts';
import { locationEvents, locationFacts, locationFailures, ROUGHLY } from './incidentLocation.facts';
import { failing, hears } from './outcomes';
import { actionInput, dog, listeners } from './samples';

const props = () => ({ ports: { locate: promisePort(), updateLocation: promisePort() }, ...listeners() });
type Setup = RunningChart<typeof incidentLocationMachine> & ReturnType<typeof props>;

const walk = walkOf({
  machine: incidentLocationMachine,
  props,
  input: actionInput,
  samples: {
    ...locationEvents,
    'the device answers': done('locate', { ...PLACE, accuracy: 100 }),
    'the device answers roughly': done('locate', ROUGHLY),
    ...deviceRefuses,
    'a minute passes': elapsed('xstate.after.aMinute.incidentLocation.asking', 60_000),
    'it is saved': done('updateLocation', dog(PLACE)),
    ...failing('updateLocation', locationFailures),
    '3 s pass after success': elapsed('xstate.after.aFewSeconds.incidentLocation.updated', 3_000),
    '3 s pass after failure': elapsed('xstate.after.aFewSeconds.incidentLocation.failed', 3_000),
  },
  states: statesOf(locationFacts, {
    shows({ read, ports }: Setup, shown) {
      const isBusy = read(selectIsBusy);
      const isLocating = read(selectIsLocating);
      const texts = { progress: read(selectProgress), failure: read(selectFailure) };
      expect({ ...texts, isBusy, isLocating }).toMatchObject(shown);
      expect(read(selectIsAsking)).toBe(shown.progress?.endsWith('all the same?') ?? false);
      expect([ports.locate.running, ports.updateLocation.running]).toEqual([isLocating, isBusy && !isLocating]);
      if (ports.updateLocation.running)
        expect(ports.updateLocation.calls.at(-1)).toEqual({ incidentId: '3', place: PLACE });
    },
    after(setup, outcome) {
      hears(setup, outcome);
      expect(setup.read(selectFailure)).toBe(outcome.alert ?? null);
    },
  }),
});
testWalk(walk);
testMutants(walk);
