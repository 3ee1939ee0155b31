import type { Notification } from '../../contract/notifications';
import { seesApprovals, seesInventory } from '../roles';

/** S2 §2, /notifications. */
export type NotificationFilter = 'all' | 'unread';

/** The tag of the push message about a notification. By it the app knows that it has told the member already. */
export const tagOf = (id: string) => `notification-${id}`;

/** The filter that an address names; 'all' if it names none or an unknown one. */
export const readNotificationFilter = (value: unknown): NotificationFilter => (value === 'unread' ? 'unread' : 'all');

/** A change that a member has made to notifications. The app shows it before the server confirms it. */
export interface NotificationChange {
  readonly kind: 'read' | 'readAll' | 'delete' | 'deleteAll';
  /** The ids of the listed notifications that it changes. */
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

/** The notifications that match a filter. */
export const withFilter = (listed: readonly Notification[], filter: NotificationFilter) =>
  filter === 'all' ? listed : listed.filter(({ isRead }) => !isRead);

/** Sorts by time, newest first, because other servers may send another order. Notifications without a readable time come last. */
export const newestFirst = (listed: readonly Notification[]) =>
  [...listed].sort((a, b) => (Date.parse(b.createdAt) || 0) - (Date.parse(a.createdAt) || 0));

/**
 * The list after its newest page was fetched again. The older pages are kept if the new page overlaps them without differences.
 * Otherwise they may have changed, too; they are dropped and fetched again when the member scrolls to them.
 * @param isWhole whether the page holds all notifications
 * @returns the list, and whether older pages were kept
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

/** A link to a screen, as the router names it. */
export type Link =
  | { readonly to: '/incident/$incidentId'; readonly params: { readonly incidentId: string } }
  | { readonly to: '/chat/$chatId'; readonly params: { readonly chatId: string }; readonly search?: ShownMessage }
  | { readonly to: '/profile/first-aid-kit/$userId'; readonly params: { readonly userId: string } }
  | { readonly to: '/gchat'; readonly search?: ShownMessage }
  | { readonly to: '/approvals' | '/inventory' | '/leaderboard' | '/notifications' };

/** The message at which a chat opens (DECISIONS 169). */
interface ShownMessage {
  readonly message: string;
}

/** The member who follows a link. */
export interface Follower {
  readonly id: string;
  /** With or without the ROLE_ prefix. */
  readonly roles: readonly string[];
}

/**
 * The link of a notification (S2 §4). INCIDENT: its incident. APPROVAL: the approvals, for members who see them. INVENTORY: the
 * own kit if it is about the own request or kit (DECISIONS 274); otherwise the inventory for inventory managers, the own kit for
 * others. REWARDS: the leaderboard. Otherwise null.
 */
export function linkOf(
  { type, relatedEntityId, isOwn = false }: Pick<Notification, 'type' | 'relatedEntityId' | 'isOwn'>,
  me: Follower,
): Link | null {
  switch (type) {
    case 'INCIDENT':
      return relatedEntityId === null ? null : { to: '/incident/$incidentId', params: { incidentId: relatedEntityId } };
    case 'APPROVAL':
      return seesApprovals(me.roles) ? { to: '/approvals' } : null;
    case 'INVENTORY':
      return seesInventory(me.roles) && !isOwn
        ? { to: '/inventory' }
        : { to: '/profile/first-aid-kit/$userId', params: { userId: me.id } };
    case 'REWARDS':
      return { to: '/leaderboard' };
    default:
      return null;
  }
}

/** The path of a link, as the router has it in the address. */
export function pathOfLink(link: Link): string {
  const params: Readonly<Record<string, string>> = 'params' in link ? link.params : {};
  return link.to.replace(/\$(\w+)/, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
