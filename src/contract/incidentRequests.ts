import * as v from 'valibot';
import { booleanText, timestamp } from './primitives';

/**
 * Query of the captains' calls on an incident, beyond the specification: `?seen=` holds the `lastUpdated` that the caller's screen
 * shows. If the incident has changed since then, the server answers 409, so that the call does not undo somebody else's change. The
 * capability is `seen`.
 */
export const SeenQuery = v.object({
  seen: v.optional(
    v.pipe(
      timestamp('seen must be the lastUpdated of the incident.'),
      v.transform((text) => new Date(text)),
    ),
  ),
});

/** Query of DELETE /api/incidents/{id}: the same as its body (DECISIONS 8). */
export const DeleteQuery = v.object({
  ...SeenQuery.entries,
  archive: v.optional(booleanText('archive')),
});
