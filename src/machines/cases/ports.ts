import type { EventObject } from 'xstate';
import type { MyCase } from '../../contract/cases';
import type { CompletionDraft } from '../../contract/drafts';
import type { Incident } from '../../contract/incidents';
import type { WireId } from '../../contract/primitives';
import type { Assignment, Candidate, Team } from '../../contract/teams';
import { call, stream } from '../ports';
import type { QueueRef } from '../submissions/queue.machine';
import { fromStream } from '../supervision';

/** Which incident a call is about. */
export interface AboutIncident {
  readonly incidentId: string;
}

/** The team of an incident's open case (S1 §7). Rejects with a CallFailure. */
export const fetchTeam = call<Team, AboutIncident>('fetchTeam');

/** An incident (S1 §7). Rejects with a CallFailure. */
export const fetchIncident = call<Incident, AboutIncident>('fetchIncident');

/** The data for choosing a team: the volunteers as the server lists them, and the status of the incident. */
export interface AssignmentSheet {
  readonly status: string;
  /** When the incident was last changed, ISO 8601; null where the server does not say. */
  readonly lastUpdated: string | null;
  readonly candidates: readonly Candidate[];
}

/** The volunteers for an incident, and its status (S2 §7). Rejects with a CallFailure. */
export const fetchSheet = call<AssignmentSheet, AboutIncident>('fetchSheet');

/** A team as it is assigned. */
export interface TeamChoice extends AboutIncident {
  readonly userIds: readonly WireId[];
  /** The `lastUpdated` of the incident when the team was chosen: if it has changed since, our server answers 409. */
  readonly seen: string | null;
}

/** Assigns a team, or other members (S2 §7, …/assign-team). Rejects with a CallFailure. */
export const assignTeam = call<Assignment, TeamChoice>('assignTeam');

/** The member's active cases as they were fetched last on this device; null where they are not known. */
export const recallCases = call<readonly MyCase[] | null, { readonly userId: string }>('recallCases');

/** Images as they are sent, anything else as it is, in the same order (S2 §5, DECISIONS 38). */
export const prepareFiles = call<readonly File[], readonly File[]>('prepareFiles');

/** The key of a completion's draft, beside those of the chats. */
export const completionDraft = (caseKey: string) => `completion/${caseKey}`;

/** Keeps what the member has written about a case for the next time (null forgets it), and says `draft.restored` when there is some. */
export const draftStore = stream<
  { type: 'draft.keep'; draft: CompletionDraft | null },
  { readonly caseKey: string; readonly userId: string }
>('draftStore');

/** Says `case.submitted` when the server has taken an initiation or a completion, from whichever screen. */
export const caseNews = fromStream<EventObject, { queue: QueueRef }>(({ input: { queue }, sendBack }) => {
  const listening = queue.on('submission.delivered', ({ submission }) => {
    if (submission.kind === 'initiation' || submission.kind === 'completion') sendBack({ type: 'case.submitted' });
  });
  return () => listening.unsubscribe();
});
