/** All tables, by area. After a change, `npm run db:generate` writes the migration. */
export * from './cases';
export * from './chats';
export * from './incidents';
export * from './notifications';
export * from './organisation';
export * from './people';
export * from './supplies';
