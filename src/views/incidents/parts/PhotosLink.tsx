import { Link } from '@tanstack/react-router';
import type { Incident } from '../../../contract/incidents';
import { classes } from '../../parts/classes';
import { Photo } from './Photo';
import styles from './Photo.module.css';

interface PhotosLinkProps {
  incident: Pick<Incident, 'id' | 'photoUrl'>;
  size: number;
  className?: string | undefined;
}

/** The first picture of an incident, as a link to all its media. Nothing if there is no picture. */
export function PhotosLink({ incident: { id, photoUrl }, size, className }: PhotosLinkProps) {
  return (
    photoUrl && (
      <Link
        to="/incident/$incidentId/media"
        params={{ incidentId: id }}
        className={classes(styles.link, className)}
        aria-label={`Photos of incident #${id}`}
      >
        <Photo photoUrl={photoUrl} size={size} />
      </Link>
    )
  );
}
