import type { Incident } from '../../../contract/incidents';
import { useNow } from '../../parts/useNow';
import { IncidentCard } from '../live/IncidentCard';
import styles from './Report.module.css';

/** The open incidents that a report may duplicate, each a link to its page. */
export function SimilarIncidents({ incidents }: { incidents: readonly Incident[] }) {
  const now = useNow();
  return (
    <ul className={styles.offers} aria-label="Similar incidents">
      {incidents.map((incident) => (
        <li key={incident.id}>
          <IncidentCard incident={incident} now={now} />
          <p className={styles.description} dir="auto">
            {incident.description}
          </p>
        </li>
      ))}
    </ul>
  );
}
