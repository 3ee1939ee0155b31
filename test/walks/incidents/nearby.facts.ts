import type { NearbySnapshot } from '../../../src/machines/incidents/nearby.machine';
import type { Facts, Outcome } from '../../kit/facts';
import { scriptedWorld } from '../../kit/walk';
import { deviceOutcomes, type PLACE } from '../device.facts';

export const MINUTE = 60_000;
/** The time at which the device is located. */
export const NOW = scriptedWorld().time;

export const recalled = (isAllowed: boolean, isChosen: boolean, place: (typeof PLACE & { at: number }) | null = null) =>
  ({ type: 'nearby.recalled', isAllowed, isChosen, place }) as const;

export const nearbyEvents = {
  'Near me': { type: 'near.choose' },
  'Near me, pressed again': { type: 'near.leave' },
} as const;

interface Shown {
  /** Whether the incidents are sorted by their distance, which they say. */
  readonly isSorted: boolean;
  readonly isLocating: boolean;
  readonly failure: null;
}
interface After extends Outcome {
  /** Why the place is not known. */
  readonly failure?: string;
  /** Which place counts: where the device is, or where it was found before. */
  readonly place?: 'here' | 'before';
  /** Whether this device remembers the choice from now on. */
  readonly isKept?: boolean;
  /** Whether the device was asked, and answers too late. */
  readonly isTooLate?: true;
}

export const failing = (failure: string) => ({ to: 'failed', failure });
const found = { to: 'on', place: 'here' } as const;
const stays = { to: 'on', place: 'before' } as const;
const left = { to: 'off', isKept: false };

/** Near me: whether the live incidents are sorted by their distance. */
export const nearbyFacts: Facts<NearbySnapshot, Shown, After> = {
  off: {
    shows: { isSorted: false, isLocating: false, failure: null },
    takes: {
      // The other recalls are refused: only the press asks the member for permission.
      'allowed and chosen': 'locating',
      'allowed, chosen and located before': { to: 'renewing', place: 'before' },
      'Near me': 'locating',
    },
  },
  locating: {
    shows: { isSorted: false, isLocating: true, failure: null },
    takes: {
      'the device answers': { ...found, isKept: true },
      ...deviceOutcomes(failing),
      'Near me, pressed again': { ...left, isTooLate: true },
    },
  },
  // The list stays as the member has left it, and the place from before still counts if there is no new one.
  renewing: {
    shows: { isSorted: true, isLocating: true, failure: null },
    takes: {
      'the device answers': found,
      ...deviceOutcomes(() => stays),
      'Near me, pressed again': left,
    },
  },
  on: {
    shows: { isSorted: true, isLocating: false, failure: null },
    takes: { 'back after 15 min': 'outdated', 'Near me, pressed again': left },
  },
  // DECISIONS 174
  outdated: {
    shows: { isSorted: true, isLocating: true, failure: null },
    takes: { 'the device answers': found, ...deviceOutcomes(failing), 'Near me, pressed again': left },
  },
  failed: {
    shows: { isSorted: false, isLocating: false },
    takes: { 'Near me': 'locating' },
  },
};
