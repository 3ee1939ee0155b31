import { mediaAddress, thumbnailOf } from '../../../rules/media/mediaAddress';
import { useApp } from '../../app';
import styles from './Photo.module.css';

interface PhotoProps {
  /** The address of the incident's first picture, as the server sent it. */
  photoUrl: string | null | undefined;
  /** The side of the square in CSS pixels. It is fixed, so nothing moves when the picture arrives. */
  size: number;
  /** The text alternative; omitted if text beside it says the same. */
  alt?: string;
}

/** A thumbnail of the first picture of an incident, or nothing if there is none. */
export function Photo({ photoUrl, size, alt = '' }: PhotoProps) {
  const { can, config } = useApp();
  const address = mediaAddress(config.apiBase, photoUrl ?? null);
  return (
    address !== null && (
      <img
        src={thumbnailOf(address, can)}
        alt={alt}
        width={size}
        height={size}
        loading="lazy"
        decoding="async"
        className={styles.photo}
      />
    )
  );
}
