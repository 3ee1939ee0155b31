import { asc, desc, eq, inArray, or } from 'drizzle-orm';
import type { Archive, ArchiveEntry } from '../../../src/contract/archives';
import { fullNameOf } from '../../../src/rules/names';
import { isSuperAdmin } from '../../../src/rules/roles';
import type { Actor } from '../../core';
import type { Db } from '../../db/open';
import {
  caseMembers,
  cases,
  chats,
  incidentArchives,
  incidentChanges,
  incidentInterest,
  incidentNotes,
  media,
  messageReactions,
  messageReads,
  messages,
  messageVersions,
  users,
} from '../../db/schema';
import { readId } from '../../http/check';
import { HttpError } from '../../http/httpError';
import type { IncidentRow } from './change';
import { idsIn, type NamingLine } from './forget';

/**
 * Everything that is stored about an incident (DECISIONS 29) except the contents of its files, with the names of the members
 * involved.
 */
export async function snapshotOf(tx: Db, incident: IncidentRow): Promise<Readonly<Record<string, unknown>>> {
  const caseRows = await tx.select().from(cases).where(eq(cases.incidentId, incident.id)).orderBy(asc(cases.id));
  const caseIds = caseRows.map(({ id }) => id);
  const members = await tx
    .select()
    .from(caseMembers)
    .where(inArray(caseMembers.caseId, caseIds))
    .orderBy(asc(caseMembers.caseId), asc(caseMembers.userId));
  const rooms = await tx.select().from(chats).where(inArray(chats.caseId, caseIds)).orderBy(asc(chats.id));
  const chatIds = rooms.map(({ id }) => id);
  const inItsChats = inArray(messages.chatId, chatIds);
  const said = await tx.select().from(messages).where(inItsChats).orderBy(asc(messages.id));
  // The database looks the ids up, because a chat may have thousands of messages.
  const messageIds = tx.select({ id: messages.id }).from(messages).where(inItsChats);
  const reactions = await tx
    .select()
    .from(messageReactions)
    .where(inArray(messageReactions.messageId, messageIds))
    .orderBy(asc(messageReactions.messageId), asc(messageReactions.userId));
  const reads = await tx
    .select()
    .from(messageReads)
    .where(inArray(messageReads.messageId, messageIds))
    .orderBy(asc(messageReads.messageId), asc(messageReads.userId));
  const versions = await tx
    .select()
    .from(messageVersions)
    .where(inArray(messageVersions.messageId, messageIds))
    .orderBy(asc(messageVersions.id));
  const files = await tx
    .select()
    .from(media)
    .where(or(eq(media.incidentId, incident.id), inArray(media.chatId, chatIds)))
    .orderBy(asc(media.createdAt), asc(media.id));
  const interest = await tx.select().from(incidentInterest).where(eq(incidentInterest.incidentId, incident.id));
  const readChanges = () =>
    tx
      .select()
      .from(incidentChanges)
      .where(eq(incidentChanges.incidentId, incident.id))
      .orderBy(asc(incidentChanges.id));
  const snapshot = {
    incident,
    cases: caseRows,
    caseMembers: members,
    chats: rooms,
    messages: said,
    messageVersions: versions,
    reactions,
    reads,
    media: files,
    interest,
  };
  const people = await namesIn(tx, { ...snapshot, changes: await readChanges() });
  // Read after the lock, because a member may have been deleted before it, and the history and the notes name members, too.
  const notes = await tx
    .select()
    .from(incidentNotes)
    .where(eq(incidentNotes.incidentId, incident.id))
    .orderBy(asc(incidentNotes.id));
  return { ...snapshot, notes, changes: await readChanges(), people };
}

/** The columns with the ids of members to name. `writtenBy` of a note is not needed: the history has an entry by the same member. */
const references = ['userId', 'senderId', 'uploaderId', 'changedBy', 'assignedBy', 'reportedBy'];

/**
 * The names of all members in a snapshot, by id. They are stored because the archive outlives accounts. The members are locked, so that a
 * deletion at the same time either is over or removes their names from this archive (DECISIONS P7).
 */
async function namesIn(
  tx: Db,
  snapshot: Readonly<Record<string, unknown>> & { readonly changes: readonly NamingLine[] },
): Promise<Record<string, string>> {
  const rows = Object.values(snapshot).flat() as Readonly<Record<string, unknown>>[];
  const referenced = rows.flatMap((row) => references.map((field) => row[field]));
  const ids = new Set([...referenced, ...snapshot.changes.flatMap(idsIn)].filter((id) => typeof id === 'number'));
  if (ids.size === 0) return {};
  const found = await tx
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(asc(users.id))
    .for('key share');
  return Object.fromEntries(found.map((user) => [user.id, fullNameOf(user)]));
}

/**
 * The archives, the latest first.
 * @throws HttpError 403 unless the caller is a super admin.
 */
export async function listArchives(db: Db, by: Actor): Promise<ArchiveEntry[]> {
  refuseOthers(by);
  const rows = await db
    .select(entry)
    .from(incidentArchives)
    .leftJoin(users, eq(users.id, incidentArchives.archivedBy))
    .orderBy(desc(incidentArchives.id));
  return rows.map(entryOf);
}

/** @throws HttpError 403 unless the caller is a super admin, 404 when there is no such archive. */
export async function findArchive(db: Db, by: Actor, id: string): Promise<Archive> {
  refuseOthers(by);
  const archiveId = readId(id);
  const [found] = archiveId
    ? await db
        .select({ ...entry, snapshot: incidentArchives.snapshot })
        .from(incidentArchives)
        .leftJoin(users, eq(users.id, incidentArchives.archivedBy))
        .where(eq(incidentArchives.id, archiveId))
    : [];
  if (!found) throw new HttpError(404, 'There is no such archive.');
  return { ...entryOf(found), snapshot: found.snapshot };
}

const entry = {
  id: incidentArchives.id,
  incidentId: incidentArchives.incidentId,
  archivedAt: incidentArchives.archivedAt,
  by: { id: users.id, firstName: users.firstName },
};

interface EntryRow {
  readonly id: number;
  readonly incidentId: number;
  readonly archivedAt: Date;
  readonly by: { readonly id: number; readonly firstName: string } | null;
}

const entryOf = ({ id, incidentId, archivedAt, by }: EntryRow): ArchiveEntry => ({
  id: String(id),
  incidentId: String(incidentId),
  archivedAt: archivedAt.toISOString(),
  archivedBy: by && { id: String(by.id), firstName: by.firstName },
});

function refuseOthers({ roles }: Actor): void {
  if (!isSuperAdmin(roles)) throw new HttpError(403, 'Only a super admin can see the archives.');
}
