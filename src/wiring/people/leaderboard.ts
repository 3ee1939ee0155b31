import { type EventObject, fromPromise } from 'xstate';
import { standingsEndpoints } from '../../contract/endpoints/standings';
import type { Standing } from '../../contract/standings';
import { feedOf } from '../../machines/feed.machine';
import { leaderboardMachine } from '../../machines/people/leaderboard.machine';
import { fromStream } from '../../machines/supervision';
import { type Gateways, leaveBoth, newsFor } from '../gateways';

export { LeaderboardScreen } from '../../views/people/LeaderboardScreen';

/** The leaderboard with its port. Completed and assigned cases bring points, and a former member leaves it. */
export const provideLeaderboard = ({ api, realtime }: Gateways) =>
  leaderboardMachine.provide({
    actors: {
      feed: feedOf<readonly Standing[], { userId: string }>(
        fromPromise(({ signal }) => api.call(standingsEndpoints.leaderboard, { signal })),
        fromStream<EventObject, { userId: string }>(({ input: { userId }, sendBack }) => {
          const news = newsFor(sendBack);
          return leaveBoth(
            realtime.watchIncidents(news),
            realtime.watchMemberNews(userId, ['volunteers.changed', 'member.left'], news),
          );
        }),
      ),
    },
  });
