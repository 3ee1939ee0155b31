import { Link, useSearch } from '@tanstack/react-router';
import { shallowEqual, useSelector } from '@xstate/react';
import { BellOff, CheckCheck, Trash2 } from 'lucide-react';
import { useEffect } from 'react';
import { NOTIFICATION_PAGE } from '../../contract/notifications';
import { selectFailure, selectIsLoading, selectStaleness, selectUnreadable } from '../../machines/feed.machine';
import type { notificationsMachine } from '../../machines/notifications/notifications.machine';
import {
  selectDeletingAll,
  selectFeed,
  selectHasOlder,
  selectMayHaveSome,
  selectMayHaveUnread,
  selectPush,
  selectShown,
} from '../../machines/notifications/notifications.select';
import type { NoticesRef } from '../../machines/session/notices.machine';
import { selectMe, selectNoticesActor, selectRoles } from '../../machines/session/session.select';
import { readNotificationFilter } from '../../rules/notifications/notifications';
import { NOTHING_TO_DELETE, notificationFailures } from '../../rules/notifications/notificationTexts';
import { type ScreenProps, useApp, useScreen } from '../app';
import { Banner } from '../parts/Banner';
import { NetworkButton } from '../parts/buttons/NetworkButton';
import { useAnnounced } from '../parts/LiveRegion';
import { Page } from '../parts/page/Page';
import { Skeleton } from '../parts/page/Skeleton';
import { EmptyState, ErrorState, Unreadable } from '../parts/page/States';
import { PushOffer } from '../people/PushOffer';
import { DeleteAllDialog } from './DeleteAllDialog';
import { NotificationList } from './NotificationList';
import styles from './Notifications.module.css';

/** The search parameters of /notifications. Not validated yet, because anybody can write an address. */
export interface NotificationsSearch {
  /** 'unread'; absent for all. */
  filter?: unknown;
}

const UNKNOWN = 'Your notifications are not loaded yet.';

const empty = {
  all: ['No notifications', 'You are told here about incidents, approvals and supplies that concern you.'],
  unread: ['No unread notifications', 'You have read everything.'],
} as const;

/** The member's notifications (S2 §2, /notifications). The filter is in the address. */
export function NotificationsScreen({ machine }: ScreenProps<typeof notificationsMachine>) {
  const { session, world, can } = useApp();
  const search: NotificationsSearch = useSearch({ strict: false });
  const filter = readNotificationFilter(search.filter);
  const userId = useSelector(session, selectMe)?.id ?? '';
  const roles = useSelector(session, selectRoles);
  // The notices actor runs as long as the session.
  const notices = useSelector(session, selectNoticesActor) as NoticesRef;
  const pageSize = can('notificationPaging') ? NOTIFICATION_PAGE : null;
  // The ages are told by the server's clock, because that of a phone may be hours off (DECISIONS 370).
  const clock = { now: world.serverNow };
  const notifications = useScreen(machine, { userId, filter, world: clock, notices, pageSize });
  useAnnounced(notifications);
  const shown = useSelector(notifications, selectShown, shallowEqual);
  const mayHaveUnread = useSelector(notifications, selectMayHaveUnread);
  const hasOlder = useSelector(notifications, selectHasOlder);
  const mayHaveSome = useSelector(notifications, selectMayHaveSome);
  const push = useSelector(notifications, selectPush);
  const deletingAll = useSelector(notifications, selectDeletingAll);
  const feed = useSelector(notifications, selectFeed);
  const isLoading = useSelector(feed, selectIsLoading);
  const failure = useSelector(feed, selectFailure);
  const staleness = useSelector(feed, selectStaleness);
  const unreadable = useSelector(feed, selectUnreadable);
  const problem = failure ?? staleness;
  const isEmpty = shown.length === 0;
  const isKnown = !isLoading && problem === null;
  const retry = () => feed?.send({ type: 'feed.retry' });
  const [title, words] = empty[filter];

  useEffect(() => notifications.send({ type: 'filter.choose', filter }), [notifications, filter]);

  return (
    <Page
      title="Notifications"
      actor={notifications}
      narrow
      actions={
        <>
          <NetworkButton
            disabled={!mayHaveUnread}
            reason={isKnown ? 'There is nothing unread.' : UNKNOWN}
            onClick={() => notifications.send({ type: 'all.read' })}
          >
            <CheckCheck size={18} aria-hidden /> Mark all read
          </NetworkButton>
          <NetworkButton
            disabled={!mayHaveSome}
            reason={isKnown ? NOTHING_TO_DELETE : UNKNOWN}
            onClick={() => notifications.send({ type: 'all.delete' })}
          >
            <Trash2 size={18} aria-hidden /> Delete All
          </NetworkButton>
        </>
      }
    >
      {push && <PushOffer push={push} />}
      <nav className={styles.filters} aria-label="Filter">
        <Link to="/notifications" search={{}} replace activeOptions={{ exact: true }} className={styles.filter}>
          All
        </Link>
        <Link to="/notifications" search={{ filter: 'unread' }} replace className={styles.filter}>
          Unread
        </Link>
      </nav>
      {isLoading && isEmpty && <Skeleton label="Loading notifications…" grid={styles.skeleton} height="5.25rem" />}
      {problem !== null &&
        (isEmpty ? (
          <ErrorState message={notificationFailures.fetch} onRetry={retry} />
        ) : (
          <Banner tone="danger" onRetry={retry}>
            {notificationFailures.fetch}
          </Banner>
        ))}
      <Unreadable count={unreadable} of={['notification', 'notifications']} />
      {isEmpty && !isLoading && !hasOlder && problem === null && unreadable === 0 && (
        <EmptyState title={title} icon={<BellOff size={32} aria-hidden />}>
          {words}
        </EmptyState>
      )}
      {(!isEmpty || hasOlder) && (
        <NotificationList notifications={notifications} shown={shown} me={{ id: userId, roles }} />
      )}
      {deletingAll && <DeleteAllDialog deleting={deletingAll} />}
    </Page>
  );
}
