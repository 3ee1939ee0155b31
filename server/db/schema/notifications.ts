import { bigint, boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import type { NotificationType } from '../../../src/contract/notifications';
import { id, ref, time } from './columns';
import { users } from './people';

/** S2 §3, "Notification": one row per recipient. */
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
    /** An incident or a requisition. It may be gone: notifications outlive what they are about (DECISIONS N3). */
    relatedEntityId: bigint({ mode: 'number' }),
    /** The incident's status at the event (DECISIONS N2). */
    incidentStatus: text(),
    /** Who caused it. Their name is read when the notification is, so that a former member has none. */
    triggeredBy: ref().references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('notifications_user').on(t.userId, t.id),
    index('notifications_created').on(t.createdAt),
    index('notifications_triggered_by').on(t.triggeredBy),
  ],
);

/** A browser that wants web push. It belongs to the member who subscribed with it last (DECISIONS P12). */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    endpoint: text().primaryKey(),
    userId: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: time().notNull().defaultNow(),
  },
  (t) => [index('push_subscriptions_user').on(t.userId)],
);
