import { formFilesOf } from '../../contract/drafts';
import type { Place } from '../../rules/incidents';
import { call, type FormDraftCommand, stream } from '../ports';
import type { IncidentForm } from './incidentForm';

/** A position of the device and its accuracy in metres. */
export type LocatedPlace = Place & { readonly accuracy?: number };

/** The position of the device (S1 §9). Rejects with a LocationFailure. */
export const locate = call<LocatedPlace>('locate');

/** Stores the draft of a report. */
export const reportDraft = stream<FormDraftCommand<IncidentForm>, { userId: string }>('reportDraft');

/** The keys of a report's draft. */
export const reportDrafts = { text: 'report', photos: formFilesOf('report') } as const;
