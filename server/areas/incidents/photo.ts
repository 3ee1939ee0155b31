import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/open';
import { incidents, media } from '../../db/schema';
import { mediaUrlOf } from '../media/address';

/** A subquery for the id of an incident's first picture, or null. As a part of the query it saves one query per incident. */
export const firstPhoto = (db: Db): SQL<string | null> =>
  sql`(${db
    .select({ id: media.id })
    .from(media)
    .where(and(eq(media.incidentId, incidents.id), eq(media.kind, 'IMAGE')))
    .orderBy(asc(media.createdAt), asc(media.id))
    .limit(1)})`;

/** The address of the picture that `firstPhoto` found, or null. */
export const photoUrlOf = (id: string | null) => id && mediaUrlOf(id);
