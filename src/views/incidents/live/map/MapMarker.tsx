import type { Incident } from '../../../../contract/incidents';
import { animalTitle, isOverdue, locationText, shortLocation, statusText } from '../../../../rules/incidents';
import { classes } from '../../../parts/classes';
import { AnimalIcon, StatusIcon } from '../../parts/Labels';
import styles from './IncidentMap.module.css';
import type { Spot } from './spots';

interface MapMarkerProps {
  spot: Spot;
  /** The marker's incident, or the first of several. */
  incident: Incident | undefined;
  now: number;
  isOpen: boolean;
  onPress: () => void;
}

/** A marker on the map: the animal of one incident with the colour and shape of its status, or the number of several. */
export function MapMarker({ spot, incident, now, isOpen, onPress }: MapMarkerProps) {
  const count = spot.incidentIds.length;
  const isUrgent = count === 1 && incident !== undefined && isOverdue(incident, now);
  return (
    <button
      type="button"
      className={classes(styles.marker, count > 1 && styles.several, isUrgent && styles.urgent)}
      data-status={count === 1 && !isUrgent ? incident?.status : undefined}
      aria-label={count > 1 ? severalText(spot) : incident && oneText(incident, isUrgent)}
      aria-expanded={spot.splitsAt === null ? isOpen : undefined}
      onClick={onPress}
    >
      {count > 1 ? count : incident && <AnimalIcon animalType={incident.animalType} />}
      {count === 1 && incident && (
        <span className={styles.status}>
          <StatusIcon status={incident.status} />
        </span>
      )}
    </button>
  );
}

const severalText = ({ incidentIds, splitsAt }: Spot) =>
  splitsAt === null ? `${incidentIds.length} incidents in one place` : `${incidentIds.length} incidents, zoom in`;

const oneText = ({ animalType, status, location }: Incident, isUrgent: boolean) =>
  [animalTitle(animalType), statusText(status), isUrgent && 'ATTENTION!', shortLocation(locationText(location))]
    .filter(Boolean)
    .join(', ');
