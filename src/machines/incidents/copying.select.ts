import type { CopyingSnapshot } from './copying.machine';

/** What has just been copied, for 2 s; or null. */
export const selectCopied = (snapshot: CopyingSnapshot) => (snapshot.matches('copied') ? snapshot.context.what : null);
/** Whether the team for the details is on its way. */
export const selectIsFetching = (snapshot: CopyingSnapshot) => snapshot.matches('fetching');
