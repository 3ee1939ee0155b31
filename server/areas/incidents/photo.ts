import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/open';
import { incidents, media } from '../../db/schema';
import { mediaUrlOf } from '../media/address';

/** The id of the first picture of the incident whose row is being read, or null. It is part of that query, not one per incident. */
export const firstPhoto = (db: Db): SQL<string | null> =>
  sql`(${db
    .select({ id: media.id })
    .from(media)
    .where(and(eq(media.incidentId, incidents.id), eq(media.kind, 'IMAGE')))
    .orderBy(asc(media.createdAt), asc(media.id))
    .limit(1)})`;

/** The address of what `firstPhoto` has found. */
export const photoUrlOf = (id: string | null) => id && mediaUrlOf(id);
