import type { ChatListSnapshot } from './chatList.machine';

export const selectEntries = (snapshot: ChatListSnapshot) => snapshot.context.entries;
export const selectIsEmpty = (snapshot: ChatListSnapshot) => snapshot.matches({ following: 'empty' });
export const selectIsPopulated = (snapshot: ChatListSnapshot) => snapshot.matches({ following: 'populated' });
/** The member may not see any chats and is being logged out. */
export const selectIsForbidden = (snapshot: ChatListSnapshot) =>
  snapshot.matches('forbidden') || snapshot.matches('loggedOut');
/** Says whether the list is loading or failed; undefined while the member is being logged out. */
export const selectFeed = (snapshot: ChatListSnapshot) => snapshot.children.feed;
