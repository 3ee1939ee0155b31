import { Link } from '@tanstack/react-router';
import { Images, Navigation } from 'lucide-react';
import { memo } from 'react';
import type { Incident } from '../../../contract/incidents';
import { hasEmptyTeam, isNobodyMoving } from '../../../rules/cases/movement';
import { isOverdue, locationText, shortLocation } from '../../../rules/incidents/incidents';
import { relativeTime } from '../../../rules/relativeTime';
import { dateTimeText } from '../../../rules/timeTexts';
import { useIsBeside } from '../../parts/page/Page';
import { AnimalLabel, StatusTag } from '../parts/Labels';
import { PhotosLink } from '../parts/PhotosLink';
import { SeverityTag } from '../parts/SeverityTag';
import styles from './IncidentCard.module.css';

interface IncidentCardProps {
  incident: Incident;
  now: number;
  /** Its distance from the member, as text; null if it is unknown or not wanted. */
  distance?: string | null;
}

/** The card of an incident, in the grid and on the map. It links to the incident's page (S1 §2). */
export const IncidentCard = memo(function IncidentCard({ incident, now, distance }: IncidentCardProps) {
  // Incidents opened one after the other beside the list replace each other in the history, so that Back leaves all of them.
  const isBeside = useIsBeside();
  const { id, status, animalType, location, reportedAt, mediaFileCount } = incident;
  return (
    <div className={styles.card}>
      <Link
        to="/incident/$incidentId"
        params={{ incidentId: id }}
        className={styles.about}
        replace={isBeside}
        data-item
      >
        <span className={styles.row}>
          <span className={styles.animal}>
            <AnimalLabel animalType={animalType} />
          </span>
          <StatusTag status={status} />
          <SeverityTag severity={incident.severity} />
        </span>
        <span className={styles.location} dir="auto">
          {shortLocation(locationText(location))}
        </span>
        <span className={styles.row}>
          <span className={styles.facts}>
            <time dateTime={reportedAt ?? undefined} title={dateTimeText(reportedAt)}>
              {relativeTime(reportedAt, now)}
            </time>
            {distance && (
              <span className={styles.count}>
                <Navigation size={16} aria-hidden />
                {distance}
              </span>
            )}
            {mediaFileCount > 0 && (
              <span className={styles.count}>
                <Images size={16} aria-hidden />
                {mediaFileCount}
                <span className="visually-hidden"> {mediaFileCount === 1 ? 'media file' : 'media files'}</span>
              </span>
            )}
          </span>
          {isOverdue(incident, now) && <span className={styles.attention}>ATTENTION!</span>}
          {isNobodyMoving(incident) && (
            <span className={styles.nobody}>{hasEmptyTeam(incident) ? 'Nobody on the team' : 'Nobody on the way'}</span>
          )}
        </span>
      </Link>
      <PhotosLink incident={incident} size={72} className={styles.photo} />
    </div>
  );
});
