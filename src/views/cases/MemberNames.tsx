import { unreadableIn } from '../../contract/lists';
import { NOBODY_IN_TEAM } from '../../rules/cases/movement';
import { namesakesIn } from '../../rules/cases/namesakes';
import { Avatar } from '../parts/Avatar';
import { Unreadable } from '../parts/page/States';
import styles from './MemberNames.module.css';

interface MemberNamesProps {
  members: readonly {
    readonly userId: string;
    readonly firstName: string;
    readonly fullName?: string | undefined;
    readonly phoneNumber?: string | null | undefined;
  }[];
}

/**
 * The first names and avatars of a team's members, and their phone numbers if the server sends them. Members who share a first name
 * are shown with their full names.
 */
export function MemberNames({ members }: MemberNamesProps) {
  const unreadable = unreadableIn(members).length;
  if (members.length === 0 && unreadable === 0) return <p>{NOBODY_IN_TEAM}</p>;
  const namesakes = namesakesIn(members, ({ firstName }) => firstName);
  return (
    <>
      <Unreadable count={unreadable} of={['member', 'members']} />
      <ul role="list" className={styles.names} aria-label="Team members">
        {members.map((member) => {
          const { userId, firstName, fullName, phoneNumber } = member;
          return (
            <li key={userId}>
              <Avatar userId={userId} name={firstName} size={36} />
              <span dir="auto">{(namesakes.has(member) && fullName) || firstName}</span>
              {phoneNumber && (
                <a href={`tel:${phoneNumber}`} className={styles.phone}>
                  {phoneNumber}
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
