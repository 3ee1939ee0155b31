import { and, eq, inArray, ne, or, type SQLWrapper } from 'drizzle-orm';
import type { IncidentStatus } from '../../../src/contract/incidents';
import type { Notification, NotificationType } from '../../../src/contract/notifications';
import type { Role } from '../../../src/contract/people';
import { fullNameOf } from '../../../src/rules/names';
import { adminRoles, captainRoles, inventoryRoles } from '../../../src/rules/roles';
import type { Db } from '../../db/open';
import { incidentInterest, notifications, userRoles, users } from '../../db/schema';

/** Members given by id, by a query of ids such as `captainsAndAbove(tx)`, or by both. */
type Recipients = SQLWrapper | readonly (number | SQLWrapper)[];

/** A notification to be stored for each recipient. */
export interface Notice {
  readonly type: NotificationType;
  /** A text from `notificationTexts`. */
  readonly message: string;
  readonly recipients: Recipients;
  /** The incident's id if the type is INCIDENT, the requisition's id if it is INVENTORY. */
  readonly relatedEntityId?: number | null;
  /** The incident's status after the event (DECISIONS N2). */
  readonly incidentStatus?: IncidentStatus | null;
  /** The member who caused the event. They get no notification of it, unless it is a credit. */
  readonly triggeredBy?: number | null;
  readonly isCredit?: boolean;
  /** It is about the recipient's own supplies: their request or their kit (DECISIONS 274). */
  readonly isOwn?: boolean;
  readonly at?: Date;
}

/** The notifications that a transaction has stored, each with its recipient: `tell` gets them after the commit. */
export type ToTell = readonly { readonly userId: number; readonly notification: Notification }[];

/** Queries of the ids of members by role, for `Notice.recipients`. */
const withRole = (tx: Db, roles: readonly Role[]) =>
  tx.select({ id: userRoles.userId }).from(userRoles).where(inArray(userRoles.role, roles));
export const captainsAndAbove = (tx: Db) => withRole(tx, captainRoles);
export const admins = (tx: Db) => withRole(tx, adminRoles);
export const inventoryManagers = (tx: Db) => withRole(tx, inventoryRoles);
/** The members who have shown interest in an incident. */
export const interestedIn = (tx: Db, incidentId: number) =>
  tx.select({ id: incidentInterest.userId }).from(incidentInterest).where(eq(incidentInterest.incidentId, incidentId));

/**
 * Stores a notification for each recipient who is an active member (DECISIONS 34), in the transaction of the event, so that either
 * both are stored or neither.
 * @returns the notifications to pass to `tell` after the commit.
 */
export async function notify(tx: Db, notice: Notice): Promise<ToTell> {
  const { type, message, triggeredBy = null, isCredit = false, at = new Date() } = notice;
  const recipients = await findRecipients(tx, notice.recipients, isCredit ? null : triggeredBy);
  if (recipients.length === 0) return [];
  const triggeringUserName = triggeredBy === null ? null : await nameOfMember(tx, triggeredBy);
  const { relatedEntityId = null, incidentStatus = null, isOwn = false } = notice;
  const rows = await tx
    .insert(notifications)
    .values(
      recipients.map(({ id: userId }) => ({
        userId,
        type,
        message,
        relatedEntityId,
        incidentStatus,
        isOwn,
        triggeredBy,
        createdAt: at,
      })),
    )
    .returning();
  return rows.map((row) => ({ userId: row.userId, notification: shapeOf({ ...row, triggeringUserName }) }));
}

/**
 * Skips members who are locked because they are being deleted or their roles are being changed. Waiting for that transaction could
 * cause a deadlock, and a notification must not make a report fail.
 */
function findRecipients(tx: Db, recipients: Recipients, except: number | null) {
  const given = 'getSQL' in recipients ? [recipients] : recipients;
  const ids = given.filter((one) => typeof one === 'number');
  const queries = given.filter((one) => typeof one !== 'number');
  return tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.status, 'ACTIVE'),
        or(inArray(users.id, ids), ...queries.map((query) => inArray(users.id, query))),
        except === null ? undefined : ne(users.id, except),
      ),
    )
    .orderBy(users.id)
    .for('key share', { skipLocked: true });
}

async function nameOfMember(tx: Db, userId: number): Promise<string | null> {
  const [found] = await tx
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, userId));
  return found ? fullNameOf(found) : null;
}

type Row = Omit<typeof notifications.$inferSelect, 'triggeredBy' | 'userId'>;

/** S2 §3, "Notification". */
export const shapeOf = ({
  id,
  relatedEntityId,
  createdAt,
  type,
  message,
  isRead,
  incidentStatus,
  isOwn,
  triggeringUserName,
}: Row & { readonly triggeringUserName: string | null }): Notification => ({
  id: String(id),
  type,
  message,
  isRead,
  createdAt: createdAt.toISOString(),
  relatedEntityId: relatedEntityId === null ? null : String(relatedEntityId),
  incidentStatus,
  triggeringUserName,
  ...(isOwn && { isOwn }),
});
