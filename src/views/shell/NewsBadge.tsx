import { useSelector } from '@xstate/react';
import { selectBadge, selectHasMention, selectTotal } from '../../machines/notifications/news.select';
import { countText } from '../../rules/newsTexts';
import { useMember } from '../app';
import { classes } from '../parts/classes';
import styles from './NewsBadge.module.css';

/** The number of news behind a link, with an @ if somebody has mentioned the member. */
export function LinkBadge({ to }: { to: string }) {
  const badge = useSelector(useMember().news, selectBadge(to));
  return badge ? <Mark {...badge} className={styles.beside} /> : null;
}

/** The total number of news, on the button that opens the menu. */
export function MenuBadge() {
  const { news } = useMember();
  const count = useSelector(news, selectTotal);
  const hasMention = useSelector(news, selectHasMention);
  return count > 0 ? <Mark count={count} hasMention={hasMention} className={styles.corner} /> : null;
}

interface MarkProps {
  count: number;
  hasMention: boolean;
  className: string | undefined;
}

function Mark({ count, hasMention, className }: MarkProps) {
  return (
    <span
      role="img"
      aria-label={`${count} new${hasMention ? ', you are mentioned' : ''}`}
      className={classes(styles.mark, className)}
      data-count={`${hasMention ? '@' : ''}${countText(count)}`}
    />
  );
}
