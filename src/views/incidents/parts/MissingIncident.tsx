import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { INCIDENT_NOT_FOUND } from '../../../rules/incidentTexts';
import { buttonLook } from '../../parts/Button';
import { EmptyState } from '../../parts/States';

/** Shown in place of an incident, or of its media, that does not exist or is deleted meanwhile (S2 §8). It leads to the live incidents. */
export function MissingIncident({ title = INCIDENT_NOT_FOUND }: { title?: string }) {
  return (
    <div role="alert">
      <EmptyState
        title={title}
        icon={<SearchX size={32} aria-hidden />}
        action={
          <Link to="/live" className={buttonLook('primary')}>
            View Live Incidents
          </Link>
        }
      />
    </div>
  );
}
