/** What is needed once a chat is usable, as one file: whoever needs any of it first fetches all. */
export { openDraft } from '../services/drafts';
export { openShelf } from '../services/shelf';
export { provideDelivery, takeTurn } from './delivery';
export { provideReportQueue } from './reportQueue';
export { provideTools } from './tools';
