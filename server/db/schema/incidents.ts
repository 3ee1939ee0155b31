import { bigint, doublePrecision, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { AnimalType, IncidentStatus, Severity } from '../../../src/contract/incidents';
import { id, ref, time } from './columns';
import { users } from './people';

/** Incidents (S1 §3 and S2 §3 "Incident"). */
export const incidents = pgTable(
  'incidents',
  {
    id: id(),
    status: text().$type<IncidentStatus>().notNull().default('REPORTED'),
    animalType: text().$type<AnimalType>().notNull(),
    informerName: text().notNull(),
    contactNumber: text().notNull(),
    location: text().notNull(),
    description: text().notNull(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    reportedBy: ref().references(() => users.id, { onDelete: 'set null' }),
    reportedAt: time().notNull().defaultNow(),
    /** Updated as DECISIONS 24 says; an incident becomes 'overdue' a certain time after it. */
    lastUpdated: time().notNull().defaultNow(),
    closeReason: text(),
    /** Null if the reporter gave none. */
    severity: text().$type<Severity>(),
  },
  (t) => [index('incidents_status').on(t.status)],
);

/** The members who have shown interest in an incident, S2 §4. */
export const incidentInterest = pgTable(
  'incident_interest',
  {
    incidentId: ref()
      .notNull()
      .references(() => incidents.id, { onDelete: 'cascade' }),
    userId: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    shownAt: time().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.incidentId, t.userId] }), index('incident_interest_user').on(t.userId)],
);

/** What any member, also the reporter, has added to an incident (DECISIONS 170). Its files are the rows of `media` with this note's id. */
export const incidentNotes = pgTable(
  'incident_notes',
  {
    id: id(),
    incidentId: ref()
      .notNull()
      .references(() => incidents.id, { onDelete: 'cascade' }),
    writtenBy: ref().references(() => users.id, { onDelete: 'set null' }),
    writtenAt: time().notNull().defaultNow(),
    text: text().notNull(),
  },
  (t) => [index('incident_notes_incident').on(t.incidentId, t.id)],
);

/**
 * The history of an incident. Rows are added but not changed, except to remove the name of a former member, and are deleted only
 * with the incident.
 */
export const incidentChanges = pgTable(
  'incident_changes',
  {
    id: id(),
    incidentId: ref()
      .notNull()
      .references(() => incidents.id, { onDelete: 'cascade' }),
    /** The event of the lifecycle, or another name such as 'media.deleted'. */
    event: text().notNull(),
    at: time().notNull().defaultNow(),
    changedBy: ref().references(() => users.id, { onDelete: 'set null' }),
    /** Null for the report itself. */
    statusBefore: text().$type<IncidentStatus>(),
    statusAfter: text().$type<IncidentStatus>().notNull(),
    /** A reason or description in words. */
    note: text(),
    /** The values before and after the change, by the names of the fields. */
    details: jsonb().$type<Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>>(),
  },
  (t) => [index('incident_changes_incident').on(t.incidentId, t.id)],
);

/** The archive of a deleted incident, if one was asked for (DECISIONS 29): a snapshot of everything stored about it. */
export const incidentArchives = pgTable('incident_archives', {
  id: id(),
  /** The id of the deleted incident. */
  incidentId: bigint({ mode: 'number' }).notNull(),
  archivedAt: time().notNull().defaultNow(),
  archivedBy: ref().references(() => users.id, { onDelete: 'set null' }),
  snapshot: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
});
