import { isNetworkFailure, isRetryable, messageOr } from '../../contract/failure';
import type { Incident } from '../../contract/incidents';
import type { IncidentNote, NoteDetails } from '../../contract/notes';
import type { CompletionSubmission, MessageSubmission, NoteSubmission, Submission } from '../../contract/submissions';
import { UNREACHABLE } from '../failureTexts';
import { incidentLabel } from '../incidents/incidents';
import { sentence } from '../wording';
import type { World } from '../world';
import { isCaseGone } from './cases';
import { type Kind, newSubmission } from './kind';

/** A note to an incident, with photos (DECISIONS 170). Notes are independent of each other, so their order does not matter. */
export const noteKind: Kind<'note'> = {
  laneOf: ({ content }) => `notes/${content.incidentId}`,
  isOrdered: false,
  needsCheck: () => false,
  needsUpload: () => false,
  remembersTries: true,
  judge: (error) => (isRetryable(error) ? 'later' : 'never'),
  renewed: (submission) => submission,
  answerWait: 60_000,
  whenUnanswered: 'verify',
  whenMissing: 'send',
  failureText: (error) => (isNetworkFailure(error) ? UNREACHABLE : messageOr(error, 'The note could not be added.')),
  sentText: ({ content }) => `Your note has been added: ${content.label}`,
  askedText: () => null,
  refusedText: ({ content, reason }) => `Your note could not be added: ${sentence(content.label)} ${reason ?? ''}`,
};

/** The incident of a note, with the facts that name it in the tray. */
export type Noted = Pick<Incident, 'id' | 'animalType' | 'location'>;

/** What a new note needs beside its content: the time by the device's clock and by the server's, and an id. */
export type NoteWorld = Pick<World, 'now' | 'serverNow' | 'createId'>;

/** A new note. */
export const noteOf = (
  incident: Noted,
  content: Omit<NoteSubmission['content'], 'incidentId' | 'label'>,
  world: NoteWorld,
) => newNote({ incidentId: incident.id, label: incidentLabel(incident), ...content }, world);

/** Whether the server takes it no more where it was sent to, but its words and photos can become a note of the incident (DECISIONS 351). */
export const canBecomeNote = (submission: Submission): submission is CompletionSubmission | MessageSubmission =>
  isCaseGone(submission) &&
  (submission.kind === 'completion' || (submission.kind === 'message' && submission.content.incidentId !== undefined));

/** A new note with this content. */
export const newNote = (content: NoteSubmission['content'], world: NoteWorld) => {
  const ahead = world.serverNow() - world.now();
  return newSubmission('note', { ...content, ...(ahead !== 0 && { ahead }) }, world);
};

/** The body of a note's call. */
export const noteDetailsOf = ({ content: { ahead = 0, text }, queuedAt }: NoteSubmission) =>
  ({ text, at: new Date(queuedAt + ahead).toISOString() }) satisfies NoteDetails;

/** The server's clock is known to about a second (DECISIONS 370), so a note may get another time than was sent. In milliseconds. */
const CLOCK_TOLERANCE = 3_000;

/** Whether an incident has the member's note already. Its time is not before the report (DECISIONS 170). */
export const hasNote = (
  { notes, reportedAt }: Pick<Incident, 'notes' | 'reportedAt'>,
  submission: NoteSubmission,
  userId: string | null,
): boolean => {
  const { text, at } = noteDetailsOf(submission);
  const expected = Math.max(Date.parse(at), Date.parse(reportedAt ?? at));
  const isIt = (note: IncidentNote) =>
    note.text === text && note.by?.id === userId && Math.abs(Date.parse(note.at) - expected) <= CLOCK_TOLERANCE;
  return notes?.some(isIt) ?? false;
};
