import { isNetworkFailure, messageOr, statusOf } from '../../contract/failure';
import type { Incident, IncidentEdit } from '../../contract/incidents';
import type { IncidentNote } from '../../contract/notes';
import { charactersOf } from '../characters';
import { UNREACHABLE } from '../failureTexts';
import { statusText } from './incidents';
import { LOCATING, LOCATION_NOT_UPDATED, LOCATION_UPDATED } from './locationTexts';

// What only the page of an incident and its media say. It is loaded with them; `incidentTexts` is loaded with other screens, too.

/** S2 §8, "Edit save". */
export const editFailureText = (error: unknown) =>
  messageOr(error, 'Failed to save changes. Check connection or input.');

/** S2 §8, "Resolve, close, reactivate": the texts for a failure without a message from the server. */
const statusDefaults = {
  'incident.resolve': 'Failed to update status.',
  'incident.close': 'Failed to close incident.',
  'incident.reactivate': 'Failed to reactivate incident.',
} as const;

/** What is said of a change whose dialog is closed or whose screen is left (DECISIONS 398). */
export const doneTexts = {
  edited: 'Changes saved.',
  deleted: 'Incident deleted successfully.',
  mediaDeleted: 'Media deleted.',
  'incident.resolve': 'It is marked as resolved.',
  'incident.close': 'It is closed.',
  'incident.reactivate': 'It is reactivated.',
} as const;

/** S2 §8: 'Error: {server text or default}'. */
export const statusFailureText = (action: keyof typeof statusDefaults, error: unknown) =>
  `Error: ${messageOr(error, statusDefaults[action])}`;

/** Shown in the open Close dialog when the incident's status has changed, and no longer allows it to be closed. */
export const notClosable = ({ status }: { status: string }) =>
  `This incident is ${statusText(status)} now, so it cannot be closed any more.`;

/** The fields of an incident, as the history and the dialogs call them. */
const fieldNames = {
  informerName: 'informer name',
  contactNumber: 'contact number',
  animalType: 'animal type',
  description: 'description',
  location: 'location',
  latitude: 'coordinates',
  longitude: 'coordinates',
  severity: 'how soon help is needed',
} as const;

/** The names of changed fields, as the history and the dialogs list them: 'location, coordinates'. */
export const namesOfFields = (fields: readonly (keyof typeof fieldNames)[]) =>
  [...new Set(fields.map((field) => fieldNames[field]))].join(', ');

/** What somebody else has changed while the captain wrote a reason for closing, and whether that is still possible. */
export const changeText = (fields: readonly (keyof typeof fieldNames)[], canBeClosed: boolean) =>
  [fields.length > 0 && `Changed: ${namesOfFields(fields)}.`, canBeClosed && 'You can still close it.']
    .filter(Boolean)
    .join(' ');

/** The fields that are written and not chosen. */
const texts = ['description', 'location', 'informerName', 'contactNumber'] as const;

/** The most of a text that a dialog quotes, in characters. */
const QUOTED = 200;

/**
 * What somebody else has changed while the captain edited the incident, and what becomes of it. What the captain's own text
 * would replace is quoted.
 */
export function editConflictText(
  fields: readonly (keyof typeof fieldNames)[],
  replaced: Readonly<Partial<Record<keyof typeof fieldNames, string>>>,
): string {
  const quoted = texts.flatMap((field) => {
    const text = replaced[field];
    if (text === undefined) return [];
    if (text === '') return [`The ${fieldNames[field]} is empty now.`];
    const letters = charactersOf(text);
    const short = letters.length > QUOTED ? `${letters.slice(0, QUOTED).join('').trimEnd()}…` : text;
    return [`The ${fieldNames[field]} is now “${short}”${/[.!?…]$/.test(short) ? '' : '.'}`];
  });
  const changed = fields.length > 0 ? [`Changed: ${namesOfFields(fields)}.`] : [];
  return [...changed, ...quoted, 'Saving again replaces only the fields that you have changed.'].join(' ');
}

/** What a captain has changed in the edit form; '' if nothing. Texts are quoted in full, to be copied. */
export function writtenText(edit: IncidentEdit, before: Incident): string {
  const changed = (Object.keys(edit) as (keyof IncidentEdit)[]).filter((field) => edit[field] !== before[field]);
  const isText = (field: keyof IncidentEdit) => texts.some((text) => text === field);
  const words = changed.map((field) => (isText(field) ? `${fieldNames[field]} “${edit[field]}”` : fieldNames[field]));
  return words.length > 0 ? `You had changed: ${[...new Set(words)].join(', ')}.` : '';
}

/** S2 §8, "Interest". */
export const INTEREST_FAILURE = 'Failed to update interest status. Please try again.';

/** S2 §8, "Interest". */
export const interestFailureText = (error: unknown) => (isNetworkFailure(error) ? UNREACHABLE : INTEREST_FAILURE);

/** S2 §8, "Delete". */
export const deleteFailureText = (error: unknown) => messageOr(error, 'Failed to delete incident.');

/** S2 §4, "Update Location". */
export const locationProgress = {
  locating: LOCATING,
  updating: 'Location found. Updating incident...',
  updated: LOCATION_UPDATED,
} as const;

/**
 * S2 §8, "Location". A 409 (somebody else has changed the incident) is shown in the server's words, because trying again would not
 * help.
 */
export const locationFailureText = (error: unknown) =>
  statusOf(error) === 409 ? messageOr(error, LOCATION_NOT_UPDATED) : LOCATION_NOT_UPDATED;

/** The case history could not be fetched. S2 §8 has no text for this. */
export const historyFailureText = (error: unknown) =>
  isNetworkFailure(error) ? UNREACHABLE : messageOr(error, 'Failed to fetch case history.');

/** The team's kits could not be fetched. S2 §8 has no text for this. */
export const kitFailureText = (error: unknown) =>
  isNetworkFailure(error) ? UNREACHABLE : messageOr(error, 'Failed to fetch team kit.');

/** S2 §8, "Media". */
export const NO_TOKEN_OR_ID = 'Missing token or incident ID.';

/** S2 §8, "Media". */
export const galleryFailureText = (error: unknown) =>
  isNetworkFailure(error) ? UNREACHABLE : `Failed to fetch incident details (Status: ${statusOf(error)})`;

/** S2 §8, "Media". */
export const mediaDeleteFailureText = (error: unknown) =>
  isNetworkFailure(error) ? UNREACHABLE : `Failed to delete media item (Status: ${statusOf(error)})`;

/**
 * What screen readers say of the notes that others have added, or null.
 * @param known the ids of the notes that were there before
 * @param myId the member's user id; own notes are told when they are written
 */
export function noteNews(
  known: ReadonlySet<string>,
  notes: readonly Pick<IncidentNote, 'id' | 'by'>[],
  myId: string | undefined,
): string | null {
  const added = notes.filter(({ id, by }) => !known.has(id) && by?.id !== myId);
  if (added.length > 1) return `${added.length} notes added`;
  return added[0] ? `${added[0].by?.firstName || 'A member'} added a note` : null;
}

/** The question before a note is deleted that cannot be added any more. */
export const NOTE_DELETION = 'You have not added this to the incident. If you delete it, it is gone from this device.';

/** Somebody has resolved or closed the incident while the member wrote a note to it. */
export const noteTooLateText = ({ status }: { status: string }) =>
  `This incident is ${statusText(status)} now, so nothing can be added. Press Cancel to copy what you have written and to save your files.`;
