import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { LiveRef } from '../../../machines/incidents/live.machine';
import { selectIncidents } from '../../../machines/incidents/live.select';
import { inLiveOrder } from '../../../rules/incidents';
import { IncidentCard } from './IncidentCard';
import styles from './Live.module.css';
import { useNow } from './useNow';

/** The card grid (S1 §2). The browser lays out only what is near the viewport: `content-visibility` in the styles. */
export function IncidentList({ live }: { live: LiveRef }) {
  const incidents = useSelector(live, selectIncidents);
  const now = useNow();
  const ordered = useMemo(() => inLiveOrder(incidents, now), [incidents, now]);
  return (
    <ul className={styles.cards} aria-label="Incidents">
      {ordered.map((incident) => (
        <li key={incident.id} className={styles.item}>
          <IncidentCard incident={incident} now={now} />
        </li>
      ))}
    </ul>
  );
}

/** What stands there while the list is on its way. */
export function Skeleton() {
  return (
    <div className={styles.loading} role="status">
      <p>Loading incidents…</p>
      <div className={styles.cards} aria-hidden>
        <div className={styles.bone} />
        <div className={styles.bone} />
        <div className={styles.bone} />
      </div>
    </div>
  );
}
