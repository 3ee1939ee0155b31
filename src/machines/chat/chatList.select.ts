import type { ChatListSnapshot } from './chatList.machine';

export const selectEntries = (snapshot: ChatListSnapshot) => snapshot.context.entries;
export const selectIsLoading = (snapshot: ChatListSnapshot) => snapshot.hasTag('loading');
export const selectIsEmpty = (snapshot: ChatListSnapshot) => snapshot.hasTag('empty');
export const selectFailure = (snapshot: ChatListSnapshot) =>
  snapshot.hasTag('failed') ? snapshot.context.failure : null;
/** Whether trying again makes sense: not when the member is being logged out. */
export const selectCanRetry = (snapshot: ChatListSnapshot) => snapshot.can({ type: 'list.retry' });
