import { and, desc, eq, lt, or } from 'drizzle-orm';
import type { InferOutput } from 'valibot';
import { AUDIT_PAGE, type AuditAction, type AuditEntry, type AuditQuery } from '../../../src/contract/administration';
import { FORMER_MEMBER } from '../../../src/contract/people';
import { fullNameOf } from '../../../src/rules/names';
import { isSuperAdmin } from '../../../src/rules/roles';
import type { Member } from '../../core';
import { contains } from '../../db/conditions';
import type { Db } from '../../db/open';
import { auditLog } from '../../db/schema';
import { HttpError } from '../../http/httpError';

type Named = Pick<Member, 'id' | 'firstName' | 'lastName'>;

/** The person to whom an administrative act was done, and details in words, without phone numbers or passwords. */
interface About {
  readonly target?: Named;
  readonly details?: string;
}

/** The name of the actor of a command on the server, where nobody is logged in. */
const BY_HAND = 'By hand on the server';

/**
 * Adds an entry to the log of administrative acts. Call it in the transaction of the act, so that either both are stored or
 * neither. `by` is null for a command on the server.
 */
export async function audit(tx: Db, by: Named | null, action: AuditAction, { target, details = '' }: About = {}) {
  await tx.insert(auditLog).values({
    action,
    actorId: by?.id ?? null,
    actorName: by ? fullNameOf(by) : BY_HAND,
    targetId: target?.id ?? null,
    targetName: target ? fullNameOf(target) : null,
    details,
  });
}

/**
 * One page of the log, the latest first, optionally filtered by the kind of act and by a text in names or details.
 * @throws HttpError 403 unless the caller is a super admin.
 */
export async function listAudit(
  db: Db,
  { roles }: Pick<Member, 'roles'>,
  { action, search, before }: InferOutput<typeof AuditQuery>,
): Promise<AuditEntry[]> {
  if (!isSuperAdmin(roles)) throw new HttpError(403, 'Only a super admin can read the audit log.');
  const { actorName, targetName, details } = auditLog;
  // A role is shown as 'Rescue Captain', and is RESCUE_CAPTAIN here.
  const asName = search === undefined ? undefined : contains(details, search.replaceAll(' ', '_'));
  const rows = await db
    .select()
    .from(auditLog)
    .where(
      and(
        action && eq(auditLog.action, action),
        search ? or(...[actorName, targetName, details].map((column) => contains(column, search)), asName) : undefined,
        before === undefined ? undefined : lt(auditLog.id, Number(before)),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(AUDIT_PAGE);
  return rows.map((row) => ({
    id: String(row.id),
    at: row.at.toISOString(),
    action: row.action,
    actor: personOf(row.actorId, row.actorName),
    target: row.targetName === null ? null : personOf(row.targetId, row.targetName),
    details: row.details,
  }));
}

/**
 * Removes a member's name from the log (DECISIONS P7). Their id stays in its place, so that the entries of different former members
 * can be told apart. Call it in the transaction that erases the member.
 */
export async function forgetInAudit(tx: Db, userId: number): Promise<void> {
  const [isActor, isTarget] = [eq(auditLog.actorId, userId), eq(auditLog.targetId, userId)];
  // Locked in the order of their ids, to avoid a deadlock with another member's erasure that shares some of these entries.
  await tx.select({ id: auditLog.id }).from(auditLog).where(or(isActor, isTarget)).orderBy(auditLog.id).for('update');
  const name = `${FORMER_MEMBER} ${userId}`;
  await tx.update(auditLog).set({ actorName: name }).where(isActor);
  await tx.update(auditLog).set({ targetName: name }).where(isTarget);
}

/** An actor without an account, such as a command on the server, has a name but no id. */
const personOf = (id: number | null, name: string) => ({ id: id === null ? '' : String(id), name });
