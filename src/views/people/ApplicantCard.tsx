import { useSelector } from '@xstate/react';
import type { PendingUser } from '../../contract/administration';
import { type ApprovalsRef, selectFailureOf } from '../../machines/people/approvals.machine';
import { fullNameOf } from '../../rules/names';
import { yesOrNo } from '../../rules/people/peopleTexts';
import { Avatar } from '../parts/Avatar';
import { NetworkButton } from '../parts/buttons/NetworkButton';
import styles from './Approvals.module.css';
import { Fact, Facts } from './Facts';

interface ApplicantCardProps {
  approvals: ApprovalsRef;
  applicant: PendingUser;
}

/** All data of a sign-up, with the buttons that authorize or deny it (S2 §2, §3). */
export function ApplicantCard({ approvals, applicant }: ApplicantCardProps) {
  const { userId, username, experienceLevel, motivation, phoneNumber, address } = applicant;
  const { hasVehicle, vehicleType, canProvideShelter, hasMedicineBox } = applicant;
  const failure = useSelector(approvals, selectFailureOf(userId));
  const name = fullNameOf(applicant);
  return (
    <article className={styles.card} aria-label={name}>
      <header className={styles.head}>
        <Avatar userId={userId} name={name} size={48} />
        <div>
          <h2 dir="auto">{name}</h2>
          {username && <p className={styles.username}>@{username}</p>}
        </div>
      </header>
      <Facts>
        <Fact name="Experience">{experienceLevel || 'Not said'}</Fact>
        <Fact name="Phone">
          {phoneNumber ? (
            <a className={styles.phone} href={`tel:${phoneNumber}`}>
              {phoneNumber}
            </a>
          ) : (
            'Not said'
          )}
        </Fact>
        <Fact name="Vehicle">{hasVehicle ? vehicleType || 'Yes' : 'No'}</Fact>
        <Fact name="Shelter">{yesOrNo(canProvideShelter)}</Fact>
        <Fact name="First-Aid Kit">{yesOrNo(hasMedicineBox)}</Fact>
        <Fact name="Address" wide>
          {address || 'Not said'}
        </Fact>
        <Fact name="Motivation" wide>
          {motivation || 'Not said'}
        </Fact>
      </Facts>
      <p className={styles.failure} role="alert">
        {failure}
      </p>
      <div className={styles.buttons}>
        <NetworkButton
          data-act="deny"
          variant="danger"
          onClick={() => approvals.send({ type: 'applicant.deny', applicant })}
        >
          Deny
          <span className="visually-hidden"> {name}</span>
        </NetworkButton>
        <NetworkButton
          data-act="authorize"
          variant="primary"
          onClick={() => approvals.send({ type: 'applicant.authorize', applicant })}
        >
          Authorize
          <span className="visually-hidden"> {name}</span>
        </NetworkButton>
      </div>
    </article>
  );
}
