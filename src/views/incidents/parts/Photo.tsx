import { mediaAddress, thumbnailOf } from '../../../rules/mediaAddress';
import { useApp } from '../../app';
import styles from './Photo.module.css';

interface PhotoProps {
  /** The first picture of an incident, as the server says it. */
  photoUrl: string | null | undefined;
  /** The side of its square in CSS pixels: nothing moves when the picture arrives. */
  size: number;
  /** The text alternative; none where words beside it say the same. */
  alt?: string;
}

/** The first picture of an incident, small. Nothing where there is none. */
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
