import type { Notification } from '../../contract/notifications';
import type { NotificationChange, NotificationFilter } from '../../rules/notifications/notifications';
import { call, stream } from '../ports';

/** A request for notifications before the one with this id. */
interface OlderRequest {
  readonly filter: NotificationFilter;
  readonly before: string;
}

/** The next page of notifications, the newest first. Rejects with a CallFailure. */
export const fetchOlder = call<readonly Notification[], OlderRequest>('fetchOlder');

/** The number of the member's notifications, read and unread. Rejects with a CallFailure. */
export const countAll = call<number>('countAll');

export type ChangesCommand = { type: 'change.make'; change: NotificationChange };
/**
 * Sends changes to the server (S2 §7), one after the other, so that two quick presses cannot arrive in the wrong order. It
 * continues after the screen is left. Sends `change.made` or `change.failed` for each, in order.
 */
export const changes = stream<ChangesCommand>('changes');
