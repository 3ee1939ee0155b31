import { sql } from 'drizzle-orm';
import { boolean, check, doublePrecision, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { CaseStatus } from '../../../src/contract/cases';
import type { Movement } from '../../../src/contract/movement';
import { id, ref, time } from './columns';
import { incidents } from './incidents';
import { users } from './people';

/** One rescue of an incident by one team. An incident has at most one open case (DECISIONS 27). */
export const cases = pgTable(
  'cases',
  {
    id: id(),
    incidentId: ref()
      .notNull()
      .references(() => incidents.id, { onDelete: 'cascade' }),
    status: text().$type<CaseStatus>().notNull().default('ASSIGNED'),
    teamName: text().notNull(),
    assignedBy: ref().references(() => users.id, { onDelete: 'set null' }),
    openedAt: time().notNull().defaultNow(),
    /** Set if and only if the status is CLOSED. */
    closedAt: time(),
    resolutionNotes: text(),
    finalLatitude: doublePrecision(),
    finalLongitude: doublePrecision(),
  },
  (t) => [
    index('cases_incident').on(t.incidentId),
    uniqueIndex('cases_open').on(t.incidentId).where(sql`${t.closedAt} is null`),
    check('cases_closed', sql`(${t.status} = 'CLOSED') = (${t.closedAt} is not null)`),
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
    /** Whether the member is credited with the case; false for those who were not confirmed at its start (DECISIONS 22). */
    isCredited: boolean().notNull().default(true),
    /** The member's last report of their way to the animal; null without one, after it was withdrawn, and when the case is completed. */
    movement: text().$type<Movement>(),
    /** The time of the last report or withdrawal; null before the first one, and when the case is completed. */
    movedAt: time(),
  },
  (t) => [primaryKey({ columns: [t.caseId, t.userId] }), index('case_members_user').on(t.userId)],
);
