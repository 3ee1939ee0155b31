import { defineConfig } from 'drizzle-kit';

/** `npm run db:generate` writes the SQL that brings a database up to server/db/schema. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/db/schema/index.ts',
  out: './server/db/migrations',
  casing: 'snake_case',
});
