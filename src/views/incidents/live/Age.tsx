import { useSelector } from '@xstate/react';
import type { RealtimeSnapshot } from '../../../machines/chat/realtime.machine';
import { selectIsCutOff } from '../../../machines/chat/realtime.select';
import { selectStaleness } from '../../../machines/feed.machine';
import type { LiveRef } from '../../../machines/incidents/live.machine';
import { selectFeed, selectUpdatedAt } from '../../../machines/incidents/live.select';
import { selectRealtime } from '../../../machines/session/messaging.machine';
import { liveFailureText } from '../../../rules/failureTexts';
import { relativeTime } from '../../../rules/relativeTime';
import { useMember } from '../../app';
import { Banner } from '../../parts/Banner';
import { useNow } from '../../parts/useNow';

const isCut = (snapshot?: RealtimeSnapshot) => snapshot !== undefined && selectIsCutOff(snapshot);

/** The age of the list while it is not up to date, and the reason if it is known. */
export function Age({ live }: { live: LiveRef }) {
  const updatedAt = useSelector(live, selectUpdatedAt);
  const feed = useSelector(live, selectFeed);
  const failure = useSelector(feed, selectStaleness);
  const isCutOff = useSelector(useSelector(useMember().messaging, selectRealtime), isCut);
  const now = useNow();
  if (updatedAt === null || (failure === null && !isCutOff)) return null;
  return (
    <Banner
      tone={failure === null ? 'warn' : 'danger'}
      onRetry={failure === null ? undefined : () => feed?.send({ type: 'feed.retry' })}
    >
      {failure !== null && `${liveFailureText(failure)} `}Last updated: {relativeTime(updatedAt, now)}.
    </Banner>
  );
}
