import type { Coordinates, Incident, IncidentEdit, IncidentHistory } from '../../contract/incidents';
import type { AboutIncident } from '../cases/ports';
import { call } from '../ports';

/** What a captain changes, as they have it before them. */
export interface AsSeen extends AboutIncident {
  /** Its lastUpdated; what has been changed since is not changed again (409). Null changes it all the same. */
  readonly seen: string | null;
}

/** Every call of these rejects with a CallFailure. */
export const fetchHistory = call<IncidentHistory, AboutIncident>('fetchHistory');
/** One line per item (S2 §3). */
export const fetchKit = call<readonly string[], AboutIncident>('fetchKit');
export const setInterest = call<unknown, AboutIncident & { readonly isInterested: boolean }>('setInterest');
export const changeStatus = call<unknown, AsSeen & { readonly change: StatusChange }>('changeStatus');
export const closeIncident = call<unknown, AsSeen & { readonly reason: string }>('closeIncident');
/** The answer is what the server says to it, or null. */
export const deleteIncident = call<string | null, AsSeen & { readonly archive: boolean }>('deleteIncident');
export const saveIncident = call<Incident, AsSeen & { readonly edit: IncidentEdit }>('saveIncident');
export const updateLocation = call<Incident, AboutIncident & { readonly place: Coordinates }>('updateLocation');
export const deleteMedia = call<unknown, AboutIncident & { readonly mediaId: string }>('deleteMedia');

/** What is changed at the press of a button, without a question. */
export type StatusChange = 'incident.resolve' | 'incident.reactivate';
