import { locationProgress } from '../../rules/incidentTexts';
import type { IncidentLocationSnapshot } from './incidentLocation.machine';

/** The progress in words, or null. */
export function selectProgress({ value }: IncidentLocationSnapshot): string | null {
  return value === 'locating' || value === 'updating' || value === 'updated' ? locationProgress[value] : null;
}
export const selectFailure = (snapshot: IncidentLocationSnapshot) =>
  snapshot.matches('failed') ? snapshot.context.failure : null;
/** Whether the device is still being located; this can be cancelled. */
export const selectIsLocating = (snapshot: IncidentLocationSnapshot) => snapshot.matches('locating');
export const selectIsBusy = (snapshot: IncidentLocationSnapshot) =>
  snapshot.matches('locating') || snapshot.matches('updating');
