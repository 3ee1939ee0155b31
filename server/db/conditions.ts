import { type AnyColumn, ilike, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { spellingsOf } from './spellings';

/**
 * A condition on a column: its text contains these words, in upper or lower case, however their letters are stored. The wildcards of LIKE
 * match only themselves. PostgreSQL's `normalize` is no help: not every encoding has it, and it would take its time for each row.
 */
export const contains = (column: AnyColumn, words: string) =>
  or(...spellingsOf(words).map((spelling) => ilike(column, `%${spelling.replace(/[\\%_]/g, '\\$&')}%`)));

/**
 * A condition: the column has one of these values. For a list that grows with the history, because `inArray` makes a parameter of
 * each value, and a statement can have at most 65,535 of them.
 */
export const isAnyOf = (column: PgColumn, values: readonly (number | string)[]): SQL =>
  sql`${column} = any(${sql.param([...values])})`;
