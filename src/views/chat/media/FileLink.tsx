import { Download, File } from 'lucide-react';
import { fileNameOf } from '../../../rules/mediaAddress';
import styles from './Media.module.css';
import type { MediaProps } from './MessageMedia';

/** Anything that is no picture, video or sound: a link that downloads it (S1 §3). */
export function FileLink({ message, address, isCurrent }: MediaProps) {
  return (
    <a href={address ?? undefined} className={styles.file} download tabIndex={isCurrent ? 0 : -1}>
      <File size={22} aria-hidden />
      <span className={styles.fileName}>{fileNameOf(message.mediaUrl)}</span>
      <Download size={18} role="img" aria-label="Download" />
    </a>
  );
}
