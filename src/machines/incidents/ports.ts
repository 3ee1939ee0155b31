import type { NoteDraft } from '../../contract/drafts';
import type { Coordinates, Incident, IncidentEdit, IncidentHistory } from '../../contract/incidents';
import type { AboutIncident } from '../cases/ports';
import { call, type FormDraftCommand, stream } from '../ports';

/** A captain's change of an incident, with the version that the captain sees. */
export interface AsSeen extends AboutIncident {
  /**
   * The incident's `lastUpdated` on the captain's screen. If the incident has changed since then, the server refuses (409). Null
   * skips the check.
   */
  readonly seen: string | null;
}

/** All these calls reject with a CallFailure. */
export const fetchHistory = call<IncidentHistory, AboutIncident>('fetchHistory');
/** One line per item (S2 §3). */
export const fetchKit = call<readonly string[], AboutIncident>('fetchKit');
export const setInterest = call<unknown, AboutIncident & { readonly isInterested: boolean }>('setInterest');
export const changeStatus = call<unknown, AsSeen & { readonly change: StatusChange }>('changeStatus');
export const closeIncident = call<unknown, AsSeen & { readonly reason: string }>('closeIncident');
/** Returns the server's message, or null. */
export const deleteIncident = call<string | null, AsSeen & { readonly archive: boolean }>('deleteIncident');
/** `before` is the incident that was edited, with the version that the captain sees. */
export const saveIncident = call<Incident, AboutIncident & { readonly before: Incident; readonly edit: IncidentEdit }>(
  'saveIncident',
);
export const updateLocation = call<Incident, AboutIncident & { readonly place: Coordinates }>('updateLocation');
export const deleteMedia = call<unknown, AboutIncident & { readonly mediaId: string }>('deleteMedia');

/** Status changes that need no dialog. */
export type StatusChange = 'incident.resolve' | 'incident.reactivate';

/** Whose draft of a note it is, and to which incident. */
export type NoteDraftOf = AboutIncident & { readonly userId: string };

/** Stores the draft of a note. */
export const noteDraft = stream<FormDraftCommand<NoteDraft>, NoteDraftOf>('noteDraft');
