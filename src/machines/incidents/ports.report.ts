import type { Place } from '../../rules/incidents';
import { call, stream } from '../ports';
import type { IncidentForm } from './incidentForm';

export type ReportDraftCommand =
  | { type: 'draft.keep'; form: IncidentForm }
  | { type: 'photos.keep'; files: readonly File[] };

/** What is there from the last time. */
export type ReportDraftEvent =
  | { type: 'draft.restored'; form: IncidentForm }
  | { type: 'photos.restored'; files: readonly File[] };

/** A place of the device, and how exactly it is known, in metres. */
export type LocatedPlace = Place & { readonly accuracy?: number };

/** The place of the device (S1 §9). Rejects with a LocationFailure. */
export const locate = call<LocatedPlace>('locate');

/** Keeps what the member has written and chosen for the next time; an empty form, and no photos, are forgotten. */
export const reportDraft = stream<ReportDraftCommand, { userId: string }>('reportDraft');

/**
 * The keys of a report's draft, beside those of the chats. The photos have a key of their own, so that they are not written at
 * each letter.
 */
export const reportDrafts = { text: 'report', photos: 'report/photos' } as const;
