import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { selectIsSignedIn } from '../../machines/session/session.select';
import { useApp, useScreen } from '../app';
import { lazily } from '../lazily';
import { Lately } from '../parts/Lately';
import { IncidentModal } from './IncidentModal';

interface IncidentDetailsProps {
  incidentId: string;
  onClose: () => void;
}

/** The incident details modal of a case chat (S1 §2), with its chart; both are fetched when it is first asked for. */
export function IncidentDetails(props: IncidentDetailsProps) {
  const { incidentDetails } = useApp().machines;
  const part = useMemo(
    () =>
      lazily(async () => {
        await incidentDetails.load();
        return Details;
      }),
    [incidentDetails],
  );
  return <Lately part={part} {...props} />;
}

function Details({ incidentId, onClose }: IncidentDetailsProps) {
  const { machines, session } = useApp();
  const isSignedIn = useSelector(session, selectIsSignedIn);
  const details = useScreen(machines.incidentDetails, { incidentId, isSignedIn });
  return <IncidentModal details={details} incidentId={incidentId} onClose={onClose} />;
}
