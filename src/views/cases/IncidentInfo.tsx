import { useSelector } from '@xstate/react';
import { Info } from 'lucide-react';
import { useMemo } from 'react';
import { selectIsOpen } from '../../machines/cases/incidentDetails.select';
import { selectIsSignedIn } from '../../machines/session/session.select';
import { useApp, useScreen } from '../app';
import { lazily } from '../lazily';
import { IconButton } from '../parts/IconButton';
import { Lately } from '../parts/Lately';
import { IncidentModal } from './IncidentModal';

interface IncidentInfoProps {
  incidentId: string;
}

/** The info button of an incident's chat, with the modal that it opens (S1 §2). It comes when its chart is there. */
export function IncidentInfo({ incidentId }: IncidentInfoProps) {
  const { incidentDetails } = useApp().machines;
  const part = useMemo(
    () =>
      lazily(async () => {
        await incidentDetails.load();
        return InfoButton;
      }),
    [incidentDetails],
  );
  return <Lately part={part} incidentId={incidentId} />;
}

function InfoButton({ incidentId }: IncidentInfoProps) {
  const { machines, session } = useApp();
  const isSignedIn = useSelector(session, selectIsSignedIn);
  const details = useScreen(machines.incidentDetails, { incidentId, isSignedIn });
  const isOpen = useSelector(details, selectIsOpen);
  return (
    <>
      <IconButton label="Incident details" onClick={() => details.send({ type: 'details.open' })}>
        <Info aria-hidden />
      </IconButton>
      {isOpen && <IncidentModal details={details} incidentId={incidentId} />}
    </>
  );
}
