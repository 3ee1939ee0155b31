import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { type messagingMachine, selectQueue } from '../../machines/session/messaging.machine';
import { selectMe, selectToken } from '../../machines/session/session.select';
import { type Member, MemberProvider, type ScreenProps, useApp, useScreen } from '../app';
import { Shell } from './Shell';

type MembersAreaProps = ScreenProps<typeof messagingMachine> & Omit<Member, 'messaging'>;

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

function Area({ machine, me, IncidentDetails, logoutMachine, trayMachine }: MembersAreaProps & { me: string }) {
  const { session, world, can } = useApp();
  const messaging = useScreen(machine, { session, me, world, can });
  const queue = useSelector(messaging, selectQueue);
  const member = useMemo(
    () => ({ messaging, IncidentDetails, logoutMachine, trayMachine }),
    [messaging, IncidentDetails, logoutMachine, trayMachine],
  );
  return (
    <MemberProvider value={member}>
      {/* Where messaging itself begins again, its queue is another one: so does all that speaks to it. */}
      <Shell key={queue?.sessionId} me={me} />
    </MemberProvider>
  );
}
