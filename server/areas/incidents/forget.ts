import { asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/open';
import { incidentArchives, incidentChanges, users } from '../../db/schema';
import { FORMER_MEMBER } from '../people/names';

/** What names members in words in a line of the history: a team, or who takes part, as in 'Team 5: Mira, Ravi'. */
type NamingLine = Pick<typeof incidentChanges.$inferSelect, 'event' | 'note' | 'details'>;
const naming = ['team.assign', 'team.reassign', 'case.initiated'];
/** The ids of those who are named. */
const idsIn = ({ event, details }: NamingLine): readonly number[] => {
  const ids = naming.includes(event) ? (details?.team ?? details?.participants)?.to : null;
  return Array.isArray(ids) ? ids : [];
};

/**
 * Takes the name of a former member out of the history of incidents and out of the archives of deleted ones (DECISIONS P7). Their id
 * stays. Call it when the member's row has no name any more.
 */
export async function forgetInHistory(tx: Db, userId: number): Promise<void> {
  const { details } = incidentChanges;
  const isNamed = sql`coalesce(${details} -> 'team' -> 'to', ${details} -> 'participants' -> 'to') @> to_jsonb(${userId}::bigint)`;
  for (const line of await tx.select().from(incidentChanges).where(isNamed))
    await tx
      .update(incidentChanges)
      .set({ note: await noteOf(tx, line) })
      .where(eq(incidentChanges.id, line.id));

  const { snapshot } = incidentArchives;
  const isInPeople = sql`(${snapshot} -> 'people') ? ${String(userId)}`;
  const isInTeam = sql`jsonb_path_exists(${snapshot}, '$.changes[*].details.*.to[*] ? (@ == $id)', jsonb_build_object('id', ${userId}::bigint))`;
  for (const archive of await tx.select().from(incidentArchives).where(or(isInPeople, isInTeam))) {
    const { people, changes, ...rest } = archive.snapshot as unknown as Snapshot;
    if (people[userId] !== undefined) people[userId] = FORMER_MEMBER;
    for (const line of changes) if (idsIn(line).includes(userId)) line.note = await noteOf(tx, line);
    await tx
      .update(incidentArchives)
      .set({ snapshot: { ...rest, people, changes } })
      .where(eq(incidentArchives.id, archive.id));
  }
}

interface Snapshot {
  readonly people: Record<string, string>;
  readonly changes: NamingLine[];
}

/** The note of a line with the names that its members have now. */
async function noteOf(tx: Db, line: NamingLine): Promise<string | null> {
  const ids = idsIn(line);
  if (ids.length === 0) return line.note;
  const members = await tx
    .select({ firstName: users.firstName })
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(asc(sql`lower(${users.firstName})`), asc(users.id));
  return `${line.note?.split(': ')[0]}: ${members.map(({ firstName }) => firstName).join(', ')}`;
}
