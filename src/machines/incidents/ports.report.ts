import type { ActorRef, EventObject, Snapshot } from 'xstate';
import type { Incident, ReportAnswer } from '../../contract/incidents';
import type { OutgoingReport, TriedReport } from '../../rules/reports';
import { call, stream, unsupervisedStream } from '../ports';
import type { NoticesEvent } from '../session/notices.machine';
import type { IncidentForm } from './incidentForm';

/** GET /api/incidents/live. Rejects with a CallFailure. */
export const fetchLive = call<readonly Incident[]>('fetchLive');

/** What becomes of one report that is being sent. */
export type SendReportEvent =
  /** How much has gone out, 0 to 1. */
  | { type: 'upload.progressed'; fraction: number }
  | { type: 'upload.done'; answer: ReportAnswer }
  /** `error` is a CallFailure. */
  | { type: 'upload.failed'; error: unknown };

/** POST /api/incidents/report, with the report's id as its Idempotency-Key; stopping it cuts it off. */
export const sendReport = unsupervisedStream<EventObject, OutgoingReport>('sendReport');

export type ReportDraftCommand =
  | { type: 'draft.keep'; form: IncidentForm }
  | { type: 'photos.keep'; files: readonly File[] };

/** What is there from the last time. */
export type ReportDraftEvent =
  | { type: 'draft.restored'; form: IncidentForm }
  | { type: 'photos.restored'; files: readonly File[] };

/** Keeps what the member has written and chosen for the next time; an empty form, and no photos, are forgotten. */
export const reportDraft = stream<ReportDraftCommand, { userId: string }>('reportDraft');

export type TriedReportCommand = { type: 'tried.keep'; report: TriedReport | null };
export type TriedReportEvent = { type: 'tried.restored'; report: TriedReport };

/** Keeps, beside the draft, as which report it was submitted: says at the start what is there from the last time, null forgets it. */
export const triedReport = stream<TriedReportCommand, { userId: string }>('triedReport');

/** What becomes of a report that is to wait: it is in the store, or where `isKept` is false in this page's memory alone. */
export interface ReportStored {
  readonly type: 'report.stored';
  readonly id: string;
  readonly isKept: boolean;
}

/** What members want done with their waiting reports. */
export type ReportQueueCommand =
  /** It takes the place of the draft. Whoever wants to know where it is kept is told. */
  | { type: 'report.queue'; report: OutgoingReport; replyTo?: ActorRef<Snapshot<unknown>, ReportStored> }
  /** A refused one is tried again. */
  | { type: 'report.retry'; id: string }
  /** It is none of the incidents that were offered. */
  | { type: 'report.confirm'; id: string }
  | { type: 'report.withdraw'; id: string };

export type ReportStoreCommand =
  /** `isDrafted`: the draft of the form goes as the report comes, both or neither. */
  { type: 'store.put'; report: OutgoingReport; isDrafted?: boolean } | { type: 'store.remove'; id: string };

/**
 * All that waits of the member's reports, oldest first: at the start, after every command (`settled` names the report it was
 * about), and when another tab has changed something. `unkept` are the ids of those that this browser cannot keep: they live
 * as long as the page.
 */
export type ReportStoreEvent = {
  type: 'store.read';
  reports: readonly OutgoingReport[];
  unkept: readonly string[];
  settled: string | null;
};

/** The durable place of one member's waiting reports, shared by all tabs; commands are carried out one after the other. */
export const reportStore = stream<ReportStoreCommand, { userId: string }>('reportStore');

/** The app's bars and toasts. */
export const reportNotices = stream<Extract<NoticesEvent, { type: 'notice.show' }>, undefined>('reportNotices');
