import type { IncidentActionSnapshot } from '../../../src/machines/incidents/incidentAction.machine';
import type { StatusChange } from '../../../src/machines/incidents/ports';
import type { Facts } from '../../kit/facts';
import { UNAUTHORIZED } from './incident.facts';
import type { IncidentOutcome } from './outcomes';

const SEEN = '2026-03-10T08:30:00Z';

export const actionEvents = {
  "I'm Interested": { type: 'interest.set', isInterested: true },
  'Remove Interest': { type: 'interest.set', isInterested: false },
  'Mark as Resolved': { type: 'status.change', change: 'incident.resolve', seen: SEEN },
  Reactivate: { type: 'status.change', change: 'incident.reactivate', seen: null },
} as const;

interface Shown {
  readonly isBusy: boolean;
  /** The interest that is shown before the server has confirmed it. */
  readonly wants: boolean | null;
  readonly change: StatusChange | null;
}
interface After extends IncidentOutcome {
  readonly wants?: boolean;
  readonly change?: StatusChange;
  /** The version that the member sees, as the server is sent it. */
  readonly seen?: string | null;
}

// S2 §8, "Interest": an alert.
const UNSET = { to: 'idle', warning: 'Failed to update interest status. Please try again.' };
const conflict = { type: 'incident.conflict' } as const;

// S2 §8, "Resolve, close, reactivate": 'Error: {server text or default}' for a few seconds.
const unchanged = ({ context: { change } }: IncidentActionSnapshot) => ({
  to: 'idle',
  notice: {
    'incident.resolve': 'Error: Failed to update status.',
    'incident.reactivate': 'Error: Failed to reactivate incident.',
  }[change],
});

/** S2 §4: the actions that need no dialog. */
export const actionFacts: Facts<IncidentActionSnapshot, Shown, After> = {
  idle: {
    shows: { isBusy: false, wants: null, change: null },
    takes: {
      "I'm Interested": { to: 'toggling', wants: true },
      'Remove Interest': { to: 'toggling', wants: false },
      'Mark as Resolved': { to: 'changing', change: 'incident.resolve', seen: SEEN },
      Reactivate: { to: 'changing', change: 'incident.reactivate', seen: null },
    },
  },
  toggling: {
    shows: { isBusy: true, change: null },
    takes: {
      'the interest is noted': ({ context: { isInterested } }) => ({
        to: 'idle',
        tells: { type: 'interest.settled', isInterested },
      }),
      'interest: the server fails': UNSET,
      'interest: the server says why': UNSET,
      'interest: the role is no longer there': UNSET,
      'interest: another was faster': { ...UNSET, tells: conflict },
      'interest: it is gone': { ...UNSET, tells: conflict },
      'interest: the server cannot be reached': { to: 'idle', warning: 'Could not connect to the server.' },
    },
  },
  changing: {
    shows: { isBusy: true, wants: null },
    takes: {
      'the status is changed': ({ context: { change } }) => ({
        to: 'idle',
        tells: { type: 'incident.acted', action: change },
      }),
      'status: the server fails': unchanged,
      'status: the server cannot be reached': unchanged,
      'status: the server says why': { to: 'idle', notice: 'Error: The disk is full.' },
      'status: another was faster': {
        to: 'idle',
        notice: 'Error: Somebody else has changed this incident meanwhile. It is REPORTED now.',
        tells: conflict,
      },
      'status: it is gone': { to: 'idle', notice: 'Error: Incident not found.', tells: conflict },
      // S2 §6.
      'status: the role is no longer there': ({ context: { change } }) => ({
        to: 'idle',
        tells: { type: 'action.forbidden', action: change },
        unauthorized: {
          'incident.resolve': UNAUTHORIZED['incident.resolve'],
          'incident.reactivate': UNAUTHORIZED['incident.reactivate'],
        }[change],
      }),
    },
  },
};
