import { type AnyColumn, ilike } from 'drizzle-orm';

/** A condition on a column: its text contains the word, in upper or lower case. The wildcards of LIKE match only themselves. */
export const contains = (column: AnyColumn, word: string) => ilike(column, `%${word.replace(/[\\%_]/g, '\\$&')}%`);
