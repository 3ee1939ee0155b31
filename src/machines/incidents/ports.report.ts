import type { Place } from '../../rules/incidents';
import { call, stream } from '../ports';
import type { IncidentForm } from './incidentForm';

export type ReportDraftCommand =
  | { type: 'draft.keep'; form: IncidentForm }
  | { type: 'photos.keep'; files: readonly File[] };

/** The stored draft of a report. */
export type ReportDraftEvent =
  | { type: 'draft.restored'; form: IncidentForm }
  | { type: 'photos.restored'; files: readonly File[] };

/** A position of the device and its accuracy in metres. */
export type LocatedPlace = Place & { readonly accuracy?: number };

/** The position of the device (S1 §9). Rejects with a LocationFailure. */
export const locate = call<LocatedPlace>('locate');

/** Stores the draft of a report. An empty form and an empty list of photos are deleted. */
export const reportDraft = stream<ReportDraftCommand, { userId: string }>('reportDraft');

/** The keys of a report's draft. The photos have a key of their own, so that they are not stored again with each typed letter. */
export const reportDrafts = { text: 'report', photos: 'report/photos' } as const;
