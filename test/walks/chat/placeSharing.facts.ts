import type { SnapshotFrom } from 'xstate';
import type { placeSharingMachine } from '../../../src/machines/chat/placeSharing.machine';
import type { Facts, Outcome } from '../../kit/facts';
import { deviceOutcomes } from '../device.facts';

export const placeEvents = {
  'Share my place': { type: 'place.ask' },
  'Share, or Try again': { type: 'place.share' },
  Cancel: { type: 'place.cancel' },
} as const;

interface Shown {
  /** Whether the dialog is open. */
  readonly isOpen: boolean;
  readonly isLocating: boolean;
  readonly failure: null;
}
interface After extends Outcome {
  /** Why there is no place. */
  readonly failure?: string;
  /** Whether the place goes into the chat. In all other cases nothing does. */
  readonly isSent?: true;
}

export const failing = (failure: string) => ({ to: 'failed', failure });

/** DECISIONS 166: Share my place. */
export const placeFacts: Facts<SnapshotFrom<typeof placeSharingMachine>, Shown, After> = {
  closed: {
    shows: { isOpen: false, isLocating: false, failure: null },
    takes: { 'Share my place': 'asking' },
  },
  // The device is asked only after the member has said yes.
  asking: {
    shows: { isOpen: true, isLocating: false, failure: null },
    takes: { 'Share, or Try again': 'locating', Cancel: 'closed' },
  },
  locating: {
    shows: { isOpen: true, isLocating: true, failure: null },
    takes: { Cancel: 'closed', 'the device answers': { to: 'closed', isSent: true }, ...deviceOutcomes(failing) },
  },
  failed: {
    shows: { isOpen: true, isLocating: false },
    takes: { 'Share, or Try again': 'locating', Cancel: 'closed' },
  },
};
