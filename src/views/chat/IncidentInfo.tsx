import { useSelector } from '@xstate/react';
import { Info } from 'lucide-react';
import { selectShowsDetails } from '../../machines/chat/overlay.select';
import { useMember } from '../app';
import { IconButton } from '../parts/IconButton';
import { useChat } from './chat';

/** The info button of an incident's chat, and what it opens (S1 §2). */
export function IncidentInfo({ incidentId }: { incidentId: string }) {
  const { overlay } = useChat();
  const { IncidentDetails } = useMember();
  const showsDetails = useSelector(overlay, selectShowsDetails);
  return (
    <>
      <IconButton label="Incident details" onClick={() => overlay.send({ type: 'details.open' })}>
        <Info aria-hidden />
      </IconButton>
      {showsDetails && (
        <IncidentDetails incidentId={incidentId} onClose={() => overlay.send({ type: 'overlay.close' })} />
      )}
    </>
  );
}
