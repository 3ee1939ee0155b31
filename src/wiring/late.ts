/** What follows once a chat is usable. */
export { provideReportQueue } from './reportQueue';
