import { useSelector } from '@xstate/react';
import { Maximize } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { createPortal } from 'react-dom';
import { incidentStatuses } from '../../../../contract/incidents';
import type { LiveRef } from '../../../../machines/incidents/live.machine';
import { selectIncidents, selectNearby, selectPlace } from '../../../../machines/incidents/live.select';
import { selectMyPlace } from '../../../../machines/incidents/nearby.machine';
import { type PlaceRef, selectOpened } from '../../../../machines/incidents/place.machine';
import { onMap } from '../../../../rules/incidents/onMap';
import { splitLinks } from '../../../../rules/links';
import { useApp } from '../../../app';
import { Badge } from '../../../parts/Badge';
import { Button } from '../../../parts/buttons/Button';
import { useServerNow } from '../../../parts/useNow';
import { StatusTag } from '../../parts/Labels';
import './leaflet.css';
import styles from './IncidentMap.module.css';
import { MapMarker } from './MapMarker';
import { PlacePopup } from './PlacePopup';
import { useMapView } from './useMapView';

const NO_TILES =
  'This map has no streets: no map pictures are set up for this organisation. The person who runs the server can add them with the setting MAP_TILES. Until then, the list with Near me shows what is close.';

/** The listed incidents on a map. Incidents that are close together share a marker. A popup shows the cards of one location. */
export function IncidentMap({ live }: { live: LiveRef }) {
  const { mapTiles } = useApp().config;
  const incidents = useSelector(live, selectIncidents);
  const place = useSelector(live, selectPlace) as PlaceRef;
  const opened = useSelector(place, selectOpened);
  const now = useServerNow();
  const element = useRef<HTMLDivElement>(null);
  const { placed, unplaced } = useMemo(() => onMap(incidents), [incidents]);
  const byId = useMemo(() => new Map(placed.map(({ incident }) => [incident.id, incident])), [placed]);
  const here = useSelector(useSelector(live, selectNearby), selectMyPlace);
  const { map, shown } = useMapView(element, mapTiles, placed, here);
  const at = useMemo(() => placed.filter(({ incident }) => opened?.includes(incident.id)), [placed, opened]);

  return (
    <div className={styles.section}>
      <div className={styles.notes}>
        <p>Incidents without coordinates: {unplaced}</p>
        <Button
          variant="quiet"
          disabled={placed.length === 0}
          reason="None of these incidents has coordinates."
          onClick={() => map?.showAll()}
        >
          <Maximize size={18} aria-hidden />
          Show all
        </Button>
      </div>
      <section ref={element} className={styles.map} aria-label="Map: arrow keys move it, plus and minus zoom" />
      {shown.map(({ spot, element: host }) =>
        createPortal(
          <MapMarker
            spot={spot}
            incidents={spot.incidentIds.flatMap((id) => byId.get(id) ?? [])}
            now={now}
            isOpen={opened?.join() === spot.key}
            onPress={() =>
              spot.splitsAt === null
                ? place.send({ type: 'place.open', incidentIds: spot.incidentIds })
                : map?.approach(spot.place, spot.splitsAt)
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
      <ul className={styles.legend} aria-label="Legend">
        {incidentStatuses.map((status) => (
          <li key={status}>
            <StatusTag status={status} />
          </li>
        ))}
        <li className={styles.red}>
          <Badge tone="danger">Red: ATTENTION!</Badge>
        </li>
        {here && (
          <li>
            <Badge tone="assigned">Blue dot: you</Badge>
          </li>
        )}
      </ul>
      {!mapTiles.url && <p className={styles.attribution}>{NO_TILES}</p>}
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
