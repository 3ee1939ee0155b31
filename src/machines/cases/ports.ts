import type { EventObject } from 'xstate';
import type { MyCase } from '../../contract/cases';
import type { Incident } from '../../contract/incidents';
import type { WireId } from '../../contract/primitives';
import type { Assignment, Candidate, Team } from '../../contract/teams';
import type { Place } from '../../rules/incidents';
import { call, stream, unsupervisedStream } from '../ports';

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

/** The member's active cases (S2 §7). Rejects with a CallFailure. */
export const fetchMyCases = call<readonly MyCase[]>('fetchMyCases');

/** Confirms who takes part in a case (S2 §7, …/initiate-confirm). Rejects with a CallFailure. */
export const initiateCase = call<unknown, AboutIncident & { readonly participatingUserIds: readonly WireId[] }>(
  'initiateCase',
);

/** Images as they are sent, anything else as it is, in the same order (S2 §5, DECISIONS 38). */
export const prepareFiles = call<readonly File[], readonly File[]>('prepareFiles');

/** A completed case as it is sent (S2 §7). */
export interface Completion extends AboutIncident {
  readonly resolutionNotes: string;
  /** Null where it is not known. */
  readonly place: Place | null;
  readonly files: readonly File[];
  /** A repeat with the same key is answered as the first one was (DECISIONS 9). */
  readonly idempotencyKey: string;
}

/** What becomes of a completion on its way. */
export type SubmissionEvent =
  /** How much has gone out, 0 to 1. */
  | { type: 'upload.progressed'; fraction: number }
  | { type: 'upload.done' }
  /** `error` is a CallFailure. */
  | { type: 'upload.failed'; error: unknown };

/** Sends a completion; stopping it cuts the upload off. */
export const completeCase = unsupervisedStream<EventObject, Completion>('completeCase');

/** What a member was writing about a case, and the key under which it is sent. */
export interface CompletionDraft {
  readonly notes: string;
  readonly idempotencyKey: string;
  /** The last try that may have got through without an answer, or null. A repeat carries the same place. */
  readonly unanswered: { readonly place: Place | null } | null;
}

/** Keeps what the member has written about a case for the next time (null forgets it), and says `draft.restored` when there is some. */
export const notesStore = stream<
  { type: 'draft.keep'; draft: CompletionDraft | null },
  { readonly caseKey: string; readonly userId: string }
>('notesStore');
