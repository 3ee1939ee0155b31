import { withFilter } from '../../rules/notifications/notifications';
import { knownOf, mayHaveUnread, type NotificationsSnapshot } from './notifications.machine';

/** The notifications that match the filter, newest first. Each call returns a new list. */
export const selectShown = ({ context }: NotificationsSnapshot) => withFilter(knownOf(context), context.filter);
export const selectMayHaveUnread = ({ context }: NotificationsSnapshot) => mayHaveUnread(context);
/** Whether a notification leaves the list when it is read. */
export const selectLeavesWhenRead = ({ context }: NotificationsSnapshot) => context.filter === 'unread';
/** Whether there may be notifications to delete. With the Unread filter read ones are not known, so it is always true. */
export const selectMayHaveSome = ({ context }: NotificationsSnapshot) =>
  context.filter === 'unread' || knownOf(context).length > 0;
/** The feed, which tells whether the list is loading, failed or stale. */
export const selectFeed = (snapshot: NotificationsSnapshot) => snapshot.children.feed;
/** The clock for their ages. */
export const selectAges = (snapshot: NotificationsSnapshot) => snapshot.children.ages;
export const selectHasOlder = ({ context }: NotificationsSnapshot) => context.hasOlder;
export const selectIsFetchingOlder = (snapshot: NotificationsSnapshot) => snapshot.matches('fetchingOlder');
/** Whether the older notifications could not be fetched. */
export const selectOlderFailed = (snapshot: NotificationsSnapshot) => snapshot.matches('withoutOlder');
/** The push messages of this device, which are offered here. */
export const selectPush = (snapshot: NotificationsSnapshot) => snapshot.children.push;
/** The chart of the confirmation before all are deleted. */
export const selectDeletingAll = (snapshot: NotificationsSnapshot) => snapshot.children.deletingAll;
