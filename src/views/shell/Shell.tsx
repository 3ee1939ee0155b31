import { Outlet } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import {
  selectNoticesActor,
  selectOutbox,
  selectRealtime,
  selectReporting,
} from '../../machines/session/session.select';
import { useApp } from '../app';
import { lazily } from '../lazily';
import { Lately } from '../parts/Lately';
import { useMediaQuery, WIDE } from '../parts/useMediaQuery';
import { Drawer } from './Drawer';
import { Logo } from './Logo';
import { Navigation } from './Navigation';
import styles from './Shell.module.css';

const fetchParts = () => import('./lateParts');
const connection = lazily(async () => (await fetchParts()).Connection);
const outboxBar = lazily(async () => (await fetchParts()).OutboxBar);
const reportsBar = lazily(async () => (await fetchParts()).ReportsBar);
const news = lazily(async () => (await fetchParts()).Notices);

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

  return (
    <div className={styles.shell}>
      {/* No link: the address after the hash belongs to the router. */}
      <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      {isWide ? (
        <aside className={styles.sidebar}>
          <Logo />
          <Navigation />
        </aside>
      ) : (
        <header className={styles.bar}>
          <Drawer />
          <Logo />
        </header>
      )}
      <div className={styles.content}>
        <div>
          {realtime && <Lately part={connection} realtime={realtime} />}
          {outbox && <Lately part={outboxBar} outbox={outbox} />}
          {reporting && <Lately part={reportsBar} reporting={reporting} />}
        </div>
        <main ref={main} className={styles.main} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      {notices && <Lately part={news} notices={notices} />}
    </div>
  );
}
