import { formFilesOf } from '../../contract/drafts';
import { type FormDraftCommand, stream } from '../ports';
import type { IncidentForm } from './incidentForm';

/** Stores the draft of a report. */
export const reportDraft = stream<FormDraftCommand<IncidentForm>, { userId: string }>('reportDraft');

/** The keys of a report's draft. */
export const reportDrafts = { text: 'report', photos: formFilesOf('report') } as const;
