import Supercluster from 'supercluster';
import type { Place } from '../../../../rules/incidents/incidents';
import type { Placed } from '../../../../rules/incidents/onMap';

/** The highest zoom. Incidents that still share a marker there count as one location. */
export const MAX_ZOOM = 19;
/** Incidents that are closer together than this on the screen, in px, share a marker. */
const RADIUS = 56;
/** The side of a tile of the map, in px. */
const TILE = 256;

/** One marker of the map: one incident, or several that are too close together at this zoom. */
export interface Spot {
  /** Stays the same as long as the marker has the same incidents. */
  readonly key: string;
  readonly incidentIds: readonly string[];
  readonly place: Place;
  /** The zoom at which it splits into several markers; null if it never does. */
  readonly splitsAt: number | null;
}

/** West, south, east, north, in degrees. */
export type Box = [number, number, number, number];

/** Groups incidents that are close together. Returns a function from an area and a zoom to its markers. */
export function gather(placed: readonly Placed[]): (box: Box, zoom: number) => Spot[] {
  const index = new Supercluster<{ id: string }>({ radius: RADIUS, extent: TILE, maxZoom: MAX_ZOOM });
  index.load(
    placed.map(({ incident, place }) => ({
      type: 'Feature',
      properties: { id: incident.id },
      geometry: { type: 'Point', coordinates: [place.longitude, place.latitude] },
    })),
  );
  return (box, zoom) =>
    index.getClusters(box, zoom).map(({ properties, geometry }) => {
      const [longitude = 0, latitude = 0] = geometry.coordinates;
      const place = { latitude, longitude };
      if (!('cluster_id' in properties)) {
        return { key: properties.id, incidentIds: [properties.id], place, splitsAt: null };
      }
      const { cluster_id: cluster } = properties;
      const incidentIds = index
        .getLeaves(cluster, Number.POSITIVE_INFINITY)
        .map((leaf) => leaf.properties.id)
        .sort();
      const splitsAt = index.getClusterExpansionZoom(cluster);
      return { key: incidentIds.join(), incidentIds, place, splitsAt: splitsAt > MAX_ZOOM ? null : splitsAt };
    });
}
