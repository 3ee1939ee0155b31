import type { Notification } from '../../contract/notifications';
import type { NotificationChange, NotificationFilter } from '../../rules/notifications';
import { call, stream } from '../ports';

/** Which part of the notifications: those before one, by its id. */
export interface OlderRequest {
  readonly filter: NotificationFilter;
  readonly before: string;
}

/** The next page of notifications, the newest first. Rejects with a CallFailure. */
export const fetchOlder = call<readonly Notification[], OlderRequest>('fetchOlder');

/** How many notifications the member has, read and unread. Rejects with a CallFailure. */
export const countAll = call<number>('countAll');

/**
 * Tells the server of changes (S2 §7), one after the other, so that two quick presses cannot reach it in the wrong order, and also when
 * the screen is left meanwhile. Says `change.made` or `change.failed` for each, in their order.
 */
export const changes = stream<{ type: 'change.make'; change: NotificationChange }>('changes');
