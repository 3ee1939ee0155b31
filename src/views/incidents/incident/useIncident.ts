import { useSelector } from '@xstate/react';
import type { Actor } from 'xstate';
import type { incidentMachine } from '../../../machines/incidents/incident.machine';
import type { NoticesRef } from '../../../machines/session/notices.machine';
import { selectMe, selectNoticesActor } from '../../../machines/session/session.select';
import { useApp, useScreen } from '../../app';

/** The chart of one incident's page. */
export function useIncident(machine: typeof incidentMachine, incidentId: string): Actor<typeof incidentMachine> {
  const { session } = useApp();
  const me = useSelector(session, selectMe);
  // They run as long as the session does.
  const notices = useSelector(session, selectNoticesActor) as NoticesRef;
  return useScreen(machine, {
    incidentId,
    me: { id: me?.id ?? '', firstName: me?.firstName ?? '' },
    notices,
  });
}
