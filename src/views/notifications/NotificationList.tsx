import { useSelector } from '@xstate/react';
import { type RefObject, useEffect, useRef } from 'react';
import type { Notification } from '../../contract/notifications';
import { selectStaleness, selectUnreadable } from '../../machines/feed.machine';
import { selectNow } from '../../machines/notifications/ages.machine';
import type { NotificationsRef } from '../../machines/notifications/notifications.machine';
import {
  selectAges,
  selectFeed,
  selectHasOlder,
  selectIsFetchingOlder,
  selectLeavesWhenRead,
  selectOlderFailed,
  selectPush,
} from '../../machines/notifications/notifications.select';
import type { Follower } from '../../rules/notifications/notifications';
import { useApp } from '../app';
import { Banner } from '../parts/Banner';
import { usePressGuard } from '../parts/buttons/usePressGuard';
import { useGrid, VirtualRows } from '../parts/lists/VirtualRows';
import { Spinner } from '../parts/Spinner';
import { useIsPushOffered } from '../people/PushOffer';
import { NotificationCard } from './NotificationCard';
import styles from './Notifications.module.css';

/** The estimated height of a card with its gap, in px, until virtua has measured one. */
const USUAL_HEIGHT = 92;

interface NotificationListProps {
  notifications: NotificationsRef;
  shown: readonly Notification[];
  me: Follower;
}

/** The notifications, newest first. Only the cards near the viewport are in the document (virtua), because the list can get very long. */
export function NotificationList({ notifications, shown, me }: NotificationListProps) {
  const { world } = useApp();
  const now = useSelector(useSelector(notifications, selectAges), (ages) =>
    ages ? selectNow(ages) : world.serverNow(),
  );
  const hasOlder = useSelector(notifications, selectHasOlder);
  const isFetching = useSelector(notifications, selectIsFetchingOlder);
  const leavesWhenRead = useSelector(notifications, selectLeavesWhenRead);
  const list = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const grid = useGrid(list);
  const isPushOffered = useIsPushOffered(useSelector(notifications, selectPush));
  const feed = useSelector(notifications, selectFeed);
  const isStale = useSelector(feed, selectStaleness) !== null;
  const unreadable = useSelector(feed, selectUnreadable);
  const above = [isPushOffered && 'offer', isStale && 'banner', unreadable > 0 && 'unreadable'];
  usePressGuard(list, [...above, ...shown.map(({ id }) => id)]);
  // News may end the fetching of older ones without making the list longer.
  const step = `${grid === null ? 'unmeasured' : shown.length} ${isFetching}`;
  useEndReached(end, step, () => notifications.send({ type: 'older.want' }));
  return (
    <div>
      <div ref={list} role="feed" aria-label="Notifications">
        {grid && (
          <VirtualRows name="notifications" grid={grid} usualHeight={USUAL_HEIGHT}>
            {shown.map((notification, place) => (
              <article
                key={notification.id}
                className={styles.row}
                aria-posinset={place + 1}
                aria-setsize={hasOlder ? -1 : shown.length}
              >
                <NotificationCard
                  notification={notification}
                  me={me}
                  now={now}
                  leavesWhenRead={leavesWhenRead}
                  onOpen={() => notifications.send({ type: 'notification.open', id: notification.id })}
                  onDelete={() => notifications.send({ type: 'notification.delete', id: notification.id })}
                />
              </article>
            ))}
          </VirtualRows>
        )}
      </div>
      <div ref={end}>
        <OlderNotifications notifications={notifications} />
      </div>
    </div>
  );
}

/** The end of the list: older notifications are loading or could not be loaded. */
function OlderNotifications({ notifications }: { notifications: NotificationsRef }) {
  const isFetching = useSelector(notifications, selectIsFetchingOlder);
  const hasFailed = useSelector(notifications, selectOlderFailed);
  if (hasFailed)
    return (
      <Banner tone="danger" onRetry={() => notifications.send({ type: 'older.retry' })}>
        Older notifications could not be loaded.
      </Banner>
    );
  return (
    isFetching && (
      <div className={styles.older}>
        <Spinner label="Loading older notifications" />
      </div>
    )
  );
}

/**
 * Calls `reached` when an element at the end of a list is within 600 px of the viewport, and again after each change of `step` while it
 * still is.
 */
function useEndReached(end: RefObject<HTMLElement | null>, step: string, reached: () => void): void {
  const latest = useRef(reached);
  useEffect(() => {
    latest.current = reached;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new observer reports at once whether the end is in view.
  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current();
      },
      { rootMargin: '600px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [end, step]);
}
