import { Link } from '@tanstack/react-router';
import { LOADING_INCIDENT } from '../../../rules/incidents/incidents';
import { INCIDENT_NOT_FOUND } from '../../../rules/incidents/incidentTexts';
import { buttonLook } from '../../parts/buttons/Button';
import { MissingState } from '../../parts/page/MissingState';
import { ErrorState, LoadingState } from '../../parts/page/States';

interface IncidentAbsenceProps {
  isLoading: boolean;
  /** Why it could not be loaded, or null. */
  failure: string | null;
  isMissing: boolean;
  onRetry: () => void;
}

/** Shown in place of an incident that is loading, could not be loaded, or does not exist (S2 §8). */
export function IncidentAbsence({ isLoading, failure, isMissing, onRetry }: IncidentAbsenceProps) {
  return (
    <>
      {isLoading && <LoadingState label={LOADING_INCIDENT} />}
      {failure !== null && <ErrorState message={failure} onRetry={onRetry} />}
      {isMissing && <MissingIncident />}
    </>
  );
}

/** Shown in place of an incident, or of its media, that does not exist or is deleted meanwhile (S2 §8). It leads to the live incidents. */
export function MissingIncident({ title = INCIDENT_NOT_FOUND }: { title?: string }) {
  return (
    <MissingState
      title={title}
      action={
        <Link to="/live" className={buttonLook('primary')}>
          View Live Incidents
        </Link>
      }
    />
  );
}
