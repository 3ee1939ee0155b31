import { bigint, boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import type { NotificationType } from '../../../src/contract/notifications';
import { id, ref, time } from './columns';
import { users } from './people';

/** Notifications (S2 §3 "Notification"), one row per recipient. */
export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    userId: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text().$type<NotificationType>().notNull(),
    message: text().notNull(),
    isRead: boolean().notNull().default(false),
    createdAt: time().notNull().defaultNow(),
    /**
     * The id of an incident or a requisition. It may be deleted already, because notifications outlive their subject (DECISIONS
     * N3).
     */
    relatedEntityId: bigint({ mode: 'number' }),
    /** The incident's status after the event (DECISIONS N2). */
    incidentStatus: text(),
    /** Whether it is about the recipient's own supplies: their request or their kit (DECISIONS 274). */
    isOwn: boolean().notNull().default(false),
    /** The member who caused the event. Their name is read from their row, so that a former member's name is not shown. */
    triggeredBy: ref().references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('notifications_user').on(t.userId, t.id),
    index('notifications_created').on(t.createdAt),
    index('notifications_about').on(t.type, t.relatedEntityId),
    index('notifications_triggered_by').on(t.triggeredBy),
  ],
);

/** A browser that receives web push, owned by the member who last subscribed with it (DECISIONS P12). */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    endpoint: text().primaryKey(),
    userId: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** The login in which the browser subscribed (`Caller.sessionId`); '' if that was before this column existed. */
    sessionId: text().notNull().default(''),
    createdAt: time().notNull().defaultNow(),
  },
  (t) => [index('push_subscriptions_user').on(t.userId)],
);
