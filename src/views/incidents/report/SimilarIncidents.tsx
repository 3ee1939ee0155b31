import { useNavigate } from '@tanstack/react-router';
import { MessageSquarePlus } from 'lucide-react';
import type { Incident } from '../../../contract/incidents';
import { takesNotes } from '../../../machines/incidents/permission';
import { selectNoticesActor } from '../../../machines/session/session.select';
import { ADDED_AS_NOTE } from '../../../rules/incidents/reportTexts';
import { useApp } from '../../app';
import { Button } from '../../parts/buttons/Button';
import { useServerNow } from '../../parts/useNow';
import { IncidentCard } from '../live/IncidentCard';
import styles from './Report.module.css';

interface SimilarIncidentsProps {
  incidents: readonly Incident[];
  /** Called when the member says that the report is about this incident. */
  onMerge: (incident: Incident) => void;
}

/** The open incidents that a report may duplicate. Each links to its page and has a button that adds the report to it. */
export function SimilarIncidents({ incidents, onMerge }: SimilarIncidentsProps) {
  const { can } = useApp();
  const now = useServerNow();
  return (
    <ul role="list" className={styles.offers} aria-label="Similar incidents">
      {incidents.map((incident) => (
        <li key={incident.id}>
          <IncidentCard incident={incident} now={now} />
          <p className={styles.description} dir="auto">
            {incident.description}
          </p>
          {can('notes') && takesNotes(incident) && (
            <Button onClick={() => onMerge(incident)}>
              <MessageSquarePlus size={20} aria-hidden /> Yes, add mine to this one
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

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
