import { type AnyColumn, ilike } from 'drizzle-orm';

/** A condition on a column: its text contains the word, whatever its case. The wildcards of LIKE count as themselves. */
export const contains = (column: AnyColumn, word: string) => ilike(column, `%${word.replace(/[\\%_]/g, '\\$&')}%`);
