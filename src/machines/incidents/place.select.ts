import type { PlaceSnapshot } from './place.machine';

/** The incidents of the place that is open on the map, or null when none is. */
export const selectOpened = (snapshot: PlaceSnapshot) =>
  snapshot.matches('opened') ? snapshot.context.incidentIds : null;
