import * as v from 'valibot';
import { Id, OptionalText, timestamp } from './primitives';

/** The most characters of a note (DECISIONS 170). */
const NOTE_TEXT_LIMIT = 4000;

/** The JSON part 'note' of a member's addition to an incident. The text may be empty if there are files. Beyond the specification. */
export const NoteDetails = v.strictObject({
  text: v.pipe(
    v.string('A note has a text, which may be empty.'),
    v.trim(),
    v.maxLength(NOTE_TEXT_LIMIT, `A note may have at most ${NOTE_TEXT_LIMIT} characters.`),
  ),
  /** When the member wrote it. Without a network that can be much earlier than the call. */
  at: v.optional(timestamp()),
});
export type NoteDetails = v.InferOutput<typeof NoteDetails>;

/** A member's addition to an incident. Its files are the incident's files with its id as `noteId`. */
export const IncidentNote = v.object({
  id: Id,
  /** Null if the member's account no longer exists. */
  by: v.nullish(v.object({ id: Id, firstName: OptionalText }), null),
  /** ISO 8601, UTC. */
  at: v.string(),
  text: OptionalText,
});
export type IncidentNote = v.InferOutput<typeof IncidentNote>;
