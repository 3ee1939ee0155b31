import { useNavigate } from '@tanstack/react-router';
import { selectNoticesActor } from '../../../machines/session/session.select';
import { ADDED_AS_NOTE } from '../../../rules/reportTexts';
import { useApp } from '../../app';

/** Leads to the incident to which a report was added as a note, and says so: the note is far down on its page. */
export function useShowMerged(): (incidentId: string) => void {
  const { session } = useApp();
  const navigate = useNavigate();
  return (incidentId) => {
    const notices = selectNoticesActor(session.getSnapshot());
    notices?.send({ type: 'notice.show', tone: 'success', text: ADDED_AS_NOTE });
    void navigate({ to: '/incident/$incidentId', params: { incidentId } });
  };
}
