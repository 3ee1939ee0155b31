import { Avatar } from '../parts/Avatar';
import styles from './MemberNames.module.css';

interface MemberNamesProps {
  members: readonly {
    readonly userId: string;
    readonly firstName: string;
    readonly phoneNumber?: string | null | undefined;
  }[];
}

/** The first names and avatars of a team's members, and their phone numbers if the server sends them. */
export function MemberNames({ members }: MemberNamesProps) {
  if (members.length === 0) return <p>Nobody is on this team.</p>;
  return (
    <ul className={styles.names} aria-label="Team members">
      {members.map(({ userId, firstName, phoneNumber }) => (
        <li key={userId}>
          <Avatar userId={userId} name={firstName} size={36} />
          <span dir="auto">{firstName}</span>
          {phoneNumber && (
            <a href={`tel:${phoneNumber}`} className={styles.phone}>
              {phoneNumber}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
