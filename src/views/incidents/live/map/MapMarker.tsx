import type { Incident } from '../../../../contract/incidents';
import { animalTitle, isOverdue, locationText, shortLocation, statusText } from '../../../../rules/incidents/incidents';
import { classes } from '../../../parts/classes';
import { AnimalIcon, StatusIcon } from '../../parts/Labels';
import styles from './IncidentMap.module.css';
import type { Spot } from './spots';

interface MapMarkerProps {
  spot: Spot;
  /** The marker's incidents, without those that have left the list since the markers were placed. */
  incidents: readonly Incident[];
  now: number;
  isOpen: boolean;
  onPress: () => void;
}

/**
 * A marker on the map: the animal of one incident with the colour and shape of its status, or the number of several. It is red
 * if one of them is overdue, because what is inside a marker of several is not seen before somebody opens it.
 */
export function MapMarker({ spot, incidents, now, isOpen, onPress }: MapMarkerProps) {
  const count = spot.incidentIds.length;
  const [incident] = incidents;
  const overdue = incidents.filter((one) => isOverdue(one, now)).length;
  const isUrgent = overdue > 0;
  return (
    <button
      type="button"
      className={classes(styles.marker, count > 1 && styles.several, isUrgent && styles.urgent)}
      data-status={count === 1 && !isUrgent ? incident?.status : undefined}
      aria-label={count > 1 ? severalText(spot, overdue) : incident && oneText(incident, isUrgent)}
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

const severalText = ({ incidentIds, splitsAt }: Spot, overdue: number) =>
  [
    `${incidentIds.length} incidents${splitsAt === null ? ' in one place' : ''}`,
    overdue > 0 && `${overdue} with ATTENTION!`,
    splitsAt !== null && 'zoom in',
  ]
    .filter(Boolean)
    .join(', ');

const oneText = ({ animalType, status, location }: Incident, isUrgent: boolean) =>
  [animalTitle(animalType), statusText(status), isUrgent && 'ATTENTION!', shortLocation(locationText(location))]
    .filter(Boolean)
    .join(', ');
