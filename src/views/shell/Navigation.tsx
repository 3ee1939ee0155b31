import { Link } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { LogOut, Trash2, Workflow } from 'lucide-react';
import type { PropsWithChildren } from 'react';
import type { LogoutRef } from '../../machines/session/logout.machine';
import { selectHasMedicineBox, selectMe, selectRoles } from '../../machines/session/session.select';
import { fullNameOf } from '../../rules/names';
import { seesApprovals } from '../../rules/roles';
import { useApp } from '../app';
import { Avatar } from '../parts/Avatar';
import { IconButton } from '../parts/buttons/IconButton';
import { linkGroups } from './links';
import styles from './Navigation.module.css';
import { LinkBadge } from './NewsBadge';

export interface NavigationProps {
  logout: LogoutRef;
  /** Shows the sheet of shortcuts. */
  onShortcuts: () => void;
}

/** The links of S1 §2 that the member's roles and kit allow, the `children`, the member's name, Log Out, and the shortcuts. */
export function Navigation({ logout, onShortcuts, children }: PropsWithChildren<NavigationProps>) {
  const { session, can } = useApp();
  const me = useSelector(session, selectMe);
  const roles = useSelector(session, selectRoles);
  const hasMedicineBox = useSelector(session, selectHasMedicineBox);
  const viewer = { roles, hasMedicineBox };
  const groups = linkGroups
    .map((group) =>
      group.filter((link) => (!('isFor' in link) || link.isFor(viewer)) && (!('needs' in link) || can(link.needs))),
    )
    .filter((group) => group.length > 0);
  const name = me ? fullNameOf(me) : '';
  return (
    <div className={styles.navigation}>
      <nav className={styles.links} aria-label="Main">
        {groups.map((group) => (
          <ul key={group[0]?.to} className={styles.group}>
            {group.map(({ to, label, Icon, ...link }) => (
              <li key={to}>
                <Link
                  to={to}
                  params={{ userId: me?.id ?? '' }}
                  activeOptions={{ exact: 'exact' in link }}
                  className={styles.link}
                >
                  <Icon size={20} aria-hidden />
                  {label}
                  <LinkBadge to={to} />
                </Link>
              </li>
            ))}
          </ul>
        ))}
        {seesApprovals(roles) && (
          <ul className={styles.group}>
            <li>
              {/* The workbench is a separate page, not a route of the app. */}
              <a href="./inspector.html" className={styles.link}>
                <Workflow size={20} aria-hidden />
                Rules
              </a>
            </li>
          </ul>
        )}
      </nav>
      <div className={styles.member}>
        {children}
        <div className={styles.who}>
          {me && <Avatar userId={me.id} name={name} />}
          <div className={styles.names}>
            <strong>{name}</strong>
            <span>@{me?.username}</span>
          </div>
        </div>
        <button type="button" className={styles.link} onClick={() => logout.send({ type: 'forget.press' })}>
          <Trash2 size={20} aria-hidden />
          Forget this device
        </button>
        <div className={styles.ends}>
          <button type="button" className={styles.link} onClick={() => logout.send({ type: 'logout.press' })}>
            <LogOut size={20} aria-hidden />
            Log Out
          </button>
          <IconButton label="Keyboard Shortcuts" aria-haspopup="dialog" className={styles.keys} onClick={onShortcuts}>
            <kbd aria-hidden>?</kbd>
          </IconButton>
        </div>
      </div>
    </div>
  );
}
