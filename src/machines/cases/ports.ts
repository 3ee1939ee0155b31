import type { CompletionDraft } from '../../contract/drafts';
import type { Incident } from '../../contract/incidents';
import type { MovingMember } from '../../contract/movement';
import type { WireId } from '../../contract/primitives';
import type { Assignment, Candidate, Team } from '../../contract/teams';
import { call, type FormDraftCommand, stream } from '../ports';

/** The incident of a call. */
export interface AboutIncident {
  readonly incidentId: string;
}

/** The team of an incident's open case (S1 §7). Rejects with a CallFailure. */
export const fetchTeam = call<Team, AboutIncident>('fetchTeam');

/** An incident (S1 §7). Rejects with a CallFailure. */
export const fetchIncident = call<Incident, AboutIncident>('fetchIncident');

/** The data for choosing a team: the volunteers as the server lists them, and facts of the incident. */
export interface AssignmentSheet {
  /** The animal and the place: 'Dog, Behind the mill'. */
  readonly label: string;
  readonly status: string;
  /** The time of the incident's last change, ISO 8601; null if the server does not send it. */
  readonly lastUpdated: string | null;
  /** The present team and how far its members are on the way; null if the server does not send it. */
  readonly team: readonly MovingMember[] | null;
  readonly candidates: readonly Candidate[];
}

/** Whose sheet it is: the feed fetches it for the incident, and listens to the news for the member who chooses. */
export interface SheetQuery extends AboutIncident {
  readonly userId: string;
}

/** The team that a captain assigns. */
export interface TeamChoice extends AboutIncident {
  readonly userIds: readonly WireId[];
  /** The names of those chosen. If the assignment fails after the captain has left the screen, the notice tells them. */
  readonly names: readonly string[];
  /** The incident's `lastUpdated` when the team was chosen. If the incident has changed since then, our server answers 409. */
  readonly seen: string | null;
}

/** Assigns a team or replaces its members (S2 §7, …/assign-team). Rejects with a CallFailure. */
export const assignTeam = call<Assignment, TeamChoice>('assignTeam');

/** Whose draft of a completion it is, and of which case. */
export type CompletionDraftOf = { readonly caseKey: string; readonly userId: string };

export type KeptCompletionsCommand = { type: 'draft.delete'; caseKey: string };
/**
 * Sends `drafts.changed` with the member's stored drafts of completions, at the start and whenever one is stored or deleted in any tab.
 * Deletes one if it is told to.
 */
export const keptCompletions = stream<KeptCompletionsCommand, { userId: string }>('keptCompletions');

/** Stores the draft of a completion. */
export const draftStore = stream<FormDraftCommand<CompletionDraft>, CompletionDraftOf>('draftStore');
