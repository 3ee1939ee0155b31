import { ErrorState, LoadingState } from '../../parts/States';
import { MissingIncident } from '../parts/MissingIncident';

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
      {isLoading && <LoadingState label="Loading the incident…" />}
      {failure !== null && <ErrorState message={failure} onRetry={onRetry} />}
      {isMissing && <MissingIncident />}
    </>
  );
}
