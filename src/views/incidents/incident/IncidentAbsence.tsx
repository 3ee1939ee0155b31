import { Link } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { SearchX } from 'lucide-react';
import type { IncidentRef } from '../../../machines/incidents/incident.machine';
import { selectFailure, selectIsLoading, selectIsMissing } from '../../../machines/incidents/incident.select';
import { INCIDENT_NOT_FOUND } from '../../../rules/incidentTexts';
import { buttonLook } from '../../parts/Button';
import { EmptyState } from '../../parts/EmptyState';
import { ErrorState } from '../../parts/ErrorState';
import { LoadingState } from '../../parts/LoadingState';

/** What stands in place of an incident that is not there: yet, just now, or any more (S2 §8). */
export function IncidentAbsence({ actor }: { actor: IncidentRef }) {
  const isLoading = useSelector(actor, selectIsLoading);
  const failure = useSelector(actor, selectFailure);
  const isMissing = useSelector(actor, selectIsMissing);
  return (
    <>
      {isLoading && <LoadingState label="Loading the incident…" />}
      {failure !== null && <ErrorState message={failure} onRetry={() => actor.send({ type: 'incident.retry' })} />}
      {isMissing && (
        <div role="alert">
          <EmptyState
            title={INCIDENT_NOT_FOUND}
            icon={<SearchX size={32} aria-hidden />}
            action={
              <Link to="/live" className={buttonLook('primary')}>
                View Live Incidents
              </Link>
            }
          />
        </div>
      )}
    </>
  );
}
