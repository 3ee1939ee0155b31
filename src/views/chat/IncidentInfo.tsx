import { useSelector } from '@xstate/react';
import { Info } from 'lucide-react';
import { selectShowsDetails } from '../../machines/chat/overlay.select';
import { lazily } from '../lazily';
import { IconButton } from '../parts/IconButton';
import { Lately } from '../parts/Lately';
import { Spinner } from '../parts/Spinner';
import { useChat } from './chat';

const details = lazily(async () => (await import('../cases/IncidentDetails')).IncidentDetails);

/** The info button of an incident's chat, and what it opens (S1 §2). */
export function IncidentInfo({ incidentId }: { incidentId: string }) {
  const { overlay } = useChat();
  const showsDetails = useSelector(overlay, selectShowsDetails);
  return (
    <>
      <IconButton label="Incident details" onClick={() => overlay.send({ type: 'details.open' })}>
        <Info aria-hidden />
      </IconButton>
      {showsDetails && (
        <Lately
          part={details}
          until={<Spinner label="Loading the incident…" />}
          incidentId={incidentId}
          onClose={() => overlay.send({ type: 'overlay.close' })}
        />
      )}
    </>
  );
}
