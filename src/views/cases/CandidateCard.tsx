import { useSelector } from '@xstate/react';
import { BriefcaseMedical, Car, Check, HandHeart, History, House, Siren } from 'lucide-react';
import type { Candidate } from '../../contract/teams';
import type { AssignmentRef } from '../../machines/cases/assignment.machine';
import { selectExplains, selectIsSelected } from '../../machines/cases/assignment.select';
import { type CandidateTrait, traitsOf } from '../../rules/candidates';
import { kilometresText } from '../../rules/incidents';
import { suggestionText } from '../../rules/suggestion';
import { Avatar } from '../parts/Avatar';
import styles from './Assignment.module.css';

const icons: Readonly<Record<CandidateTrait, typeof Car>> = {
  hasPreviouslyWorkedOnIncident: History,
  isEngagedInActiveCase: Siren,
  hasShownInterest: HandHeart,
  hasVehicle: Car,
  hasMedicineBox: BriefcaseMedical,
  canProvideShelter: House,
};

interface CandidateCardProps {
  assignment: AssignmentRef;
  candidate: Candidate;
}

/** The card of a volunteer (S2 §2): pressing it adds them to the team, or removes them. */
export function CandidateCard({ assignment, candidate }: CandidateCardProps) {
  const { userId, firstName, experienceLevel, distanceFromIncident } = candidate;
  const isSelected = useSelector(assignment, selectIsSelected(userId));
  const explains = useSelector(assignment, selectExplains);
  return (
    <button
      type="button"
      className={styles.card}
      aria-pressed={isSelected}
      onClick={() => assignment.send({ type: 'candidate.toggle', userId })}
    >
      <Avatar userId={userId} name={firstName} size={48} />
      <span className={styles.words}>
        <span className={styles.name} dir="auto">
          {firstName}
        </span>
        <span className={styles.about}>
          {experienceLevel}
          {distanceFromIncident !== null && <span>{kilometresText(distanceFromIncident)}</span>}
        </span>
        <span className={styles.traits}>
          {traitsOf(candidate).map(([trait, words]) => {
            const Icon = icons[trait];
            return (
              <span key={trait} role="img" aria-label={words} title={words} data-trait={trait}>
                <Icon size={18} aria-hidden />
              </span>
            );
          })}
        </span>
        {explains && <span className={styles.reasons}>{suggestionText(candidate)}</span>}
      </span>
      <span className={styles.tick} aria-hidden>
        <Check size={18} aria-hidden />
      </span>
    </button>
  );
}
