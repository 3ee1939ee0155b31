import { Download, FileQuestion, Trash2 } from 'lucide-react';
import type { MediaFile } from '../../../contract/incidents';
import { shownAs } from '../../../rules/media/media';
import { mediaAddress, thumbnailOf } from '../../../rules/media/mediaAddress';
import { useApp } from '../../app';
import { buttonLook } from '../../parts/buttons/Button';
import { NetworkIconButton } from '../../parts/buttons/NetworkButton';
import styles from './Gallery.module.css';

const words = { IMAGE: 'Image', VIDEO: 'Video', AUDIO: 'Audio', FILE: 'File' } as const;

interface MediaItemProps {
  file: MediaFile;
  /** Its position in its group: '1 of Initial Report'. */
  name: string;
  /** Absent for members who may not delete media (S2 §6). */
  onDelete?: (() => void) | undefined;
}

/** One media file: images open in a new tab, video and audio play inline, other types are download links (S2 §2). */
export function MediaItem({ file, name, onDelete }: MediaItemProps) {
  const label = `${words[shownAs(file.mediaType)]} ${name}`;
  return (
    <li className={styles.item}>
      <Shown file={file} label={label} />
      {onDelete && (
        <NetworkIconButton label={`Delete ${label}`} className={styles.delete} onClick={onDelete}>
          <Trash2 size={20} aria-hidden />
        </NetworkIconButton>
      )}
    </li>
  );
}

function Shown({ file, label }: { file: MediaFile; label: string }) {
  const { can, config } = useApp();
  const address = mediaAddress(config.apiBase, file.url);
  if (address === null)
    return (
      <span className={styles.absent}>
        <FileQuestion aria-hidden /> Not available
      </span>
    );
  switch (shownAs(file.mediaType)) {
    case 'IMAGE':
      return (
        <a href={address} target="_blank" rel="noreferrer" className={styles.picture}>
          <img src={thumbnailOf(address, can)} {...file.size} alt={label} loading="lazy" decoding="async" />
        </a>
      );
    case 'VIDEO':
      return (
        // biome-ignore lint/a11y/useMediaCaption: members' own recordings have no captions.
        <video src={address} aria-label={label} controls playsInline preload="metadata" />
      );
    case 'AUDIO':
      return (
        // biome-ignore lint/a11y/useMediaCaption: members' own recordings have no captions.
        <audio src={address} aria-label={label} controls preload="metadata" />
      );
    default:
      return (
        <a href={address} download target="_blank" rel="noreferrer" className={buttonLook()}>
          <Download size={20} aria-hidden /> {label}
        </a>
      );
  }
}
