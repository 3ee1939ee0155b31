import { Avatar } from '../parts/Avatar';
import styles from './MemberNames.module.css';

interface MemberNamesProps {
  members: readonly { readonly userId: string; readonly firstName: string }[];
}

/** The first names and avatars of a team's members. */
export function MemberNames({ members }: MemberNamesProps) {
  if (members.length === 0) return <p>Nobody is on this team.</p>;
  return (
    <ul className={styles.names} aria-label="Team members">
      {members.map(({ userId, firstName }) => (
        <li key={userId}>
          <Avatar userId={userId} name={firstName} size={36} />
          <span dir="auto">{firstName}</span>
        </li>
      ))}
    </ul>
  );
}
