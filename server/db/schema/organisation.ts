import { pgTable, uuid } from 'drizzle-orm/pg-core';

/** One row, which tells this database from all others: the folder of its media holds the same id. */
export const organisation = pgTable('organisation', { id: uuid().primaryKey().defaultRandom() });
