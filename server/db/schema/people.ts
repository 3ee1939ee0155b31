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

/** Accounts (S1 §3 "Signup payload", S2 §3 "Profile" and "Volunteer detail"). */
export const users = pgTable(
  'users',
  {
    id: id(),
    username: text().notNull(),
    /** The username normalised by `keyOfUsername`, so that usernames which differ only in case are the same. */
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
    /** When the member's device told this place; null without one (DECISIONS 372). */
    locatedAt: time(),
    /** This column and the next three are defined by DECISIONS 31. */
    points: integer().notNull().default(0),
    casesCompleted: integer().notNull().default(0),
    hearts: integer().notNull().default(0),
    /** In kilometres. */
    distanceTraveled: doublePrecision().notNull().default(0),
    /** The time of the sign-up; after the authorization, the time of that (DECISIONS P6). */
    joinedSince: time().notNull().defaultNow(),
    /** Set by a reset of the password: the member must choose a new one before anything else (DECISIONS P9). */
    mustChangePassword: boolean().notNull().default(false),
    /** Tokens that were issued before this time are revoked (DECISIONS P10). */
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

/** Addresses from which a member has logged in. There the limits shared with other visitors do not apply to the member's tries. */
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

/** The answers to calls with an Idempotency-Key, so that a repeat gets the same answer (DECISIONS 9). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    /** A digest of the call, its body and its files. */
    fingerprint: text().notNull(),
    answer: jsonb(),
    createdAt: time().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('idempotency_keys_created').on(t.createdAt)],
);

/**
 * The log of administrative acts. Rows are only added. Names are copied, so that entries stay readable; those of former members are
 * replaced.
 */
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
    /** Details in words, without phone numbers or passwords. */
    details: text().notNull().default(''),
  },
  (t) => [index('audit_log_action').on(t.action, t.id)],
);
