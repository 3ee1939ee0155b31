import type { ReportSubmission } from '../../../src/contract/submissions';
import type { ReportSnapshot } from '../../../src/machines/incidents/report.machine';
import type { Facts, Outcome } from '../../kit/facts';
import { onFire } from './reportSamples';

/** What the member does with a report that was submitted. */
export const reportEvents = {
  confirmed: { type: 'report.confirm' },
  'one of them': { type: 'report.discard' },
  'Try again': { type: 'report.retry' },
  'Send later': { type: 'report.defer' },
  closed: { type: 'modal.close' },
} as const;

export interface Shown {
  readonly isEditing: boolean;
  readonly isUnderWay: boolean;
  /** Whether the member is asked if it is one of the similar incidents. */
  readonly isOffering: boolean;
  /** Whether they are asked if it is to be discarded, because it is one. */
  readonly isDiscarding: boolean;
  readonly isUnclear: boolean;
  readonly isFailed: boolean;
  /** Whether the member is told that it is kept for later. */
  readonly isWaiting: boolean;
  readonly isSucceeded: boolean;
}
/** Where the report is after an event. */
export type Place =
  /** In the queue, where it waits. */
  | 'queued'
  /** Only in the form: one that was waiting is edited. */
  | 'taken out'
  /** In the queue, and goes out although it may be known. */
  | 'sent anyway'
  /** Only in the form, which has kept it. */
  | 'taken back'
  /** In the queue, which tries it again at once. */
  | 'tried again'
  /** In the queue, which tries it again when its turn comes. */
  | 'put back'
  /** Nowhere any more. */
  | 'discarded'
  /** Only in the queue. */
  | 'left'
  /** In both, because this device could not store it in the queue. */
  | 'left in the form';
export interface ReportOutcome extends Outcome {
  readonly place?: Place;
  /** The report that it is, if it was submitted before. */
  readonly repeats?: ReportSubmission | null;
  /** Whether the member is told that this device has stored it. */
  readonly isStored?: boolean;
  /** Why it failed or waits; null if that need not be said. */
  readonly failure?: string | null;
  readonly success?: { readonly message: string; readonly incidentId: string | null };
  /** The similar incidents are offered. */
  readonly isOffered?: true;
  /** The address of the next screen, which the chart does not know. */
  readonly goesTo?: string;
}

export const failing = (failure: string) => ({ to: 'submitted.failed', failure });
export const succeeds = (message: string, incidentId: string | null) => ({
  to: 'submitted.succeeded',
  success: { message, incidentId },
});
/** It goes out by itself, so the member is not told to try again. */
export const KEPT = { to: 'submitted.kept', failure: null, isStored: true };
export const OFFERED = { to: 'submitted.offering.asking', isOffered: true } as const;
const TAKEN_BACK = { to: 'editing', place: 'taken back' } as const;
export const left = ({ context: { item } }: ReportSnapshot) =>
  ({ to: 'editing', place: item?.keeping === 'kept' ? 'left' : 'left in the form' }) as const;
export const SENT_ANYWAY = { to: 'submitted.underWay', place: 'sent anyway' } as const;

/** Report an Incident: what happens to a report. S1 §2, §4, §8 */
export const reportFacts: Facts<ReportSnapshot, Shown, ReportOutcome> = {
  editing: {
    shows: { isEditing: true, isUnderWay: false },
    takes: {
      submitted: ({ context: { report } }) => ({ to: 'submitted.underWay', place: 'queued', repeats: report }),
      'a waiting report is edited': { to: 'editing', place: 'taken out' },
    },
  },
  submitted: {
    shows: { isEditing: false },
    takes: { taken: succeeds('Incident reported successfully!', null) },
  },
  'submitted.underWay': {
    shows: { isUnderWay: true },
    takes: {
      'the server is in trouble': failing(onFire.text),
      'there is no connection': KEPT,
      'the server does not answer': KEPT,
      // Not before this device has stored it, or could not.
      'Send later': ({ context: { item } }) => (item === null || item.keeping === 'storing' ? null : 'submitted.kept'),
    },
  },
  'submitted.offering': {
    shows: { isOffering: true },
    takes: { confirmed: SENT_ANYWAY, closed: TAKEN_BACK },
  },
  'submitted.offering.asking': {
    shows: { isDiscarding: false },
    takes: { 'one of them': 'submitted.offering.confirming' },
  },
  'submitted.offering.confirming': {
    shows: { isDiscarding: true },
    takes: { 'one of them': { to: 'editing', place: 'discarded' }, closed: 'submitted.offering.asking' },
  },
  'submitted.failed': {
    shows: { isFailed: true, isWaiting: false },
    takes: {
      'Try again': { to: 'submitted.underWay', place: 'tried again' },
      'Send later': { to: 'submitted.kept', place: 'put back' },
      closed: TAKEN_BACK,
    },
  },
  'submitted.kept': {
    shows: { isWaiting: true, isFailed: false },
    takes: { closed: left },
  },
  'submitted.succeeded': {
    shows: { isSucceeded: true },
    takes: { closed: { to: 'editing', goesTo: '/chat' } },
  },
};
