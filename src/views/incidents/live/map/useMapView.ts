import { useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { AppConfig } from '../../../../contract/config';
import type { Place } from '../../../../rules/incidents/incidents';
import type { Placed } from '../../../../rules/incidents/onMap';
import { keepLook, recallLook } from './keptView';
import { createMapView, type MapView, type ShownMarker } from './mapView';

const noMarkers: readonly ShownMarker[] = [];

/** A map inside an element, with the incidents and the member's own place on it; null until the element is mounted. */
export function useMapView(
  element: RefObject<HTMLElement | null>,
  tiles: AppConfig['mapTiles'],
  placed: readonly Placed[],
  here: Place | null,
): { map: MapView | null; shown: readonly ShownMarker[] } {
  const [map, setMap] = useState<MapView | null>(null);
  // The entry of the map in the browser's history. While the next screen loads, the address is that of the next screen.
  const entry = useRef<string>(undefined);
  const shownEntry = useRouterState({
    select: ({ location }) => (location.pathname === '/live' ? location.state.__TSR_key : undefined),
  });
  useEffect(() => {
    if (shownEntry !== undefined) entry.current = shownEntry;
  }, [shownEntry]);
  useEffect(() => {
    if (!element.current) return;
    const made = createMapView(element.current, tiles, recallLook(entry.current));
    setMap(made);
    return () => {
      setMap(null);
      keepLook(entry.current, made.remove());
    };
  }, [element, tiles]);
  useEffect(() => map?.show(placed), [map, placed]);
  useEffect(() => map?.showMe(here), [map, here]);
  const shown = useSyncExternalStore(map?.subscribe ?? neverChanges, map?.shown ?? (() => noMarkers));
  return { map, shown };
}

const neverChanges = () => () => {};
