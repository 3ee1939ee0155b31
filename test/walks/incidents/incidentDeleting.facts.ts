import type { IncidentDeletingSnapshot } from '../../../src/machines/incidents/incidentDeleting.machine';
import type { Facts } from '../../kit/facts';
import { UNAUTHORIZED } from './incident.facts';
import type { IncidentOutcome } from './outcomes';

export const deletingEvents = {
  'the archive is unchecked': { type: 'archive.changed', archive: false },
  'the archive is checked': { type: 'archive.changed', archive: true },
  Delete: { type: 'form.submit' },
  Cancel: { type: 'modal.close' },
} as const;

interface Shown {
  readonly isOpen: boolean;
  readonly isSubmitting: boolean;
  readonly failure: string | null;
}
interface After extends IncidentOutcome {
  /** Whether the archive is checked. */
  readonly archive?: boolean;
  /** The server has it no more, and the page repeats its words. */
  readonly isDeleted?: true;
}

/** S2 §2: 'archive details before deleting' is checked by default. */
export const ARCHIVES_AT_FIRST = true;

/** S2 §2, the delete confirmation. */
export const deletingFacts: Facts<IncidentDeletingSnapshot, Shown, After> = {
  asking: {
    shows: { isOpen: true, isSubmitting: false },
    takes: {
      'the archive is unchecked': { to: 'asking.quiet', archive: false },
      'the archive is checked': { to: 'asking.quiet', archive: true },
      Delete: 'submitting',
      Cancel: 'closed',
    },
  },
  'asking.quiet': { shows: { failure: null } },
  'asking.refused': { shows: { isOpen: true } },
  submitting: {
    shows: { isOpen: true, isSubmitting: true, failure: null },
    takes: {
      // It goes on all the same (398).
      Cancel: 'closed',
      'the server takes it': {
        to: 'closed',
        tells: { type: 'incident.deleted', message: 'Incident archived and deleted.' },
        isDeleted: true,
      },
      'the server takes it, without a word': { to: 'closed', tells: { type: 'incident.deleted', message: null } },
      // S2 §8, "Delete".
      'the server fails': { to: 'asking.refused', alert: 'Failed to delete incident.' },
      'the server cannot be reached': { to: 'asking.refused', alert: 'Failed to delete incident.' },
      'the server says why': { to: 'asking.refused', alert: 'The disk is full.' },
      'another was faster': {
        to: 'closed',
        tells: { type: 'incident.conflict' },
        notice: 'Somebody else has changed this incident meanwhile. It is REPORTED now.',
      },
      'it is gone': { to: 'closed', tells: { type: 'incident.conflict' }, notice: 'Incident not found.' },
      // S2 §6.
      'the role is no longer there': {
        to: 'closed',
        tells: { type: 'action.forbidden', action: 'incident.delete' },
        unauthorized: UNAUTHORIZED['incident.delete'],
      },
    },
  },
  closed: { shows: { isOpen: false } },
};
