import type { NoteSubmission, ReportSubmission } from '../../contract/submissions';
import { type Noted, type NoteWorld, noteOf } from '../submissions/note';
import type { TimeAndId } from '../world';
import { coordinatesText, placeOf, severityText } from './incidents';
import { reportOf } from './reports';

/**
 * Makes a note to an incident from a report about the same animal, which may have moved or be worse: all that was filled in, and its files.
 */
export const noteOfReport = (
  { content: { details, files } }: ReportSubmission,
  incident: Noted,
  world: NoteWorld,
): NoteSubmission => {
  const { description, severity, location, latitude, longitude, informerName, contactNumber } = details;
  const place = placeOf({ latitude: latitude ?? null, longitude: longitude ?? null });
  const lines = [
    description,
    severity && severityText(severity),
    location,
    place && coordinatesText(place),
    `${informerName}, ${contactNumber}`,
  ];
  return noteOf(incident, { text: lines.filter(Boolean).join('\n'), files, report: details }, world);
};

/**
 * Makes a report of its own again from one that was made a note; null if the note was none. Similar incidents are looked for again, because
 * others may be open now.
 */
export const reportOfNote = (
  { content: { files, report } }: NoteSubmission,
  world: TimeAndId,
): ReportSubmission | null => (report ? reportOf({ details: report, files }, null, world) : null);
