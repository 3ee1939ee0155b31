import { asc, sql } from 'drizzle-orm';
import { users } from '../../db/schema';

/** The order of people in lists: by first name in upper or lower case, then by last name. */
export const byName = [asc(sql`lower(${users.firstName})`), asc(sql`lower(${users.lastName})`), asc(users.id)];
