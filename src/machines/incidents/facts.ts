import type { ActorRef, Snapshot } from 'xstate';
import { statusOf } from '../../contract/failure';
import type { IncidentEdit } from '../../contract/incidents';
import type { CaptainAction } from '../../rules/captainTexts';
import { isOutrun } from '../../rules/incidentTexts';
import type { AboutIncident } from '../cases/ports';
import type { NoticesEvent } from '../session/notices.machine';
import type { StatusChange } from './ports';

/** What has become of an action, for whoever shows the incident. */
export type IncidentFact =
  | { type: 'interest.settled'; isInterested: boolean }
  | { type: 'incident.acted'; action: 'incident.close' | StatusChange }
  /** What was saved of it: by an edit, or by an update of its location. */
  | { type: 'incident.saved'; edit: Partial<IncidentEdit> }
  /** `message` is the server's, or null. */
  | { type: 'incident.deleted'; message: string | null }
  /** The server does not let this member do it (403). */
  | { type: 'action.forbidden'; action: CaptainAction }
  /** Somebody else was faster (409), or it is gone (404): what is shown is out of date. */
  | { type: 'incident.outrun' };

/** What the charts around an incident are given. */
export interface AroundIncident extends AboutIncident {
  readonly parent: ActorRef<Snapshot<unknown>, IncidentFact>;
  readonly notices: ActorRef<Snapshot<unknown>, NoticesEvent>;
}

/** S2 §9: status messages clear after 3 s. */
export const A_FEW_SECONDS = 3_000;

/** A text of a few seconds, for where no dialog is open. */
export const passing = (text: string): NoticesEvent => ({
  type: 'notice.show',
  tone: 'danger',
  text,
  lifetime: A_FEW_SECONDS,
});

/** What the specification calls an alert (S2 §8): on the screen as long as any notice, and longer than a passing text. */
export const alerting = (text: string): NoticesEvent => ({ type: 'notice.show', tone: 'danger', text });

/** How a refused call goes on, by its error. */
export const failureGuards = {
  isForbidden: (_: unknown, { error }: { error: unknown }) => statusOf(error) === 403,
  isOutrun: (_: unknown, { error }: { error: unknown }) => isOutrun(error),
};
/** The error of a failed call, for those guards. */
export const itsError = ({ event }: { event: { error: unknown } }) => ({ error: event.error });
