import type { Incident } from '../../contract/incidents';
import { type Aged, distanceBetween, isOverdue, kilometresText, type Place, placeOf } from './incidents';

/**
 * Sorts incidents for the live list at a time in milliseconds since 1970: overdue first, then REPORTED, then newest report
 * (S1 §4, DECISIONS 23). Within each group the next rule decides: of the overdue ones, those to which nobody has been sent yet come
 * first. An incident without a readable time comes last in its group.
 */
export function inLiveOrder<Listed extends Aged>(incidents: readonly Listed[], now: number): Listed[] {
  return (
    incidents
      // Each time is read once, not at each comparison, of which thousands of incidents need many.
      .map((incident) => ({
        incident,
        rank: (isOverdue(incident, now) ? 0 : 2) + (incident.status === 'REPORTED' ? 0 : 1),
        time: Date.parse(incident.reportedAt ?? '') || 0,
      }))
      .sort((a, b) => a.rank - b.rank || b.time - a.time)
      .map(({ incident }) => incident)
  );
}

/** Sorts incidents by their distance from a place, nearest first. Incidents without coordinates come last, in the given order. */
export function nearestFirst<Listed extends Pick<Incident, 'latitude' | 'longitude'>>(
  incidents: readonly Listed[],
  from: Place,
): Listed[] {
  const far = (incident: Listed) => {
    const place = placeOf(incident);
    return place ? distanceBetween(from, place) : Number.MAX_VALUE;
  };
  return incidents
    .map((incident) => ({ incident, far: far(incident) }))
    .sort((a, b) => a.far - b.far)
    .map(({ incident }) => incident);
}

/** The distance of an incident from a place: '1.2 km'. Null if the incident has no coordinates. */
export function distanceText(incident: Pick<Incident, 'latitude' | 'longitude'>, from: Place): string | null {
  const place = placeOf(incident);
  return place && kilometresText(distanceBetween(from, place));
}
