import { useSelector } from '@xstate/react';
import type { LiveRef } from '../../../machines/incidents/live.machine';
import { selectAgedSince, selectRefreshFailure } from '../../../machines/incidents/live.select';
import { relativeTime } from '../../../rules/relativeTime';
import { Banner } from '../../parts/Banner';
import { Button } from '../../parts/Button';
import styles from './Live.module.css';
import { useNow } from './useNow';

/** How old the list on the screen is, while it does not follow what happens; and why, where that is known. */
export function Age({ live }: { live: LiveRef }) {
  const since = useSelector(live, selectAgedSince);
  const failure = useSelector(live, selectRefreshFailure);
  const now = useNow();
  if (since === null) return null;
  return (
    <Banner tone={failure === null ? 'warn' : 'danger'}>
      <div className={styles.age}>
        <span>
          {failure} Last updated: {relativeTime(since, now)}.
        </span>
        {failure !== null && (
          <Button variant="quiet" onClick={() => live.send({ type: 'list.retry' })}>
            Try again
          </Button>
        )}
      </div>
    </Banner>
  );
}
