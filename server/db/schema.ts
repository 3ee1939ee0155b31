import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Role } from '../../src/contract/people';
import type { MembershipStatus } from '../../src/machines/lifecycles/membership.machine';
import type { MediaKind } from '../../src/rules/media';

const id = () => bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity();
const ref = () => bigint({ mode: 'number' });
const time = () => timestamp({ withTimezone: true });

/** S1 §3 "Signup payload" and S2 §3 "Profile", "Volunteer detail". */
export const users = pgTable(
  'users',
  {
    id: id(),
    username: text().notNull(),
    /** The username as `keyOf` reduces it: two that differ only in case are the same. */
    usernameKey: text().notNull(),
    passwordHash: text().notNull(),
    status: text().$type<MembershipStatus>().notNull().default('PENDING'),
    firstName: text().notNull(),
    lastName: text().notNull(),
    phoneNumber: text().notNull(),
    address: text().notNull().default(''),
    motivation: text().notNull().default(''),
    hasVehicle: boolean().notNull().default(false),
    vehicleType: text(),
    canProvideShelter: boolean().notNull().default(false),
    hasMedicineBox: boolean().notNull().default(false),
    experienceLevel: text().notNull().default('Beginner'),
    position: text().notNull().default('MEMBER'),
    availabilityStatus: text().notNull().default('Available'),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    casesCompleted: integer().notNull().default(0),
    hearts: integer().notNull().default(0),
    /** Kilometres. */
    distanceTraveled: doublePrecision().notNull().default(0),
    joinedSince: time().notNull().defaultNow(),
  },
  (t) => [uniqueIndex('users_username').on(t.usernameKey)],
);

export const userRoles = pgTable(
  'user_roles',
  {
    userId: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text().$type<Role>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.role] })],
);

/** S1 §3 and S2 §3 "Incident". */
export const incidents = pgTable(
  'incidents',
  {
    id: id(),
    status: text().notNull().default('REPORTED'),
    animalType: text().notNull(),
    informerName: text().notNull(),
    contactNumber: text().notNull(),
    location: text().notNull(),
    description: text().notNull(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    reportedBy: ref().references(() => users.id, { onDelete: 'set null' }),
    reportedAt: time().notNull().defaultNow(),
    /** Moves as DECISIONS 24 says; 'overdue' is measured from it. */
    lastUpdated: time().notNull().defaultNow(),
    closeReason: text(),
  },
  (t) => [index('incidents_status').on(t.status)],
);

/** One rescue of an incident by one team. At most one of an incident is open (DECISIONS 27). */
export const cases = pgTable(
  'cases',
  {
    id: id(),
    incidentId: ref()
      .notNull()
      .references(() => incidents.id, { onDelete: 'cascade' }),
    teamName: text().notNull(),
    assignedBy: ref().references(() => users.id, { onDelete: 'set null' }),
    openedAt: time().notNull().defaultNow(),
    closedAt: time(),
    resolutionNotes: text(),
    finalLatitude: doublePrecision(),
    finalLongitude: doublePrecision(),
  },
  (t) => [
    index('cases_incident').on(t.incidentId),
    uniqueIndex('cases_open').on(t.incidentId).where(sql`${t.closedAt} is null`),
  ],
);

export const caseMembers = pgTable(
  'case_members',
  {
    caseId: ref()
      .notNull()
      .references(() => cases.id, { onDelete: 'cascade' }),
    userId: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.caseId, t.userId] }), index('case_members_user').on(t.userId)],
);

/** Every chat: one per case, and the global one, which has no case and the id `GLOBAL_CHAT`. */
export const chats = pgTable(
  'chats',
  {
    id: id(),
    caseId: ref().references(() => cases.id, { onDelete: 'cascade' }),
    name: text().notNull(),
  },
  (t) => [uniqueIndex('chats_case').on(t.caseId)],
);

/** The row of the chat of all members, made by a migration. */
export const GLOBAL_CHAT = 0;

/** A file that a member uploaded. Whoever knows its id may have it (DECISIONS 6). */
export const media = pgTable(
  'media',
  {
    id: text().primaryKey(),
    kind: text().$type<MediaKind>().notNull(),
    mime: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    uploaderId: ref().references(() => users.id, { onDelete: 'set null' }),
    /** The chat it was uploaded for, whose end is also the file's. */
    chatId: ref().references(() => chats.id, { onDelete: 'cascade' }),
    createdAt: time().notNull().defaultNow(),
  },
  (t) => [index('media_chat').on(t.chatId), index('media_created').on(t.createdAt)],
);

/** S1 §3 "Message". The order of ids within a chat is the order of its messages. */
export const messages = pgTable(
  'messages',
  {
    id: id(),
    chatId: ref()
      .notNull()
      .references(() => chats.id, { onDelete: 'cascade' }),
    senderId: ref()
      .notNull()
      .references(() => users.id),
    clientMessageId: text().notNull(),
    text: text(),
    mediaId: text().references(() => media.id),
    parentMessageId: ref().references((): AnyPgColumn => messages.id, { onDelete: 'set null' }),
    sentAt: time().notNull().defaultNow(),
  },
  (t) => [
    index('messages_chat').on(t.chatId, t.id),
    index('messages_parent').on(t.parentMessageId),
    index('messages_media').on(t.mediaId),
    uniqueIndex('messages_once').on(t.senderId, t.clientMessageId),
  ],
);

export const messageReads = pgTable(
  'message_reads',
  {
    messageId: ref()
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    userId: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    readAt: time().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.userId] }), index('message_reads_user').on(t.userId)],
);

/** One reaction per user and message (DECISIONS 11). */
export const messageReactions = pgTable(
  'message_reactions',
  {
    messageId: ref()
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    userId: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    emoji: text().notNull(),
    reactedAt: time().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.userId] }), index('message_reactions_user').on(t.userId)],
);
