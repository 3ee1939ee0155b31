import { and, desc, eq, lt, or } from 'drizzle-orm';
import type { InferOutput } from 'valibot';
import { type IncidentHits, type IncidentSearchQuery, SEARCH_PAGE } from '../../../src/contract/search';
import { isCaptainOrHigher } from '../../../src/rules/roles';
import { excerptOf, idIn, wordsOf } from '../../../src/rules/search';
import type { Caller } from '../../core';
import { contains } from '../../db/conditions';
import type { Db } from '../../db/open';
import { incidents } from '../../db/schema';

/**
 * The incidents of any status that have all the words, newest first. A word may be the id, or be in the location, the description or,
 * for captains and above, the informer's number. '#12' is only the id.
 */
export async function searchIncidents(
  db: Db,
  { roles }: Pick<Caller, 'roles'>,
  { text, before }: InferOutput<typeof IncidentSearchQuery>,
): Promise<IncidentHits> {
  const words = wordsOf(text);
  if (words.length === 0) return { hits: [], hasMore: false };
  const seesNumber = isCaptainOrHigher(roles);
  const fits = (word: string) => {
    const id = idIn(word);
    const hasId = id === null ? undefined : eq(incidents.id, id);
    if (hasId && word.startsWith('#')) return hasId;
    return or(
      hasId,
      contains(incidents.location, word),
      contains(incidents.description, word),
      seesNumber ? contains(incidents.contactNumber, word) : undefined,
    );
  };
  const rows = await db
    .select()
    .from(incidents)
    .where(and(before === undefined ? undefined : lt(incidents.id, Number(before)), ...words.map(fits)))
    .orderBy(desc(incidents.id))
    .limit(SEARCH_PAGE + 1);
  const hits = rows.slice(0, SEARCH_PAGE).map(({ id, status, animalType, location, ...row }) => ({
    id: String(id),
    status,
    animalType,
    location,
    excerpt: excerptOf(row.description, words),
    contactNumber: seesNumber ? row.contactNumber : null,
    reportedAt: row.reportedAt.toISOString(),
  }));
  return { hits, hasMore: rows.length > SEARCH_PAGE };
}
