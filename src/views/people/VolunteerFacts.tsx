import { useSelector } from '@xstate/react';
import type { Volunteer } from '../../contract/volunteers';
import { selectCopying, type VolunteerRef } from '../../machines/people/volunteer.machine';
import { copyFailures } from '../../rules/incidents/incidentTexts';
import { fullNameOf } from '../../rules/names';
import { membershipText } from '../../rules/people/memberSince';
import { yesOrNo } from '../../rules/people/peopleTexts';
import { roleTitle } from '../../rules/people/volunteers';
import { titleCase } from '../../rules/wording';
import { Avatar } from '../parts/Avatar';
import { Badge } from '../parts/Badge';
import { CopyButton } from '../parts/buttons/CopyButton';
import { useNow } from '../parts/useNow';
import { Fact, Facts } from './Facts';
import styles from './Volunteer.module.css';

interface VolunteerFactsProps {
  page: VolunteerRef;
  volunteer: Volunteer;
}

/** The facts about a volunteer (S2 §2). */
export function VolunteerFacts({ page, volunteer }: VolunteerFactsProps) {
  const now = useNow();
  const copying = useSelector(page, selectCopying);
  const { id, phoneNumber, joinedSince, position, experienceLevel, roles } = volunteer;
  const { hasVehicle, vehicleType, canProvideShelter, hasMedicineBox } = volunteer;
  return (
    <section className={styles.card} aria-label="Details">
      <div className={styles.head}>
        <Avatar userId={id} name={fullNameOf(volunteer)} size={72} />
        <div className={styles.who}>
          {position && <p className={styles.position}>{titleCase(position)}</p>}
          <ul className={styles.roles} aria-label="Roles">
            {roles.length === 0 && <li>Member</li>}
            {roles.map((role) => (
              <li key={role}>
                <Badge tone="info">{roleTitle(role)}</Badge>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <Facts>
        <Fact name="Member Since">{membershipText(joinedSince, now) ?? 'Not known'}</Fact>
        <Fact name="Phone">
          {phoneNumber ? (
            <span className={styles.phone}>
              <a href={`tel:${phoneNumber}`}>{phoneNumber}</a>
              {copying && (
                <CopyButton
                  copying={copying}
                  text={phoneNumber}
                  label="Copy phone number"
                  failure={copyFailures.contact}
                />
              )}
            </span>
          ) : (
            'None'
          )}
        </Fact>
        <Fact name="Experience">{experienceLevel || 'Not known'}</Fact>
        <Fact name="Vehicle">{hasVehicle ? vehicleType || 'Yes' : 'No'}</Fact>
        <Fact name="Shelter">{yesOrNo(canProvideShelter)}</Fact>
        <Fact name="First-Aid Kit">{yesOrNo(hasMedicineBox)}</Fact>
      </Facts>
    </section>
  );
}
