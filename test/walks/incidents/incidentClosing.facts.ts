import type { Incident } from '../../../src/contract/incidents';
import type { IncidentClosingSnapshot } from '../../../src/machines/incidents/incidentClosing.machine';
import type { Facts } from '../../kit/facts';
import { PLACE } from '../device.facts';
import { UNAUTHORIZED } from './incident.facts';
import type { IncidentOutcome } from './outcomes';
import { dog } from './samples';

const REASON = 'It had left by itself.';
const TYPED = ` ${REASON} `;
const BLANKS = '   ';

export const closingEvents = {
  'a reason is written': { type: 'reason.changed', reason: TYPED },
  'blanks are written': { type: 'reason.changed', reason: BLANKS },
  'Close Incident': { type: 'form.submit' },
  Cancel: { type: 'modal.close' },
  OK: { type: 'refusal.close' },
} as const;

const LATER = '2026-03-10T09:00:00Z';
const refreshed = (changes: Partial<Incident>) => ({
  type: 'incident.refreshed' as const,
  incident: dog({ lastUpdated: LATER, ...changes }),
});
const located = (changes: Partial<Incident>) => ({
  type: 'incident.located' as const,
  incident: dog({ lastUpdated: LATER, ...PLACE, ...changes }),
});
const CHANGED = 'It has come back.';
/** What the page tells the open dialog. */
export const closingNews = {
  'only the version is new': refreshed({}),
  'the change is fetched': refreshed({ description: CHANGED }),
  'my Update Location is saved': located({}),
} as const;
/** The same, more rarely. */
export const rareNews = {
  'it has been assigned, too': refreshed({ status: 'ASSIGNED', description: CHANGED, ...PLACE }),
  'my Update Location is saved after the change': located({ description: CHANGED }),
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
  /** What is said about a change by somebody else. */
  readonly change?: string;
  /** The `lastUpdated` of the version that the dialog goes on with. */
  readonly version?: string;
  /** The `lastUpdated` that the server is sent. */
  readonly seen?: string | null;
  /** The line of the incident's history. */
  readonly history?: object;
}

const OVERTAKEN = 'Error: Somebody else has changed this incident meanwhile. It is REPORTED now.';
const told = (to: string) => ({ to, alert: OVERTAKEN });

const isDescribed = ({ context }: IncidentClosingSnapshot, description: string) =>
  context.incident.description === description;
const isHere = ({ context }: IncidentClosingSnapshot) => context.incident.latitude !== null;
/** What was changed is said, compared with the version that the captain had seen. */
const tells = (is: IncidentClosingSnapshot, description: string) => {
  const words = [isDescribed(is, description) ? '' : 'description', isHere(is) ? 'coordinates' : ''].filter(Boolean);
  const what = words.length > 0 ? `Changed: ${words.join(', ')}. ` : '';
  return { ...told('asking.conflict.told'), version: LATER, change: `${what}You can still close it.` };
};
/** Nobody else has changed the details: the dialog goes on with the new version, and says the same as before. */
const goesOn = (to: string) => ({
  'only the version is new': (is: IncidentClosingSnapshot) =>
    isDescribed(is, 'Limping.') && !isHere(is) ? { to, version: LATER } : null,
  'the change is fetched': (is: IncidentClosingSnapshot) =>
    isDescribed(is, CHANGED) && !isHere(is) ? { to, version: LATER } : null,
  'my Update Location is saved': (is: IncidentClosingSnapshot) =>
    isDescribed(is, 'Limping.') ? { to, version: LATER } : null,
});

const hasReason = ({ context }: IncidentClosingSnapshot) => context.reason === TYPED;

/** S2 §2, the close-incident modal. */
export const closingFacts: Facts<IncidentClosingSnapshot, Shown, After> = {
  asking: {
    shows: { isOpen: true, isSubmitting: false },
    takes: {
      'a reason is written': { to: 'asking.quiet', reason: TYPED },
      'blanks are written': { to: 'asking.quiet', reason: BLANKS },
      // S2 §5: a reason is required.
      'Close Incident': (is) =>
        hasReason(is) ? { to: 'submitting', seen: is.context.incident.lastUpdated } : 'asking.incomplete',
      Cancel: 'closed',
      ...goesOn('asking'),
    },
  },
  'asking.quiet': { shows: { problem: null, failure: null } },
  'asking.incomplete': { shows: { problem: 'A reason is required.', failure: null } },
  'asking.refused': {
    shows: { problem: null },
    // S2 §8, §9: for a few seconds.
    takes: { '3 s pass': { to: 'asking.quiet', reason: TYPED } },
  },
  'asking.conflict.found': {
    shows: { problem: null },
    takes: {
      'a reason is written': { ...told('asking.conflict.found'), reason: TYPED },
      'blanks are written': { ...told('asking.conflict.found'), reason: BLANKS },
      'the change is fetched': (is) => tells(is, CHANGED),
      'only the version is new': (is) => tells(is, 'Limping.'),
    },
  },
  'asking.conflict.told': {
    shows: { problem: null },
    takes: {
      'a reason is written': { ...told('asking.conflict.told'), reason: TYPED },
      'blanks are written': { ...told('asking.conflict.told'), reason: BLANKS },
    },
  },
  submitting: {
    shows: { isOpen: true, isSubmitting: true, failure: null, sends: { reason: REASON } },
    takes: {
      // It goes on all the same (398).
      Cancel: 'closed',
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
        ...told('asking.conflict.found'),
        tells: { type: 'incident.conflict' },
        reason: TYPED,
      },
      ...goesOn('submitting'),
      'it is gone': { to: 'closed', tells: { type: 'incident.conflict' }, notice: 'Error: Incident not found.' },
      // S2 §6.
      'the role is no longer there': {
        to: 'forbidden',
        unauthorized: UNAUTHORIZED['incident.close'],
      },
    },
  },
  forbidden: {
    shows: { isSubmitting: false },
    takes: { ...goesOn('forbidden'), OK: { to: 'asking.quiet', reason: TYPED } },
  },
  closed: { shows: { isOpen: false } },
};
