import type { Notification } from '../contract/notifications';
import { seesApprovals, seesInventory } from './roles';

/** S2 §2, /notifications. */
export type NotificationFilter = 'all' | 'unread';

/** The filter that an address asks for. */
export const readNotificationFilter = (value: unknown): NotificationFilter => (value === 'unread' ? 'unread' : 'all');

/** What a member has done to notifications: it is shown at once, and the server is told. */
export interface NotificationChange {
  readonly kind: 'read' | 'readAll' | 'delete' | 'deleteAll';
  /** Those that it concerned on the screen. */
  readonly ids: readonly string[];
}

/**
 * The notifications after changes. A notification that was read never becomes unread, and one that was deleted never comes back, so
 * a change also holds for a list that was fetched before it.
 */
export function afterChanges(
  listed: readonly Notification[],
  changes: readonly NotificationChange[],
): readonly Notification[] {
  if (changes.length === 0) return listed;
  const idsOf = (...kinds: NotificationChange['kind'][]) =>
    new Set(changes.flatMap(({ kind, ids }) => (kinds.includes(kind) ? ids : [])));
  const [read, gone] = [idsOf('read', 'readAll'), idsOf('delete', 'deleteAll')];
  return listed
    .filter(({ id }) => !gone.has(id))
    .map((one) => (!one.isRead && read.has(one.id) ? { ...one, isRead: true } : one));
}

/** What a filter leaves. */
export const withFilter = (listed: readonly Notification[], filter: NotificationFilter) =>
  filter === 'all' ? listed : listed.filter(({ isRead }) => !isRead);

/** The newest first, as other servers may not send them. One without a readable time is last. */
export const newestFirst = (listed: readonly Notification[]) =>
  [...listed].sort((a, b) => (Date.parse(b.createdAt) || 0) - (Date.parse(a.createdAt) || 0));

/**
 * A list after its newest page was fetched again. Older pages stay where the page fits onto them: it has new ones on top and is the
 * same below. Else something in them may have changed, too, and they are fetched again when they are scrolled to.
 * @param isWhole whether the page holds all that there are
 * @returns the list, and whether older pages stayed
 */
export function withNewestPage(
  known: readonly Notification[],
  page: readonly Notification[],
  isWhole: boolean,
): { listed: readonly Notification[]; hasOlder: boolean } {
  const seam = isWhole ? -1 : page.findIndex(({ id }) => id === known[0]?.id);
  const below = page.slice(seam);
  const fits = seam >= 0 && below.every(({ id, isRead }, at) => known[at]?.id === id && known[at]?.isRead === isRead);
  const older = fits ? known.slice(below.length) : [];
  return { listed: [...page, ...older], hasOlder: older.length > 0 };
}

/** A screen that something leads to, as the router names it. */
export type Way =
  | { readonly to: '/incident/$incidentId'; readonly params: { readonly incidentId: string } }
  | { readonly to: '/chat/$chatId'; readonly params: { readonly chatId: string } }
  | { readonly to: '/profile/first-aid-kit/$userId'; readonly params: { readonly userId: string } }
  | { readonly to: '/approvals' | '/gchat' | '/inventory' | '/leaderboard' | '/notifications' };

/** Who follows a way. */
export interface Follower {
  readonly id: string;
  /** With or without the ROLE_ prefix. */
  readonly roles: readonly string[];
}

/**
 * Where a notification leads (S2 §4): an INCIDENT to its incident, APPROVAL to the approvals for those who see them, INVENTORY to the
 * inventory for those who keep it and to the own kit for others, REWARDS to the leaderboard. Null: nowhere.
 */
export function wayOf(
  { type, relatedEntityId }: Pick<Notification, 'type' | 'relatedEntityId'>,
  me: Follower,
): Way | null {
  switch (type) {
    case 'INCIDENT':
      return relatedEntityId === null ? null : { to: '/incident/$incidentId', params: { incidentId: relatedEntityId } };
    case 'APPROVAL':
      return seesApprovals(me.roles) ? { to: '/approvals' } : null;
    case 'INVENTORY':
      return seesInventory(me.roles)
        ? { to: '/inventory' }
        : { to: '/profile/first-aid-kit/$userId', params: { userId: me.id } };
    case 'REWARDS':
      return { to: '/leaderboard' };
    default:
      return null;
  }
}
