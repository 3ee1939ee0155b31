import {
  type Coords,
  CRS,
  control,
  DivIcon,
  DomEvent,
  DomUtil,
  GridLayer,
  LatLngBounds,
  type LatLngExpression,
  LayerGroup,
  Map as LeafletMap,
  Marker,
  Point,
  Popup,
  TileLayer,
} from 'leaflet';
import type { AppConfig } from '../../../../contract/config';
import { coordinatesText, type Place } from '../../../../rules/incidents/incidents';
import type { Placed } from '../../../../rules/incidents/onMap';
import styles from './IncidentMap.module.css';
import type { Look } from './keptView';
import { gather, MAX_ZOOM, type Spot } from './spots';

/** A marker on the map, and the element that React renders it into. */
export interface ShownMarker {
  readonly spot: Spot;
  readonly element: HTMLElement;
}

/** A map on the page. Leaflet moves the elements of the markers; React renders their content. */
export interface MapView {
  /**
   * Replaces the incidents on the map. The first time that there are any, the map moves so that all of them are in view, unless it has been
   * left and is opened again.
   */
  show(placed: readonly Placed[]): void;
  /** Shows the member's own location; null removes it. */
  showMe(place: Place | null): void;
  /** Moves the map so that all incidents are in view. */
  showAll(): void;
  /** Moves to a location and zooms in. */
  approach(place: Place, zoom: number): void;
  /** Opens a popup with an element at a location. Returns a function that closes it. */
  openPopup(element: HTMLElement, place: Place, closed: () => void): () => void;
  /** The markers in the view and just around it; a new array when they change. */
  shown(): readonly ShownMarker[];
  subscribe(changed: () => void): () => void;
  /** Removes the map. @returns what it looked at; null if it has shown no incidents */
  remove(): Look | null;
}

const pointOf = ({ latitude, longitude }: Place): LatLngExpression => [latitude, longitude];

/** The space between a popup and the edge of the map, in px. */
const MARGIN = 16;

/** How far the map has to move, in px, so that a popup is inside it. If the popup is too large, its top left corner is. */
function outside(popup: HTMLElement | undefined, map: HTMLElement): [number, number] {
  if (!popup) return [0, 0];
  const [inner, outer] = [popup.getBoundingClientRect(), map.getBoundingClientRect()];
  const along = (start: number, end: number) => (start < MARGIN ? start - MARGIN : Math.max(0, MARGIN - end));
  return [
    along(inner.left - outer.left, outer.right - inner.right),
    along(inner.top - outer.top, outer.bottom - inner.bottom),
  ];
}

/**
 * Ends a zoom that is still moving, by what the browser would send at its end. If the map were removed during the zoom, Leaflet's own end
 * of it would fail.
 */
const endZoom = (map: LeafletMap) =>
  map
    .getPane('mapPane')
    ?.querySelector('.leaflet-proxy')
    ?.dispatchEvent(new TransitionEvent(DomUtil.TRANSITION_END, { propertyName: 'transform' }));

/**
 * Makes a Leaflet map inside an element.
 * @param left what it looked at when it was left; null if it is opened from the start
 */
export function createMapView(element: HTMLElement, tiles: AppConfig['mapTiles'], left: Look | null): MapView {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = new LeafletMap(element, {
    attributionControl: false,
    zoomControl: false,
    minZoom: 2,
    maxZoom: MAX_ZOOM,
    worldCopyJump: true,
    zoomAnimation: !isCalm,
    fadeAnimation: !isCalm,
    inertia: !isCalm,
  }).setView(left ? pointOf(left.centre) : [0, 0], left?.zoom ?? 2);
  control.zoom({ position: 'topright', zoomInText: '+', zoomOutText: '−' }).addTo(map);
  // Public tile servers refuse requests without a referrer.
  const ground = tiles.url ? new TileLayer(tiles.url, { referrerPolicy: 'origin' }) : new CoordinateGrid();
  ground.addTo(map);

  const layer = new LayerGroup().addTo(map);
  const markers = new Map<string, { marker: Marker; shown: ShownMarker }>();
  const listeners = new Set<() => void>();
  let shown: readonly ShownMarker[] = [];
  let spotsIn = gather([]);
  let all: LatLngBounds | null = null;
  let hasView = left !== null;
  let mine: Marker | undefined;

  function draw() {
    const bounds = map.getBounds().pad(0.25);
    const spots = spotsIn(
      [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()],
      Math.round(map.getZoom()),
    );
    const wanted = new Set(spots.map(({ key }) => key));
    for (const [key, { marker, shown: gone }] of markers) {
      if (wanted.has(key)) continue;
      // When the focused marker is removed, the focus moves to the map instead of being lost.
      if (gone.element.contains(document.activeElement)) element.focus({ preventScroll: true });
      layer.removeLayer(marker);
      markers.delete(key);
    }
    shown = spots.map((spot) => {
      const known = markers.get(spot.key);
      known?.marker.setLatLng(pointOf(spot.place));
      const shown = { spot, element: known?.shown.element ?? document.createElement('div') };
      const marker = known?.marker ?? addMarker(spot.place, shown.element);
      markers.set(spot.key, { marker, shown });
      return shown;
    });
    for (const changed of listeners) changed();
  }

  const addMarker = (place: Place, content: HTMLElement) => {
    // The map must not receive the click of a marker: it would close the popup that the click opens.
    DomEvent.disableClickPropagation(content);
    const icon = new DivIcon({ html: content, className: '', iconSize: [0, 0] });
    return new Marker(pointOf(place), { icon, keyboard: false }).addTo(layer);
  };

  const showAll = () => {
    if (all) map.fitBounds(all, { padding: [48, 48], maxZoom: 14 });
  };
  map.on('moveend', draw);
  // Leaflet has to be told when the element changes its size.
  const resizes = new ResizeObserver(() => map.invalidateSize());
  resizes.observe(element);

  return {
    show(placed) {
      spotsIn = gather(placed);
      all = placed.length > 0 ? new LatLngBounds(placed.map(({ place }) => pointOf(place))) : null;
      if (!hasView) showAll();
      hasView = all !== null;
      draw();
    },
    showMe(place) {
      mine?.remove();
      if (!place) return;
      const dot = document.createElement('div');
      dot.className = styles.own ?? '';
      dot.role = 'img';
      dot.ariaLabel = 'Your place';
      mine = addMarker(place, dot);
    },
    showAll,
    approach: (place, zoom) => map.setView(pointOf(place), zoom),
    openPopup(content, place, closed) {
      const popup = new Popup({
        closeButton: false,
        offset: [0, -16],
        minWidth: 240,
        maxWidth: 300,
        // Leaflet would animate the popup into view for 250 ms. It would move away under a pointer, and a press would be lost (DECISIONS
        // C4).
        autoPan: false,
      });
      popup.setLatLng(pointOf(place)).setContent(content).openOn(map);
      map.panBy(outside(popup.getElement(), element), { animate: false });
      popup.on('remove', closed);
      return () => {
        popup.off('remove', closed);
        popup.remove();
      };
    },
    shown: () => shown,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    remove() {
      resizes.disconnect();
      map.off('moveend', draw);
      endZoom(map);
      const { lat, lng } = map.getCenter();
      const look = { centre: { latitude: lat, longitude: lng }, zoom: map.getZoom() };
      map.remove();
      return hasView ? look : null;
    },
  };
}

/** The background of a map without tile pictures: a grid whose squares show the coordinates of their north-west corner. */
class CoordinateGrid extends GridLayer {
  protected override createTile({ x, y, z }: Coords): HTMLElement {
    const size = this.getTileSize();
    const corner = CRS.EPSG3857.pointToLatLng(new Point(x * size.x, y * size.y), z);
    const tile = document.createElement('div');
    tile.className = styles.tile ?? '';
    tile.textContent = coordinatesText({ latitude: corner.lat, longitude: corner.lng });
    tile.ariaHidden = 'true';
    return tile;
  }
}
