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
    <Banner
      tone={failure === null ? 'warn' : 'danger'}
      onRetry={failure === null ? undefined : () => feed?.send({ type: 'feed.retry' })}
    >
      {failure !== null && `${liveFailureText(failure)} `}Last updated: {relativeTime(updatedAt, now)}.
    </Banner>
  );
}
