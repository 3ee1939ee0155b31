import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleMinus } from 'lucide-react';
import type { VolunteerEntry } from '../../contract/volunteers';
import { isAvailable } from '../../rules/people/volunteers';
import { titleCase } from '../../rules/wording';
import { Avatar } from '../parts/Avatar';
import { classes } from '../parts/classes';
import styles from './Volunteers.module.css';

/** The card of a volunteer. It links to their page (S2 §2). */
export function VolunteerCard({ volunteer }: { volunteer: VolunteerEntry }) {
  const { id, fullName, position, availabilityStatus } = volunteer;
  return (
    <Link to="/volunteer/$volunteerId" params={{ volunteerId: id }} className={styles.card} data-item>
      <Avatar userId={id} name={fullName} size={48} />
      <span className={styles.words}>
        <bdi className={styles.name}>{fullName || 'Without a name'}</bdi>
        {position && <span className={styles.position}>{titleCase(position)}</span>}
        <Availability status={availabilityStatus} />
      </span>
    </Link>
  );
}

/** The availability as an icon and as text. */
function Availability({ status }: { status: string }) {
  if (status === '') return null;
  const Icon = isAvailable(status) ? CircleCheck : CircleMinus;
  return (
    <span className={classes(styles.availability, isAvailable(status) && styles.available)}>
      <Icon size={16} aria-hidden />
      {status}
    </span>
  );
}
