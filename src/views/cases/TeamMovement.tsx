import type { Incident } from '../../contract/incidents';
import { hasEmptyTeam, isNobodyMoving, NOBODY_IN_TEAM, nobodyMovingText, whereText } from '../../rules/cases/movement';
import { useServerNow } from '../parts/useNow';
import styles from './Movement.module.css';

/** Whether each member of the team is on the way to the incident or has arrived, and since when (DECISIONS 154). */
export function TeamMovement({ incident }: { incident: Incident }) {
  const now = useServerNow();
  if (hasEmptyTeam(incident)) return <p className={styles.nobody}>{NOBODY_IN_TEAM}</p>;
  return (
    <>
      {isNobodyMoving(incident) && <p className={styles.nobody}>{nobodyMovingText(incident)}</p>}
      <ul role="list" className={styles.team} aria-label="Team">
        {incident.team?.map((member) => (
          <li key={member.userId} data-movement={member.movement}>
            <bdi>{member.firstName}</bdi>
            <span className={styles.where}>{whereText(incident, member, now)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
