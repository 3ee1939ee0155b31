import { useRouter } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { type ComponentType, useEffect, useMemo } from 'react';
import type { newsMachine } from '../../machines/notifications/news.machine';
import type { settingsMachine } from '../../machines/people/settings.machine';
import type { logoutMachine } from '../../machines/session/logout.machine';
import { type messagingMachine, selectQueue } from '../../machines/session/messaging.machine';
import type { NoticesRef } from '../../machines/session/notices.machine';
import {
  selectMe,
  selectMustChangePassword,
  selectNoticesActor,
  selectRoles,
  selectVisit,
} from '../../machines/session/session.select';
import type { QueueRef } from '../../machines/submissions/queue.machine';
import type { trayMachine } from '../../machines/submissions/tray.machine';
import { type Member, MemberProvider, type ScreenProps, useApp, useScreen } from '../app';
import type { Lazy } from '../lazy';
import { rememberPaths } from '../parts/BackLink';
import { useLazyActor } from '../useLazyActor';
import type { Panes } from './ListPane';
import { Shell } from './Shell';

interface MembersAreaProps
  extends ScreenProps<typeof messagingMachine>,
    Pick<Member, 'AppVersion' | 'IncidentDetails' | 'MessageVersions' | 'Toasts'> {
  /** The code of the news chart, which is loaded after the first screen. */
  newsCode: Lazy<{ readonly machine: typeof newsMachine }>;
  logoutMachine: typeof logoutMachine;
  trayMachine: typeof trayMachine;
  settingsMachine: typeof settingsMachine;
  panes: Panes;
  /** The only screen while the member has to choose a new password (DECISIONS P9). */
  NewPassword: ComponentType;
}

/**
 * The layout of all protected routes. It is mounted only while somebody is signed in, and mounted again for each session, so that no
 * screen, connection or queue is used for another member.
 */
export function MembersArea({ NewPassword, ...props }: MembersAreaProps) {
  const { session } = useApp();
  const visit = useSelector(session, selectVisit);
  const userId = useSelector(session, selectMe)?.id;
  const mustChangePassword = useSelector(session, selectMustChangePassword);
  const notices = useSelector(session, selectNoticesActor);
  if (visit === null || userId === undefined || !notices) return null;
  return mustChangePassword ? <NewPassword /> : <Area key={visit} {...props} myId={userId} notices={notices} />;
}

interface AreaProps extends Omit<MembersAreaProps, 'NewPassword'> {
  myId: string;
  notices: NoticesRef;
}

function Area({ machine, myId, ...props }: AreaProps) {
  const { session, world, can } = useApp();
  const messaging = useScreen(machine, { session, myId, world, can });
  const queue = useSelector(messaging, selectQueue);
  // After a restart of messaging its queue is a new actor, so everything that uses the queue starts again, too.
  return queue && <Layout key={queue.sessionId} {...props} messaging={messaging} queue={queue} myId={myId} />;
}

interface LayoutProps extends Omit<AreaProps, 'machine'>, Pick<Member, 'messaging'> {
  queue: QueueRef;
}

function Layout({
  messaging,
  queue,
  myId,
  notices,
  IncidentDetails,
  MessageVersions,
  AppVersion,
  Toasts,
  newsCode,
  panes,
  ...machines
}: LayoutProps) {
  const { logoutMachine, trayMachine, settingsMachine } = machines;
  const { session, can } = useApp();
  const router = useRouter();
  useEffect(() => rememberPaths(router.history), [router]);
  const settings = useScreen(settingsMachine, { session, notices });
  const tray = useScreen(trayMachine, { queue });
  const logout = useScreen(logoutMachine, { session, queue, myId });
  const news = useLazyActor(newsCode, () => {
    const now = session.getSnapshot();
    return {
      me: { id: myId, firstName: selectMe(now)?.firstName ?? '', roles: selectRoles(now) },
      path: router.state.location.pathname,
      isPushed: can('personalTopic'),
      notices,
    };
  });
  const member = useMemo(
    () => ({ messaging, tray, settings, news, IncidentDetails, MessageVersions, AppVersion, Toasts }),
    [messaging, tray, settings, news, IncidentDetails, MessageVersions, AppVersion, Toasts],
  );
  return (
    <MemberProvider value={member}>
      <Shell queue={queue} tray={tray} logout={logout} panes={panes} />
    </MemberProvider>
  );
}
