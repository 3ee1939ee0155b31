import { useSelector } from '@xstate/react';
import { Trophy } from 'lucide-react';
import type { Standing } from '../../contract/standings';
import { selectIsLoading, selectUnreadable } from '../../machines/feed.machine';
import {
  type leaderboardMachine,
  selectFeed,
  selectIsEmpty,
  selectOpened,
  selectPlaces,
} from '../../machines/people/leaderboard.machine';
import { selectMe } from '../../machines/session/session.select';
import { leaderboardFailureText } from '../../rules/failureTexts';
import { ownPlaceText } from '../../rules/people/standings';
import { type ScreenProps, useApp, useScreen } from '../app';
import { Avatar } from '../parts/Avatar';
import { FeedProblem } from '../parts/FeedProblem';
import { Page } from '../parts/page/Page';
import { EmptyState, LoadingState, Unreadable } from '../parts/page/States';
import styles from './Leaderboard.module.css';
import { LeaderboardPodium } from './LeaderboardPodium';
import { StandingModal } from './StandingModal';

/** The leaderboard (S1 §2, /leaderboard). */
export function LeaderboardScreen({ machine }: ScreenProps<typeof leaderboardMachine>) {
  const me = useSelector(useApp().session, selectMe);
  const userId = me?.id ?? '';
  const leaderboard = useScreen(machine, { userId });
  const isEmpty = useSelector(leaderboard, selectIsEmpty);
  const places = useSelector(leaderboard, selectPlaces);
  const feed = useSelector(leaderboard, selectFeed);
  const isLoading = useSelector(feed, selectIsLoading);
  const unreadable = useSelector(feed, selectUnreadable);
  const opened = useSelector(leaderboard, selectOpened);
  const open = (standing: Standing) => leaderboard.send({ type: 'standing.open', standing });
  return (
    <Page title="Leaderboard" actor={leaderboard} lead={places && ownPlaceText(places, userId)} narrow>
      {isLoading && <LoadingState label="Loading the leaderboard…" />}
      <FeedProblem feed={feed} textOf={leaderboardFailureText} />
      <Unreadable count={unreadable} of={['member', 'members']} />
      {isEmpty && unreadable === 0 && (
        <EmptyState title="Nobody Here Yet" icon={<Trophy size={32} aria-hidden />}>
          Members appear here once they have points.
        </EmptyState>
      )}
      {places?.podium && <LeaderboardPodium podium={places.podium} userId={userId} onOpen={open} />}
      {places && places.rest.length > 0 && (
        <ul className={styles.list} aria-label="Ranking">
          {places.rest.map((standing) => (
            <li key={standing.id}>
              <button type="button" className={styles.entry} aria-haspopup="dialog" onClick={() => open(standing)}>
                <span className={styles.rank}>
                  <span className="visually-hidden">Rank </span>
                  {standing.rank}
                </span>
                <Avatar userId={standing.id} name={standing.firstName} />
                <span className={styles.name}>
                  <bdi>{standing.firstName}</bdi>
                  {standing.id === userId && ' (you)'}
                </span>
                <span className={styles.points}>
                  {standing.points} <span className={styles.unit}>points</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {opened && <StandingModal standing={opened} onClose={() => leaderboard.send({ type: 'modal.close' })} />}
    </Page>
  );
}
