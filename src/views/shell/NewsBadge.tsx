import { useSelector } from '@xstate/react';
import { selectBadge, selectHasMention, selectTotal } from '../../machines/notifications/news.select';
import { countText } from '../../rules/wording';
import { useMember } from '../app';
import { classes } from '../parts/classes';
import styles from './NewsBadge.module.css';

/** The number of news behind a link, with an @ if somebody has mentioned the member. */
export function LinkBadge({ to }: { to: string }) {
  const badge = useSelector(useMember().news, selectBadge(to));
  return badge ? <Mark {...badge} className={styles.beside} /> : null;
}

/** The badge of the button that opens the menu: the number of all unread things. Null if there are none. */
export function useMenuBadge(): BadgeProps | null {
  const { news } = useMember();
  const count = useSelector(news, selectTotal);
  const hasMention = useSelector(news, selectHasMention);
  return count > 0 ? { count, hasMention } : null;
}

/** Their number, at the corner of that button. */
export const MenuBadge = (badge: BadgeProps) => <Mark {...badge} className={styles.corner} />;

/** A badge in words. */
export const badgeText = ({ count, hasMention }: BadgeProps) =>
  `${count} new${hasMention ? ', you are mentioned' : ''}`;

interface BadgeProps {
  readonly count: number;
  readonly hasMention: boolean;
}

function Mark({ count, hasMention, className }: BadgeProps & { className: string | undefined }) {
  return (
    <span
      role="img"
      aria-label={badgeText({ count, hasMention })}
      className={classes(styles.mark, className)}
      data-count={`${hasMention ? '@' : ''}${countText(count)}`}
    />
  );
}
