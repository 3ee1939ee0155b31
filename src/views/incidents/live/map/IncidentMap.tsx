import { useSelector } from '@xstate/react';
import { Maximize } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { LiveRef } from '../../../../machines/incidents/live.machine';
import { selectIncidents, selectPlace } from '../../../../machines/incidents/live.select';
import { type PlaceRef, selectOpened } from '../../../../machines/incidents/place.machine';
import { splitLinks } from '../../../../rules/links';
import { onMap } from '../../../../rules/onMap';
import { useApp } from '../../../app';
import { Button } from '../../../parts/Button';
import { useNow } from '../../../parts/useNow';
import './leaflet.css';
import styles from './IncidentMap.module.css';
import { MapMarker } from './MapMarker';
import { PlacePopup } from './PlacePopup';
import { useMapView } from './useMapView';

/** The listed incidents on a map. Those close together share a marker; a popup shows the cards of one location. */
export function IncidentMap({ live }: { live: LiveRef }) {
  const { mapTiles } = useApp().config;
  const incidents = useSelector(live, selectIncidents);
  const place = useSelector(live, selectPlace) as PlaceRef;
  const opened = useSelector(place, selectOpened);
  const now = useNow();
  const element = useRef<HTMLDivElement>(null);
  const { placed, unplaced } = useMemo(() => onMap(incidents), [incidents]);
  const { map, standing } = useMapView(element, mapTiles, placed);
  const at = useMemo(() => placed.filter(({ incident }) => opened?.includes(incident.id)), [placed, opened]);

  return (
    <div className={styles.section}>
      <div className={styles.notes}>
        <p>Incidents without coordinates: {unplaced}</p>
        <Button variant="quiet" disabled={placed.length === 0} onClick={() => map?.showAll()}>
          <Maximize size={18} aria-hidden />
          Show all
        </Button>
      </div>
      <section ref={element} className={styles.map} aria-label="Map: arrow keys move it, plus and minus zoom" />
      {standing.map(({ spot, element: host }) =>
        createPortal(
          <MapMarker
            spot={spot}
            incident={placed.find(({ incident }) => incident.id === spot.incidentIds[0])?.incident}
            now={now}
            isOpen={opened?.join() === spot.key}
            onPress={() =>
              spot.partsAt === null
                ? place.send({ type: 'place.open', incidentIds: spot.incidentIds })
                : map?.approach(spot.place, spot.partsAt)
            }
          />,
          host,
          spot.key,
        ),
      )}
      {map && at[0] && (
        <PlacePopup
          key={opened?.join()}
          map={map}
          place={at[0].place}
          incidents={at.map(({ incident }) => incident)}
          now={now}
          onClose={() => place.send({ type: 'place.close' })}
        />
      )}
      {mapTiles.url && mapTiles.attribution && (
        <p className={styles.attribution}>
          {splitLinks(mapTiles.attribution).map(({ text, href }) =>
            href ? (
              <a key={text} href={href} target="_blank" rel="noreferrer">
                {text}
              </a>
            ) : (
              text
            ),
          )}
        </p>
      )}
    </div>
  );
}
