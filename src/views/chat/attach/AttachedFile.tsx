import { AudioLines, X } from 'lucide-react';
import type { Attachment } from '../../../machines/chat/attachments.machine';
import { kindOf } from '../../../rules/media';
import { IconButton } from '../../parts/IconButton';
import { Spinner } from '../../parts/Spinner';
import { useObjectUrl } from '../media/useObjectUrl';
import styles from './Attach.module.css';

interface AttachedFileProps {
  attachment: Attachment;
  onRemove: () => void;
}

/** One attached file: how it looks, its name, and whether it is still being made small (S1 §5). */
export function AttachedFile({ attachment: { file, prepared }, onRemove }: AttachedFileProps) {
  const address = useObjectUrl(file) ?? undefined;
  const kind = kindOf(file.type);
  return (
    <li className={styles.file}>
      <div className={styles.look} aria-busy={prepared === null}>
        {kind === 'IMAGE' && <img src={address} alt="" decoding="async" />}
        {kind === 'VIDEO' && <video src={address} preload="metadata" muted playsInline aria-hidden tabIndex={-1} />}
        {kind === 'AUDIO' && <AudioLines size={28} aria-hidden />}
        {prepared === null && (
          <span className={styles.busy}>
            <Spinner label={`Compressing ${file.name}`} />
          </span>
        )}
      </div>
      <span className={styles.name} title={file.name}>
        {file.name}
      </span>
      <IconButton label={`Remove ${file.name}`} className={styles.remove} onClick={onRemove}>
        <X size={16} aria-hidden />
      </IconButton>
    </li>
  );
}
