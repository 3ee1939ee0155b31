import { unreadableIn } from '../../contract/lists';
import { NOBODY_IN_TEAM } from '../../rules/movement';
import { Avatar } from '../parts/Avatar';
import { Unreadable } from '../parts/States';
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
  const unreadable = unreadableIn(members).length;
  if (members.length === 0 && unreadable === 0) return <p>{NOBODY_IN_TEAM}</p>;
  return (
    <>
      <Unreadable count={unreadable} of={['member', 'members']} />
      <ul role="list" className={styles.names} aria-label="Team members">
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
    </>
  );
}
