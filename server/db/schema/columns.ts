import { bigint, timestamp } from 'drizzle-orm/pg-core';

export const id = () => bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity();
export const ref = () => bigint({ mode: 'number' });
export const time = () => timestamp({ withTimezone: true });
