import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { logoutMachine } from '../../machines/session/logout.machine';
import { type messagingMachine, selectQueue } from '../../machines/session/messaging.machine';
import { selectMe, selectToken } from '../../machines/session/session.select';
import type { QueueRef } from '../../machines/submissions/queue.machine';
import type { trayMachine } from '../../machines/submissions/tray.machine';
import { type Member, MemberProvider, type ScreenProps, useApp, useScreen } from '../app';
import { Shell } from './Shell';

interface MembersAreaProps extends ScreenProps<typeof messagingMachine>, Pick<Member, 'IncidentDetails'> {
  logoutMachine: typeof logoutMachine;
  trayMachine: typeof trayMachine;
}

/**
 * The layout of all protected routes. It is there only while somebody is signed in, and starts anew for the next one:
 * no screen, connection or queue ever outlives the member it was made for.
 */
export function MembersArea(props: MembersAreaProps) {
  const { session } = useApp();
  const token = useSelector(session, selectToken);
  const userId = useSelector(session, selectMe)?.id;
  return token !== null && userId !== undefined && <Area key={token} {...props} me={userId} />;
}

function Area({ machine, me, ...props }: MembersAreaProps & { me: string }) {
  const { session, world, can } = useApp();
  const messaging = useScreen(machine, { session, me, world, can });
  const queue = useSelector(messaging, selectQueue);
  // Where messaging itself begins again, its queue is another one: so does all that speaks to it.
  return queue && <Layout key={queue.sessionId} {...props} messaging={messaging} queue={queue} me={me} />;
}

interface LayoutProps extends Omit<MembersAreaProps, 'machine'>, Pick<Member, 'messaging'> {
  queue: QueueRef;
  me: string;
}

function Layout({ messaging, queue, me, IncidentDetails, logoutMachine, trayMachine }: LayoutProps) {
  const { session } = useApp();
  const tray = useScreen(trayMachine, { queue });
  const logout = useScreen(logoutMachine, { session, queue, me });
  const member = useMemo(() => ({ messaging, tray, IncidentDetails }), [messaging, tray, IncidentDetails]);
  return (
    <MemberProvider value={member}>
      <Shell queue={queue} tray={tray} logout={logout} />
    </MemberProvider>
  );
}
