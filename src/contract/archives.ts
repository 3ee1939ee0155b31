import * as v from 'valibot';
import { Id, OptionalText } from './primitives';

/** An entry in the list of archived incidents (DECISIONS 29); beyond the specification. */
export const ArchiveEntry = v.object({
  id: Id,
  /** The deleted incident's id. */
  incidentId: Id,
  /** ISO 8601, UTC. */
  archivedAt: v.string(),
  archivedBy: v.nullish(v.object({ id: Id, firstName: OptionalText }), null),
});
export type ArchiveEntry = v.InferOutput<typeof ArchiveEntry>;
export const ArchiveEntries = v.array(ArchiveEntry);

/**
 * A whole archive: the incident with its cases, teams, chats, messages, history, the facts about its files, and the names of the
 * people.
 */
export const Archive = v.object({ ...ArchiveEntry.entries, snapshot: v.record(v.string(), v.unknown()) });
export type Archive = v.InferOutput<typeof Archive>;
