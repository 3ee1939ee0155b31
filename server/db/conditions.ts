import { type AnyColumn, ilike, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** A condition on a column: its text contains these words, in upper or lower case. The wildcards of LIKE match only themselves. */
export const contains = (column: AnyColumn, words: string) => ilike(column, `%${words.replace(/[\\%_]/g, '\\$&')}%`);

/**
 * A condition: the column has one of these values. For a list that grows with the history, because `inArray` makes a parameter of
 * each value, and a statement can have at most 65,535 of them.
 */
export const isAnyOf = (column: PgColumn, values: readonly (number | string)[]): SQL =>
  sql`${column} = any(${sql.param([...values])})`;
