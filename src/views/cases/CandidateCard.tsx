import { useSelector } from '@xstate/react';
import {
  BriefcaseMedical,
  Car,
  Check,
  CircleMinus,
  HandHeart,
  History,
  House,
  MapPin,
  Navigation,
  Siren,
} from 'lucide-react';
import { memo } from 'react';
import type { Candidate } from '../../contract/teams';
import type { AssignmentRef } from '../../machines/cases/assignment.machine';
import { selectExplains, selectIsSelected, selectMover } from '../../machines/cases/assignment.select';
import { type CandidateTrait, isDoubt, traitsOf } from '../../rules/cases/candidates';
import { movementSince } from '../../rules/cases/movement';
import { awayText, suggestionText } from '../../rules/cases/suggestion';
import { Avatar } from '../parts/Avatar';
import { classes } from '../parts/classes';
import { useServerNow } from '../parts/useNow';
import styles from './Assignment.module.css';

const icons: Readonly<Record<CandidateTrait, typeof Car>> = {
  isUnavailable: CircleMinus,
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
  /** Whether another volunteer has the same full name, so that the card shows the phone number, too (DECISIONS 348). */
  hasNamesake: boolean;
}

/**
 * The card of a volunteer (S2 §2), with the last name, because several may share a first name (DECISIONS 276). A press adds the
 * volunteer to the team or removes them. The choice is kept in the address, so each press renders the screen again, but not the other
 * cards: there may be hundreds.
 */
export const CandidateCard = memo(function CandidateCard({ assignment, candidate, hasNamesake }: CandidateCardProps) {
  const { userId, firstName, lastName, phoneNumber, experienceLevel } = candidate;
  const isSelected = useSelector(assignment, selectIsSelected(userId));
  const mover = useSelector(assignment, selectMover(userId));
  const now = useServerNow();
  const explains = useSelector(assignment, selectExplains);
  // The text of a suggestion names all traits except shelter. What speaks against somebody is shown again: it must not be overlooked.
  const traits = traitsOf(candidate).filter(([trait]) => !explains || trait === 'canProvideShelter' || isDoubt(trait));
  return (
    <button
      type="button"
      className={styles.card}
      aria-pressed={isSelected}
      data-id={userId}
      onClick={() => assignment.send({ type: 'candidate.toggle', userId })}
    >
      <Avatar userId={userId} name={firstName} size={48} />
      <span className={styles.words}>
        <span className={styles.name}>
          <bdi>{firstName}</bdi> {lastName && <bdi className={styles.lastName}>{lastName}</bdi>}
          {hasNamesake && phoneNumber && <span className={styles.phone}> {phoneNumber}</span>}
        </span>
        {explains ? (
          <span className={styles.about}>{suggestionText(candidate)}</span>
        ) : (
          <span className={styles.about}>
            {experienceLevel}
            <span>{awayText(candidate)}</span>
          </span>
        )}
        {mover && (
          <span className={styles.moving} data-movement={mover.movement}>
            {mover.movement === 'ARRIVED' ? <MapPin size={16} aria-hidden /> : <Navigation size={16} aria-hidden />}
            {movementSince(mover, now)}
          </span>
        )}
        <span className={styles.traits}>
          {traits.map(([trait, words]) => {
            const Icon = icons[trait];
            return (
              <span
                key={trait}
                data-trait={trait}
                className={classes(isDoubt(trait) && styles.doubt)}
                // A screen reader has read it in the text of the suggestion.
                aria-hidden={(explains && isDoubt(trait)) || undefined}
              >
                <Icon size={16} aria-hidden /> {words}
              </span>
            );
          })}
        </span>
      </span>
      <span className={styles.tick} aria-hidden>
        {isSelected && <Check size={18} aria-hidden />}
      </span>
    </button>
  );
});
