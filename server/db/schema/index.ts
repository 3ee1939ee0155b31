/** All tables, by area. `npm run db:generate` writes the migration that a change of them needs. */
export * from './cases';
export * from './chats';
export * from './incidents';
export * from './notifications';
export * from './organisation';
export * from './people';
export * from './supplies';
