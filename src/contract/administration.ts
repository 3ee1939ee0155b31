import * as v from 'valibot';
import { listOf, pageBefore } from './lists';
import { AnyNumber, booleanText, extra, Id, keepWireUserId, OptionalId, OptionalText, WireId } from './primitives';

/** S2 §3, "Pending user". */
export const PendingUser = v.object({
  userId: Id,
  firstName: OptionalText,
  lastName: OptionalText,
  experienceLevel: OptionalText,
  motivation: OptionalText,
  phoneNumber: OptionalText,
  address: OptionalText,
  hasVehicle: v.nullish(v.boolean(), false),
  vehicleType: v.nullish(v.string(), null),
  canProvideShelter: v.nullish(v.boolean(), false),
  hasMedicineBox: v.nullish(v.boolean(), false),
  // ---
  /** Tells two sign-ups of one person apart. Only our server sends it (DECISIONS 369). */
  username: extra(v.string()),
});
export type PendingUser = v.InferOutput<typeof PendingUser>;
export const PendingUsers = listOf(PendingUser);

/** S2 §3, "Admin user list entry". */
export const AdminUser = v.pipe(
  v.object({ userId: WireId, username: OptionalText, firstName: OptionalText, lastName: OptionalText }),
  v.transform(keepWireUserId),
);
export type AdminUser = v.InferOutput<typeof AdminUser>;
export const AdminUsers = listOf(AdminUser);

/** The most users that one request deletes, and what is said about more. */
export const MOST_DELETED = 1_000;
export const TOO_MANY_DELETED = `At most ${MOST_DELETED} users can be deleted at once.`;

/** The largest number of days for the purge of notifications, which is more than 270 years, and what is said about more. */
export const MOST_PURGE_DAYS = 99_999;
export const TOO_MANY_DAYS = `At most ${MOST_PURGE_DAYS} days can be entered.`;

/** S2 §5, and S2 §8, "Admin". */
export const NO_USER_SELECTED = 'Please select at least one user to delete.';
export const BAD_KEEP = 'Number to keep must be 0 or more.';
export const BAD_DAYS = 'Please enter a valid number of days (1 or more) to purge.';

/** S2 §5: at least one user. */
export const BatchDeleteRequest = v.strictObject({
  userIds: v.pipe(v.array(Id), v.minLength(1, NO_USER_SELECTED), v.maxLength(MOST_DELETED, TOO_MANY_DELETED)),
  notifyUsers: v.optional(v.boolean(), false),
});

/** Query of the same call (DECISIONS 8). The ids are separated by commas, or each has a parameter of its own. */
export const BatchDeleteQuery = v.object({
  userIds: v.optional(
    v.pipe(
      v.union([v.string(), v.array(v.string())]),
      v.transform((given) => [given].flat().flatMap((ids) => ids.split(',').filter((id) => id !== ''))),
    ),
  ),
  notifyUsers: v.optional(booleanText('notifyUsers')),
});

/** A deleted or skipped user. Other servers send only the user's id, as a string or a number (DECISIONS P19). */
const BatchEntry = v.union([
  v.object({ userId: OptionalId, username: OptionalText, reason: OptionalText }),
  v.pipe(
    Id,
    v.transform((userId) => ({ userId, username: '', reason: '' })),
  ),
]);
export type BatchEntry = v.InferOutput<typeof BatchEntry>;
export const BatchDeleteAnswer = v.object({
  deleted: v.nullish(listOf(BatchEntry), []),
  skipped: v.nullish(listOf(BatchEntry), []),
});
export type BatchDeleteAnswer = v.InferOutput<typeof BatchDeleteAnswer>;

/** The temporary password, sent only once; null if the server does not return it (DECISIONS 17). */
export const ResetPasswordAnswer = v.fallback(v.object({ password: v.nullish(v.string(), null) }), { password: null });

/** S2 §7: the number of deleted messages, or why none were deleted. */
export const ClearChatAnswer = v.fallback(
  v.object({ messages_deleted: v.nullish(AnyNumber, null), error: v.nullish(v.string(), null) }),
  { messages_deleted: null, error: null },
);

/** Query of the call: the number of newest messages that stay (S2 §5). */
export const KeepQuery = v.object({
  keep: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/, BAD_KEEP), v.transform(Number))),
});

/** One entry of the audit log: an administrative act. Beyond the specification. */
export const AuditEntry = v.object({
  id: Id,
  /** ISO 8601, UTC. */
  at: v.string(),
  /** Such as 'roles.changed'; see `auditActions`. */
  action: OptionalText,
  actor: v.nullish(v.object({ id: Id, name: OptionalText }), null),
  target: v.nullish(v.object({ id: Id, name: OptionalText }), null),
  /** The details of the act, in words. */
  details: OptionalText,
});
export type AuditEntry = v.InferOutput<typeof AuditEntry>;
export const AuditEntries = listOf(AuditEntry);

/** The acts that the audit log records. */
export const auditActions = [
  'signup.authorized',
  'signup.denied',
  'roles.changed',
  'position.changed',
  'experience.changed',
  'users.deleted',
  'password.reset',
  'incident.deleted',
  'chat.cleared',
  'notifications.purged',
  'application.reset',
  'requisition.ownHandled',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Entries of the audit log per page. */
export const AUDIT_PAGE = 50;

/** Query of the audit log. `search` is searched in names and details, ignoring case. */
export const AuditQuery = v.strictObject({
  action: v.optional(v.picklist(auditActions, 'There is no such action.')),
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100))),
  before: v.optional(pageBefore('an entry')),
});
