import type { Incident } from '../contract/incidents';
import { type Place, placeOf } from './incidents';

/** An incident that has a place on a map. */
export interface Placed {
  readonly incident: Incident;
  readonly place: Place;
}

/** Another server may send anything: a pole of 91 degrees would break the map. */
const isOnEarth = ({ latitude, longitude }: Place) => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;

/** The incidents that can stand on a map, and how many cannot: they have no coordinates, or impossible ones. */
export function onMap(incidents: readonly Incident[]): { placed: readonly Placed[]; unplaced: number } {
  const placed = incidents.flatMap((incident) => {
    const place = placeOf(incident);
    return place && isOnEarth(place) ? [{ incident, place }] : [];
  });
  return { placed, unplaced: incidents.length - placed.length };
}
