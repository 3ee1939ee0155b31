import { Outlet } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { Menu } from 'lucide-react';
import { useRef } from 'react';
import {
  selectNoticesActor,
  selectOutbox,
  selectRealtime,
  selectReporting,
} from '../../machines/session/session.select';
import { useApp } from '../app';
import { IconButton } from '../parts/IconButton';
import { Lately } from '../parts/Lately';
import { Supervised } from '../parts/Supervised';
import { useMediaQuery, WIDE } from '../parts/useMediaQuery';
import { Logo } from './Logo';
import { late } from './late';
import styles from './Shell.module.css';

/**
 * The layout of all protected routes (S1 §2): a sidebar where there is room, else a bar with a menu; the screen beside or
 * below it scrolls by itself, so that a chat can fill exactly what is left.
 */
export function Shell() {
  const { session } = useApp();
  const notices = useSelector(session, selectNoticesActor);
  const realtime = useSelector(session, selectRealtime);
  const outbox = useSelector(session, selectOutbox);
  const reporting = useSelector(session, selectReporting);
  const isWide = useMediaQuery(WIDE);
  const main = useRef<HTMLElement>(null);

  const status = (
    <div className={styles.status}>
      {realtime && <Lately part={late.Connection} realtime={realtime} />}
      {outbox && <Lately part={late.OutboxBar} outbox={outbox} />}
      {reporting && <Lately part={late.ReportsBar} reporting={reporting} />}
    </div>
  );

  return (
    <div className={styles.shell}>
      {/* No link: the address after the hash belongs to the router. */}
      <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      {isWide ? (
        <aside className={styles.sidebar}>
          <Logo />
          <Lately part={late.Navigation}>{status}</Lately>
        </aside>
      ) : (
        <header className={styles.bar}>
          <Lately
            part={late.Drawer}
            until={
              <IconButton label="Open menu" aria-disabled>
                <Menu aria-hidden />
              </IconButton>
            }
          />
          <Logo />
          {status}
        </header>
      )}
      <main ref={main} className={styles.main} tabIndex={-1}>
        <Supervised actor={session} />
        <Outlet />
      </main>
      {notices && <Lately part={late.Notices} notices={notices} />}
    </div>
  );
}
