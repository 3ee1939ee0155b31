import { type AnyColumn, ilike } from 'drizzle-orm';

/** A condition on a column: its text contains these words, in upper or lower case. The wildcards of LIKE match only themselves. */
export const contains = (column: AnyColumn, words: string) => ilike(column, `%${words.replace(/[\\%_]/g, '\\$&')}%`);
