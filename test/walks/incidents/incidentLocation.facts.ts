import { CallFailure } from '../../../src/contract/failure';
import type { IncidentLocationSnapshot } from '../../../src/machines/incidents/incidentLocation.machine';
import type { Facts } from '../../kit/facts';
import { deviceOutcomes, PLACE } from '../device.facts';
import { failures, type IncidentOutcome, UNREADABLE } from './outcomes';
import { dog } from './samples';

export const ROUGHLY = { ...PLACE, accuracy: 1_200.3 };

export const locationEvents = {
  'Update Location': { type: 'location.update' },
  'Set place': { type: 'location.set' },
  Cancel: { type: 'location.cancel' },
} as const;

/** The server's answer where somebody else has set the location meanwhile. DECISIONS 26 */
const FASTER = 'This incident already has coordinates. Only a Rescue Captain or higher can change them.';
export const locationFailures = {
  ...failures,
  'its answer cannot be read': UNREADABLE,
  'another was faster': new CallFailure('refused', 409, FASTER),
};

interface Shown {
  readonly progress: string | null;
  readonly failure: string | null;
  readonly isBusy: boolean;
  readonly isLocating: boolean;
}
interface After extends IncidentOutcome {
  /** What the server has stored. */
  readonly stored?: typeof PLACE;
}

export const failing = (alert: string) => ({ to: 'failed', alert });
// S2 §8, "Location".
const UNSAVED = failing('Error updating location. Please try again.');

/** S2 §4, Update Location, with its progress texts. */
export const locationFacts: Facts<IncidentLocationSnapshot, Shown, After> = {
  idle: {
    shows: { progress: null, failure: null, isBusy: false },
    takes: { 'Update Location': 'locating' },
  },
  locating: {
    shows: { progress: 'Getting your location...', failure: null, isBusy: true, isLocating: true },
    takes: {
      Cancel: 'idle',
      'the device answers': 'updating',
      'the device answers roughly': 'asking',
      ...deviceOutcomes(failing),
    },
  },
  // DECISIONS 366
  asking: {
    shows: {
      progress: 'This device knows its place only to about 1300 m. The team would be sent there. Set it all the same?',
      failure: null,
      isBusy: false,
      isLocating: false,
    },
    takes: { 'Set place': 'updating', Cancel: 'idle', 'Update Location': 'locating', 'a minute passes': 'idle' },
  },
  updating: {
    shows: { progress: 'Location found. Updating incident...', failure: null, isBusy: true, isLocating: false },
    takes: {
      'it is saved': {
        to: 'updated',
        tells: { type: 'incident.located', incident: dog(PLACE) },
        stored: PLACE,
      },
      'the server fails': UNSAVED,
      'the server says why': UNSAVED,
      'the server cannot be reached': UNSAVED,
      'its answer cannot be read': UNSAVED,
      'the role is no longer there': UNSAVED,
      'another was faster': { to: 'failed', alert: FASTER, tells: { type: 'incident.conflict' } },
      'it is gone': { ...UNSAVED, tells: { type: 'incident.conflict' } },
    },
  },
  updated: {
    shows: { progress: 'Location updated successfully!', failure: null, isBusy: false },
    // S2 §9: status messages clear after 3 s.
    takes: { '3 s pass after success': 'idle' },
  },
  failed: {
    shows: { progress: null, isBusy: false },
    takes: { 'Update Location': 'locating', '3 s pass after failure': 'idle' },
  },
};
