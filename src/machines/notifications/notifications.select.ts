import { withFilter } from '../../rules/notifications';
import { knownOf, type NotificationsSnapshot } from './notifications.machine';

/** What the filter leaves of the notifications, the newest first. A fresh list each time. */
export const selectShown = ({ context }: NotificationsSnapshot) => withFilter(knownOf(context), context.filter);
/** Whether there is something to mark as read. */
export const selectHasUnread = ({ context }: NotificationsSnapshot) =>
  withFilter(knownOf(context), 'unread').length > 0;
/** Whether there may be something to delete: the Unread filter does not know of those that were read. */
export const selectMayHaveSome = ({ context }: NotificationsSnapshot) =>
  context.filter === 'unread' || knownOf(context).length > 0;
/** Says whether the newest are loading, could not be fetched, or may be out of date. */
export const selectFeed = (snapshot: NotificationsSnapshot) => snapshot.children.feed;
/** The time that their ages follow. */
export const selectAges = (snapshot: NotificationsSnapshot) => snapshot.children.ages;
export const selectHasOlder = ({ context }: NotificationsSnapshot) => context.hasOlder;
export const selectIsFetchingOlder = (snapshot: NotificationsSnapshot) => snapshot.matches('fetchingOlder');
/** The older ones could not be fetched. */
export const selectIsWithoutOlder = (snapshot: NotificationsSnapshot) => snapshot.matches('withoutOlder');
/** The question before all are deleted. */
export const selectDeletingAll = (snapshot: NotificationsSnapshot) => snapshot.children.deletingAll;
