import { bigint, doublePrecision, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { AnimalType, IncidentStatus, Severity } from '../../../src/contract/incidents';
import { id, ref, time } from './columns';
import { users } from './people';

/** S1 §3 and S2 §3 "Incident". */
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
    /** Moves as DECISIONS 24 says; 'overdue' is measured from it. */
    lastUpdated: time().notNull().defaultNow(),
    closeReason: text(),
    /** Null where the reporter did not say. */
    severity: text().$type<Severity>(),
  },
  (t) => [index('incidents_status').on(t.status)],
);

/** Who has shown interest in an incident, S2 §4. */
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

/** What a member has added to an incident that somebody else reported. Its photos are rows of `media` with this note's id. */
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

/** What has happened to an incident: rows are only ever added, and go with the incident alone. */
export const incidentChanges = pgTable(
  'incident_changes',
  {
    id: id(),
    incidentId: ref()
      .notNull()
      .references(() => incidents.id, { onDelete: 'cascade' }),
    /** The lifecycle's event, or another fact's name, such as 'media.deleted'. */
    event: text().notNull(),
    at: time().notNull().defaultNow(),
    changedBy: ref().references(() => users.id, { onDelete: 'set null' }),
    /** Null before the report. */
    statusBefore: text().$type<IncidentStatus>(),
    statusAfter: text().$type<IncidentStatus>().notNull(),
    /** Why, or what, in words. */
    note: text(),
    /** The values before and after, by the names of the fields. */
    details: jsonb().$type<Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>>(),
  },
  (t) => [index('incident_changes_incident').on(t.incidentId, t.id)],
);

/** What is left of a deleted incident where that was asked for (DECISIONS 29): a snapshot of all that was known. */
export const incidentArchives = pgTable('incident_archives', {
  id: id(),
  /** The id it had. */
  incidentId: bigint({ mode: 'number' }).notNull(),
  archivedAt: time().notNull().defaultNow(),
  archivedBy: ref().references(() => users.id, { onDelete: 'set null' }),
  snapshot: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
});
