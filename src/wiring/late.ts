/** What is needed once a chat is usable, as one file: whoever needs any of it first fetches all. */
export { openDraft } from '../services/drafts';
export { openMessageStore } from '../services/messageStore';
export { becomeLeader, provideDelivery } from './delivery';
export { provideReportQueue } from './reportQueue';
export { provideTools } from './tools';
