import type { Incident } from '../../contract/incidents';
import { isOnEarth, type Place, placeOf } from './incidents';

/** An incident that can be drawn on a map. */
export interface Placed {
  readonly incident: Incident;
  readonly place: Place;
}

/** The incidents that can be drawn on a map, and the number that cannot because their coordinates are missing or impossible. */
export function onMap(incidents: readonly Incident[]): { placed: readonly Placed[]; unplaced: number } {
  const placed = incidents.flatMap((incident) => {
    const place = placeOf(incident);
    return place && isOnEarth(place) ? [{ incident, place }] : [];
  });
  return { placed, unplaced: incidents.length - placed.length };
}
