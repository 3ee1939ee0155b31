import type { IncidentClosingSnapshot } from '../../../src/machines/incidents/incidentClosing.machine';
import type { Facts } from '../../kit/facts';
import { UNAUTHORIZED } from './incident.facts';
import type { IncidentOutcome } from './outcomes';

const REASON = 'It had left by itself.';
const TYPED = ` ${REASON} `;
const BLANKS = '   ';

export const closingEvents = {
  'a reason is written': { type: 'reason.changed', reason: TYPED },
  'blanks are written': { type: 'reason.changed', reason: BLANKS },
  'Close Incident': { type: 'form.submit' },
  Cancel: { type: 'modal.close' },
} as const;

interface Shown {
  readonly isOpen: boolean;
  readonly isSubmitting: boolean;
  /** What is said below the field. */
  readonly problem: string | null;
  /** The error of the dialog. */
  readonly failure: string | null;
  /** What the server is sent. */
  readonly sends: { readonly reason: string };
}
interface After extends IncidentOutcome {
  /** What is in the field. */
  readonly reason?: string;
  /** The line of the incident's history. */
  readonly history?: object;
}

const hasReason = ({ context }: IncidentClosingSnapshot) => context.reason === TYPED;

/** S2 §2, the close-incident modal. */
export const closingFacts: Facts<IncidentClosingSnapshot, Shown, After> = {
  asking: {
    shows: { isOpen: true, isSubmitting: false },
    takes: {
      'a reason is written': { to: 'asking.quiet', reason: TYPED },
      'blanks are written': { to: 'asking.quiet', reason: BLANKS },
      // S2 §5: a reason is required.
      'Close Incident': (is) => (hasReason(is) ? 'submitting' : 'asking.incomplete'),
      Cancel: 'closed',
    },
  },
  'asking.quiet': { shows: { problem: null, failure: null } },
  'asking.incomplete': { shows: { problem: 'A reason is required.', failure: null } },
  'asking.refused': {
    shows: { problem: null },
    // S2 §8, §9: for a few seconds.
    takes: { '3 s pass': { to: 'asking.quiet', reason: TYPED } },
  },
  submitting: {
    shows: { isOpen: true, isSubmitting: true, failure: null, sends: { reason: REASON } },
    takes: {
      'the server takes it': {
        to: 'closed',
        tells: { type: 'incident.acted', action: 'incident.close' },
        history: { event: 'incident.close', note: REASON },
      },
      // S2 §8, "Resolve, close, reactivate".
      'the server fails': { to: 'asking.refused', alert: 'Error: Failed to close incident.', reason: TYPED },
      'the server cannot be reached': {
        to: 'asking.refused',
        alert: 'Error: Failed to close incident.',
        reason: TYPED,
      },
      'the server says why': { to: 'asking.refused', alert: 'Error: The disk is full.', reason: TYPED },
      'another was faster': {
        to: 'closed',
        tells: { type: 'incident.conflict' },
        notice: 'Error: Somebody else has changed this incident meanwhile. It is REPORTED now.',
      },
      'it is gone': { to: 'closed', tells: { type: 'incident.conflict' }, notice: 'Error: Incident not found.' },
      // S2 §6.
      'the role is no longer there': {
        to: 'closed',
        tells: { type: 'action.forbidden', action: 'incident.close' },
        unauthorized: UNAUTHORIZED['incident.close'],
      },
    },
  },
  closed: { shows: { isOpen: false } },
};
