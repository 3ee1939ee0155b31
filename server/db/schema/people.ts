import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { AuditAction } from '../../../src/contract/administration';
import type { Role } from '../../../src/contract/people';
import type { MembershipStatus } from '../../../src/machines/lifecycles/membership.machine';
import { id, ref, time } from './columns';

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
    /** DECISIONS 31, as are the three below. */
    points: integer().notNull().default(0),
    casesCompleted: integer().notNull().default(0),
    hearts: integer().notNull().default(0),
    /** Kilometres. */
    distanceTraveled: doublePrecision().notNull().default(0),
    /** The sign-up, and from the authorization on that day (DECISIONS P6). */
    joinedSince: time().notNull().defaultNow(),
    /** After a reset the member has to choose a new password before anything else (DECISIONS P9). */
    mustChangePassword: boolean().notNull().default(false),
    /** Tokens that were issued earlier have ended (DECISIONS P10). */
    tokensValidFrom: time(),
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

/** From where a member has logged in: there their tries are not limited together with everybody else's. */
export const loginAddresses = pgTable(
  'login_addresses',
  {
    userId: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** An IPv4 address, or an IPv6 network. */
    address: text().notNull(),
    lastLogin: time().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.address] })],
);

/** What was answered to a call that creates, so that a repeat of it gets the same answer (DECISIONS 9). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    /** A digest of the call and its whole body. */
    fingerprint: text().notNull(),
    answer: jsonb(),
    createdAt: time().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('idempotency_keys_created').on(t.createdAt)],
);

/** Administrative acts: rows are only ever added. Names are kept as they were, so that an entry outlives the people in it. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    at: time().notNull().defaultNow(),
    action: text().$type<AuditAction>().notNull(),
    actorId: ref().references(() => users.id, { onDelete: 'set null' }),
    actorName: text().notNull(),
    targetId: ref().references(() => users.id, { onDelete: 'set null' }),
    targetName: text(),
    /** What exactly, in words. No phone numbers and no passwords. */
    details: text().notNull().default(''),
  },
  (t) => [index('audit_log_action').on(t.action, t.id)],
);
