import { asc, eq, inArray, or, sql } from 'drizzle-orm';
import { FORMER_MEMBER } from '../../../src/contract/people';
import type { Db } from '../../db/open';
import { incidentArchives, incidentChanges, users } from '../../db/schema';

/** An entry of the history whose note lists members by name: a team or the participants, as in 'Team 5: Mira, Ravi'. */
export type NamingLine = Pick<typeof incidentChanges.$inferSelect, 'event' | 'note' | 'details'>;
const naming = ['team.assign', 'team.reassign', 'case.initiated'];
/** The ids of the members whom an entry names. */
export const idsIn = ({ event, details }: NamingLine): readonly number[] => {
  const ids = naming.includes(event) ? (details?.team ?? details?.participants)?.to : null;
  return Array.isArray(ids) ? ids : [];
};

/**
 * Removes the name of a former member from the history of incidents and from the archives of deleted ones (DECISIONS P7). Their id
 * stays. Call it after the name was removed from the member's row.
 */
export async function forgetInHistory(tx: Db, userId: number): Promise<void> {
  const { details } = incidentChanges;
  const isNamed = sql`coalesce(${details} -> 'team' -> 'to', ${details} -> 'participants' -> 'to') @> to_jsonb(${userId}::bigint)`;
  // Locked, so that the second of two deletions reads what the first one has written, not a name that is about to go.
  const lines = await tx.select().from(incidentChanges).where(isNamed).orderBy(asc(incidentChanges.id)).for('update');
  for (const line of lines)
    await tx
      .update(incidentChanges)
      .set({ note: await noteOf(tx, line) })
      .where(eq(incidentChanges.id, line.id));

  const { snapshot } = incidentArchives;
  const isInPeople = sql`(${snapshot} -> 'people') ? ${String(userId)}`;
  const isInTeam = sql`jsonb_path_exists(${snapshot}, '$.changes[*].details.*.to[*] ? (@ == $id)', jsonb_build_object('id', ${userId}::bigint))`;
  const found = await tx
    .select({ id: incidentArchives.id })
    .from(incidentArchives)
    .where(or(isInPeople, isInTeam))
    .orderBy(asc(incidentArchives.id));
  // One at a time: a busy member is in thousands of archives, each with all messages of its chats.
  for (const { id } of found) {
    const isIt = eq(incidentArchives.id, id);
    const [archive] = await tx.select({ snapshot }).from(incidentArchives).where(isIt).for('update');
    if (!archive) continue;
    const { people, changes, ...rest } = archive.snapshot as unknown as Snapshot;
    if (people[userId] !== undefined) people[userId] = FORMER_MEMBER;
    for (const line of changes) if (idsIn(line).includes(userId)) line.note = await noteOf(tx, line);
    await tx
      .update(incidentArchives)
      .set({ snapshot: { ...rest, people, changes } })
      .where(isIt);
  }
}

interface Snapshot {
  readonly people: Record<string, string>;
  readonly changes: NamingLine[];
}

/** The note of an entry, rewritten with the present names of its members. */
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
