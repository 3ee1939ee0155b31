import type { Standing } from '../../contract/standings';
import { kilometresText } from '../../rules/incidents/incidents';
import { Avatar } from '../parts/Avatar';
import { Modal } from '../parts/dialogs/Modal';
import styles from './Leaderboard.module.css';

interface StandingModalProps {
  standing: Standing;
  onClose: () => void;
}

/** The numbers of one member: rank, points, hearts, distance in km with one decimal, and cases (S1 §2). */
export function StandingModal({ standing, onClose }: StandingModalProps) {
  const { id, firstName, rank, points, hearts, distanceTraveled, casesCompleted } = standing;
  const facts: readonly (readonly [string, string | number])[] = [
    ['Rank', rank],
    ['Points', points],
    ['Hearts', hearts],
    ['Distance', kilometresText(distanceTraveled)],
    ['Cases', casesCompleted],
  ];
  return (
    <Modal title={firstName} onClose={onClose}>
      <div className={styles.details}>
        <Avatar userId={id} name={firstName} size={88} />
        <dl className={styles.facts}>
          {facts.map(([label, value]) => (
            <div key={label} className={styles.fact}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Modal>
  );
}
