import { pgTable, uuid } from 'drizzle-orm/pg-core';

/** A single row that identifies this database. The media folder holds the same id (see `checkSameOrganisation`). */
export const organisation = pgTable('organisation', { id: uuid().primaryKey().defaultRandom() });
