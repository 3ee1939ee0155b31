import { Link } from '@tanstack/react-router';
import { Bell, Package, Siren, Trash2, Trophy, UserCheck } from 'lucide-react';
import type { Notification } from '../../contract/notifications';
import { datedText } from '../../rules/dayText';
import { type Follower, linkOf } from '../../rules/notifications/notifications';
import { MARKED_AS_READ } from '../../rules/notifications/notificationTexts';
import { notificationAge } from '../../rules/notifications/notificationTimes';
import { StatusTag } from '../incidents/parts/Labels';
import { UnreadDot } from '../parts/Badge';
import { NetworkIconButton } from '../parts/buttons/NetworkButton';
import { classes } from '../parts/classes';
import { useAnnounce } from '../parts/LiveRegion';
import styles from './Notifications.module.css';

const icons: Readonly<Record<string, typeof Bell>> = {
  INCIDENT: Siren,
  INVENTORY: Package,
  APPROVAL: UserCheck,
  REWARDS: Trophy,
};

interface NotificationCardProps {
  notification: Notification;
  me: Follower;
  /** Milliseconds since 1970. */
  now: number;
  leavesWhenRead: boolean;
  onOpen: () => void;
  onDelete: () => void;
}

/** One notification: a link to its subject if it has one, otherwise a button that marks it as read (S2 §4). */
export function NotificationCard({ notification, me, now, leavesWhenRead, onOpen, onDelete }: NotificationCardProps) {
  const say = useAnnounce();
  const { type, message, isRead, createdAt, incidentStatus, triggeringUserName } = notification;
  const link = linkOf(notification, me);
  const Icon = icons[type] ?? Bell;
  const content = (
    <>
      <Icon size={22} aria-hidden />
      <span className={styles.words}>
        <span className={styles.message} dir="auto">
          {datedText(message)}
        </span>
        <span className={styles.facts}>
          {incidentStatus && <StatusTag status={incidentStatus} />}
          {triggeringUserName && <span dir="auto">{triggeringUserName}</span>}
          <time dateTime={createdAt}>{notificationAge(createdAt, now)}</time>
        </span>
      </span>
      {!isRead && <UnreadDot label="Unread" />}
    </>
  );
  return (
    <div className={classes(styles.card, !isRead && styles.unread)}>
      {link ? (
        <Link {...link} className={styles.body} onClick={onOpen} data-item>
          {content}
        </Link>
      ) : (
        <button
          type="button"
          className={styles.body}
          onClick={({ currentTarget }) => {
            if (leavesWhenRead) {
              leaveCardOf(currentTarget);
              say(MARKED_AS_READ);
            }
            onOpen();
          }}
          data-item
        >
          {content}
        </button>
      )}
      <NetworkIconButton
        label={['Delete notification', datedText(message)].filter(Boolean).join(': ')}
        onClick={({ currentTarget }) => {
          leaveCardOf(currentTarget);
          onDelete();
        }}
      >
        <Trash2 size={20} aria-hidden />
      </NetworkIconButton>
    </div>
  );
}

/** Moves the focus to the card after that of the button, or to the one before if it is the last: the card disappears with its button. */
function leaveCardOf(button: Element): void {
  const items = [...document.querySelectorAll<HTMLElement>('[role="feed"] [data-item]')];
  const at = items.findIndex((item) => item.parentElement === button.parentElement);
  (items[at + 1] ?? items[at - 1])?.focus();
}
