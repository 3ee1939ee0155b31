import { locationProgress } from '../../rules/incidents/incidentPageTexts';
import { accuracyText } from '../../rules/incidents/locationTexts';
import type { IncidentLocationSnapshot } from './incidentLocation.machine';

/** The progress in words, or the question before a rough position becomes the incident's place (DECISIONS 366); null if there is none. */
export function selectProgress({ value, context }: IncidentLocationSnapshot): string | null {
  if (value === 'asking')
    return `This device knows its place only to about ${accuracyText(context.place.accuracy ?? 0)}. The team would be sent there. Set it all the same?`;
  return value === 'locating' || value === 'updating' || value === 'updated' ? locationProgress[value] : null;
}
export const selectFailure = (snapshot: IncidentLocationSnapshot) =>
  snapshot.matches('failed') ? snapshot.context.failure : null;
/** Whether the device is still being located; this can be cancelled. */
export const selectIsLocating = (snapshot: IncidentLocationSnapshot) => snapshot.matches('locating');
/** Whether the member is asked before the location is set. */
export const selectIsAsking = (snapshot: IncidentLocationSnapshot) => snapshot.matches('asking');
export const selectIsBusy = (snapshot: IncidentLocationSnapshot) =>
  snapshot.matches('locating') || snapshot.matches('updating');
