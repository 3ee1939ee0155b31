import { formFilesOf } from '../../contract/drafts';
import type { Place } from '../../rules/incidents';
import { call, type DraftKeeping, stream } from '../ports';
import type { IncidentForm } from './incidentForm';

export type ReportDraftCommand =
  | { type: 'draft.keep'; form: IncidentForm }
  | { type: 'photos.keep'; files: readonly File[] };

/** The stored draft of a report. */
export type ReportDraftEvent =
  | DraftKeeping
  | { type: 'draft.restored'; form: IncidentForm }
  | { type: 'photos.restored'; files: readonly File[] };

/** A position of the device and its accuracy in metres. */
export type LocatedPlace = Place & { readonly accuracy?: number };

/** The position of the device (S1 §9). Rejects with a LocationFailure. */
export const locate = call<LocatedPlace>('locate');

/** Stores the draft of a report. An empty form and an empty list of photos are deleted. */
export const reportDraft = stream<ReportDraftCommand, { userId: string }>('reportDraft');

/** The keys of a report's draft. */
export const reportDrafts = { text: 'report', photos: formFilesOf('report') } as const;
