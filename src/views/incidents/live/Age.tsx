import { useSelector } from '@xstate/react';
import type { RealtimeSnapshot } from '../../../machines/chat/realtime.machine';
import { selectIsCutOff } from '../../../machines/chat/realtime.select';
import { selectStaleness } from '../../../machines/feed.select';
import type { LiveRef } from '../../../machines/incidents/live.machine';
import { selectFeed, selectUpdatedAt } from '../../../machines/incidents/live.select';
import { selectRealtime } from '../../../machines/session/messaging.select';
import { liveFailureText } from '../../../rules/liveTexts';
import { relativeTime } from '../../../rules/relativeTime';
import { useMember } from '../../app';
import { Banner } from '../../parts/Banner';
import { Button } from '../../parts/Button';
import styles from './Live.module.css';
import { useNow } from './useNow';

const isCut = (snapshot?: RealtimeSnapshot) => snapshot !== undefined && selectIsCutOff(snapshot);

/** How old the list on the screen is, while it does not follow what happens; and why, where that is known. */
export function Age({ live }: { live: LiveRef }) {
  const updatedAt = useSelector(live, selectUpdatedAt);
  const feed = useSelector(live, selectFeed);
  const failure = useSelector(feed, selectStaleness);
  const isCutOff = useSelector(useSelector(useMember().messaging, selectRealtime), isCut);
  const now = useNow();
  if (updatedAt === null || (failure === null && !isCutOff)) return null;
  return (
    <Banner tone={failure === null ? 'warn' : 'danger'}>
      <div className={styles.age}>
        <span>
          {failure !== null && `${liveFailureText(failure)} `}Last updated: {relativeTime(updatedAt, now)}.
        </span>
        {failure !== null && (
          <Button variant="quiet" onClick={() => feed?.send({ type: 'feed.retry' })}>
            Try again
          </Button>
        )}
      </div>
    </Banner>
  );
}
