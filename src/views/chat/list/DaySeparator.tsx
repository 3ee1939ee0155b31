import { useSelector } from '@xstate/react';
import { selectToday } from '../../../machines/session/clock.machine';
import { dayLabel } from '../../../rules/messages';
import { useChat } from '../chat';
import styles from './DaySeparator.module.css';

/** 'Today', 'Yesterday', or month and day (S1 §2). It changes at local midnight (DECISIONS 42). */
export function DaySeparator({ time }: { time: string }) {
  const today = useSelector(useChat().clock, selectToday);
  return (
    <div className={styles.day}>
      <time dateTime={time}>{dayLabel(time, today)}</time>
    </div>
  );
}
