import { Link, Outlet } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useCallback, useRef, useState } from 'react';
import type { LogoutRef } from '../../machines/session/logout.machine';
import { selectRealtime } from '../../machines/session/messaging.machine';
import { type NoticesRef, selectNotices } from '../../machines/session/notices.machine';
import { selectNoticesActor } from '../../machines/session/session.select';
import type { QueueRef } from '../../machines/submissions/queue.machine';
import type { TrayRef } from '../../machines/submissions/tray.machine';
import { useApp, useMember } from '../app';
import { lazyPart } from '../lazyPart';
import { Banner } from '../parts/Banner';
import { LiveRegion } from '../parts/LiveRegion';
import { WIDE } from '../parts/mediaQueries';
import { Supervised } from '../parts/Supervised';
import { useMediaQuery } from '../parts/useMediaQuery';
import { Tray, TrayDialogs } from '../submissions/Tray';
import { Connection } from './ConnectionBanner';
import { Drawer } from './Drawer';
import { ListPane, type Panes } from './ListPane';
import { Logo } from './Logo';
import { LogoutDialog } from './LogoutDialog';
import { Navigation } from './Navigation';
import styles from './Shell.module.css';
import { useKeys } from './useKeys';
import { useStrayTaps } from './useStrayTaps';

const ShortcutsSheet = lazyPart(async () => (await import('./ShortcutsSheet')).ShortcutsSheet);

interface ShellProps {
  queue: QueueRef;
  tray: TrayRef;
  logout: LogoutRef;
  panes: Panes;
}

/**
 * The layout of all protected routes (S1 §2): a sidebar if there is room, otherwise a bar with a menu. The screen beside or below it
 * does its own scrolling, so that a chat can fill exactly the remaining height. On a wide screen the list from which it was opened is
 * beside it.
 */
export function Shell({ queue, tray, logout, panes }: ShellProps) {
  const { session } = useApp();
  const { messaging, news, settings, AppVersion, Toasts } = useMember();
  const notices = useSelector(session, selectNoticesActor);
  const realtime = useSelector(messaging, selectRealtime);
  const isWide = useMediaQuery(WIDE);
  const main = useRef<HTMLElement>(null);
  const [showsShortcuts, setShowsShortcuts] = useState(false);
  const showShortcuts = useCallback(() => setShowsShortcuts(true), []);
  useKeys(showShortcuts);
  useStrayTaps();

  const status = (
    <div className={styles.status}>
      {realtime && <Connection realtime={realtime} />}
      <Tray queue={queue} tray={tray} />
    </div>
  );

  return (
    <div className={styles.shell}>
      <LiveRegion />
      {/* A button instead of a link, because the part of the address after the hash belongs to the router. */}
      <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      {isWide ? (
        <aside className={styles.sidebar}>
          <Logo />
          <Navigation logout={logout} onShortcuts={showShortcuts}>
            {status}
          </Navigation>
        </aside>
      ) : (
        <header className={styles.bar}>
          <Drawer logout={logout} onShortcuts={showShortcuts} />
          <Logo />
          {status}
        </header>
      )}
      <ListPane panes={panes} />
      <main ref={main} className={styles.main} tabIndex={-1}>
        <Supervised actor={session} />
        <Supervised actor={messaging} />
        <Supervised actor={logout} />
        <Supervised actor={tray} />
        <Supervised actor={settings} />
        <Supervised actor={news} />
        <Outlet />
      </main>
      <TrayDialogs queue={queue} tray={tray} />
      <LogoutDialog logout={logout} queue={queue} />
      {showsShortcuts && <ShortcutsSheet onClose={() => setShowsShortcuts(false)} />}
      <div className={styles.notices}>
        {notices && <Notices notices={notices} />}
        {news && <AppVersion />}
        {news && <Toasts news={news} />}
      </div>
    </div>
  );
}

/**
 * The notices of the app. Their live region is mounted even when empty; otherwise notices are not read out. Only the new one is read
 * out, not those that are still shown.
 */
function Notices({ notices }: { notices: NoticesRef }) {
  const shown = useSelector(notices, selectNotices);
  return (
    <div className={styles.bars} role="status" aria-atomic={false}>
      {shown.map(
        ({ id, tone, text, incidentId, times }) =>
          tone !== 'unseen' && (
            <Banner key={id} tone={tone} silent floating onClose={() => notices.send({ type: 'notice.dismiss', id })}>
              <span key={times}>{text}</span>{' '}
              {incidentId !== undefined && (
                <Link
                  to="/incident/$incidentId"
                  params={{ incidentId }}
                  onClick={() => notices.send({ type: 'notice.dismiss', id })}
                >
                  Open
                </Link>
              )}
            </Banner>
          ),
      )}
    </div>
  );
}
