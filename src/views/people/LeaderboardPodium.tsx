import { Crown } from 'lucide-react';
import type { Standing } from '../../contract/standings';
import type { Places } from '../../rules/people/standings';
import { Avatar } from '../parts/Avatar';
import { classes } from '../parts/classes';
import styles from './Leaderboard.module.css';

interface LeaderboardPodiumProps {
  podium: NonNullable<Places['podium']>;
  /** The id of the member who looks at it. */
  userId: string;
  onOpen: (standing: Standing) => void;
}

const steps = [styles.second, styles.first, styles.third];

/** The top 3 in the order second, first, third, with a crown on the first (S1 §2). */
export function LeaderboardPodium({ podium, userId, onOpen }: LeaderboardPodiumProps) {
  return (
    <ul className={styles.podium} aria-label="Podium">
      {podium.map((standing, index) => {
        const isFirst = index === 1;
        return (
          <li key={standing.id} className={classes(styles.step, steps[index])}>
            <button type="button" className={styles.winner} aria-haspopup="dialog" onClick={() => onOpen(standing)}>
              {isFirst && <Crown className={styles.crown} size={32} role="img" aria-label="Crown" />}
              <Avatar userId={standing.id} name={standing.firstName} size={isFirst ? 72 : 56} />
              <span className={styles.name}>
                <bdi>{standing.firstName}</bdi>
                {standing.id === userId && ' (you)'}
              </span>
              <span className={styles.number}>
                {standing.points} <span className={styles.unit}>points</span>
              </span>
              <span className={styles.block}>
                <span className="visually-hidden">Rank </span>
                {standing.rank}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
