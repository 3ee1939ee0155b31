import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { FORMER_MEMBER } from '../../../src/contract/people';
import { fullNameOf } from '../../../src/rules/names';
import type { Db } from '../../db/open';
import { incidentArchives, incidentChanges, incidentNotes, incidents, users } from '../../db/schema';
import { byName } from '../people/byName';

/** A member who is deleted, with the name and the number from before. */
export type Leaving = Pick<typeof users.$inferSelect, 'id' | 'firstName' | 'lastName' | 'phoneNumber'>;

type Informed = Pick<typeof incidents.$inferSelect, 'reportedBy' | 'informerName' | 'contactNumber'>;

/**
 * What remains of an incident's informer once this member is removed from it; null if the member is not its informer. 'I saw it myself'
 * fills in both, but the name can be typed, and the number may have changed since: two of reporter, name and number must be the member's,
 * because others may have the same name. A neighbour's name stays if only the number is the member's (DECISIONS 364).
 */
function withoutInformer({ reportedBy, informerName, contactNumber }: Informed, leaving: Leaving) {
  const isReporter = reportedBy === leaving.id;
  const isNumber = leaving.phoneNumber !== '' && contactNumber === leaving.phoneNumber;
  const isName = informerName === fullNameOf(leaving) || (isNumber && informerName === leaving.firstName);
  if ([isReporter, isNumber, isName].filter(Boolean).length < 2) return null;
  return { informerName: isName ? FORMER_MEMBER : informerName, contactNumber: '' };
}

/** The incidents that have the member as their informer, in the order of their ids. */
export async function findInformed(tx: Db, leaving: Leaving) {
  const { id, reportedBy, informerName, contactNumber } = incidents;
  const found = await tx
    .select({ id, reportedBy, informerName, contactNumber })
    .from(incidents)
    .where(or(eq(reportedBy, leaving.id), eq(contactNumber, leaving.phoneNumber)))
    .orderBy(asc(id));
  return found.flatMap((incident) => {
    const without = withoutInformer(incident, leaving);
    return without ? [{ id: incident.id, without }] : [];
  });
}

/**
 * The text of a note that was made from a report (`noteOfReport`), without the member as its informer. If a neighbour gave the member's
 * number, the neighbour's name stays.
 */
function withoutInText(text: string, { phoneNumber, firstName, ...leaving }: Leaving): string {
  if (phoneNumber === '') return text;
  return [fullNameOf({ firstName, ...leaving }), firstName]
    .reduce((rest, name) => rest.replaceAll(`${name}, ${phoneNumber}`, FORMER_MEMBER), text)
    .replaceAll(`, ${phoneNumber}`, '');
}

/** An edit of the history, by its fields. */
type Edit = Readonly<Record<string, { readonly from?: unknown; readonly to?: unknown } | undefined>>;

/**
 * An edit without the member's name and number. The name goes only if the number is in the same edit, or the member is the informer of
 * the incident, because others may have the same name.
 */
function withoutInEdit<Details>(details: Details, leaving: Leaving, isInformer: boolean): Details {
  if (!details) return details;
  const { informerName, contactNumber } = details as Edit;
  const isNumber = (value: unknown) => leaving.phoneNumber !== '' && value === leaving.phoneNumber;
  const hasNumber = isNumber(contactNumber?.from) || isNumber(contactNumber?.to);
  const isName = (value: unknown) =>
    (isInformer || hasNumber) && (value === fullNameOf(leaving) || value === leaving.firstName);
  const name = (value: unknown) => (isName(value) ? FORMER_MEMBER : value);
  const number = (value: unknown) => (isNumber(value) ? '' : value);
  return {
    ...details,
    ...(informerName && { informerName: { from: name(informerName.from), to: name(informerName.to) } }),
    ...(contactNumber && { contactNumber: { from: number(contactNumber.from), to: number(contactNumber.to) } }),
  };
}

/**
 * Removes the name and the number of a member who is deleted from the incidents of which they were the informer. `lastUpdated` moves by a
 * millisecond, so that a form that was opened before does not bring both back: it is refused as a conflict (DECISIONS 78).
 */
async function forgetInformer(tx: Db, leaving: Leaving): Promise<void> {
  const informed = await findInformed(tx, leaving);
  for (const { id, without } of informed)
    await tx
      .update(incidents)
      .set({ ...without, lastUpdated: sql`${incidents.lastUpdated} + interval '1 millisecond'` })
      .where(eq(incidents.id, id));
  if (leaving.phoneNumber !== '') {
    const { id, text } = incidentNotes;
    const hasNumber = sql`strpos(${text}, ${leaving.phoneNumber}) > 0`;
    for (const note of await tx
      .select({ id, text })
      .from(incidentNotes)
      .where(hasNumber)
      .orderBy(asc(id))
      .for('update'))
      await tx
        .update(incidentNotes)
        .set({ text: withoutInText(note.text, leaving) })
        .where(eq(id, note.id));
  }
  const { details, event, id, incidentId } = incidentChanges;
  const names = (field: string, value: string): SQL =>
    sql`${value} in (${details} -> ${field} ->> 'from', ${details} -> ${field} ->> 'to')`;
  const isTheirs = or(
    names('informerName', fullNameOf(leaving)),
    names('informerName', leaving.firstName),
    names('contactNumber', leaving.phoneNumber),
  );
  const edits = await tx
    .select({ id, details, incidentId })
    .from(incidentChanges)
    .where(and(eq(event, 'incident.edit'), isTheirs))
    .orderBy(asc(id))
    .for('update');
  for (const edit of edits) {
    const isInformer = informed.some((incident) => incident.id === edit.incidentId);
    await tx
      .update(incidentChanges)
      .set({ details: withoutInEdit(edit.details, leaving, isInformer) })
      .where(eq(id, edit.id));
  }
}

/** An entry of the history whose note lists members by name: a team or the participants, as in 'Team 5: Mira, Ravi'. */
export type NamingLine = Pick<typeof incidentChanges.$inferSelect, 'event' | 'note' | 'details'>;
const naming = ['team.assign', 'team.reassign', 'case.initiated'];
/** The ids of the members whom an entry names. */
export const idsIn = ({ event, details }: NamingLine): readonly number[] => {
  const ids = naming.includes(event) ? (details?.team ?? details?.participants)?.to : null;
  return Array.isArray(ids) ? ids : [];
};

/**
 * Removes the name and the number of a former member from incidents, their history, and the archives of deleted ones (DECISIONS P7). Their
 * id stays. Call it after the name was removed from the member's row.
 */
export async function forgetInIncidents(tx: Db, leaving: Leaving): Promise<void> {
  const { id: userId } = leaving;
  await forgetInformer(tx, leaving);
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
  const hasNumber = leaving.phoneNumber === '' ? undefined : sql`strpos(${snapshot}::text, ${leaving.phoneNumber}) > 0`;
  const found = await tx
    .select({ id: incidentArchives.id })
    .from(incidentArchives)
    .where(or(isInPeople, isInTeam, hasNumber))
    .orderBy(asc(incidentArchives.id));
  // One at a time: a busy member is in thousands of archives, each with all messages of its chats.
  for (const { id } of found) {
    const isIt = eq(incidentArchives.id, id);
    const [archive] = await tx.select({ snapshot }).from(incidentArchives).where(isIt).for('update');
    if (!archive) continue;
    const { people, changes, incident, notes = [] } = archive.snapshot as unknown as Snapshot;
    if (people[userId] !== undefined) people[userId] = FORMER_MEMBER;
    const without = withoutInformer(incident, leaving);
    Object.assign(incident, without);
    for (const line of changes) {
      if (idsIn(line).includes(userId)) line.note = await noteOf(tx, line);
      if (line.event === 'incident.edit') line.details = withoutInEdit(line.details, leaving, without !== null);
    }
    for (const note of notes) note.text = withoutInText(note.text, leaving);
    await tx.update(incidentArchives).set({ snapshot: archive.snapshot }).where(isIt);
  }
}

interface Snapshot {
  readonly people: Record<string, string>;
  readonly changes: NamingLine[];
  readonly incident: Informed;
  readonly notes?: { text: string }[];
}

/** The note of an entry, rewritten with the present names of its members. */
async function noteOf(tx: Db, line: NamingLine): Promise<string | null> {
  const ids = idsIn(line);
  if (ids.length === 0) return line.note;
  const members = await tx
    .select({ firstName: users.firstName })
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(...byName);
  return `${line.note?.split(': ')[0]}: ${members.map(({ firstName }) => firstName).join(', ')}`;
}
