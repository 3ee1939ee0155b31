import { useSelector } from '@xstate/react';
import { ImageUp } from 'lucide-react';
import type { DragEvent, ReactNode } from 'react';
import { selectCanAttach } from '../../../machines/chat/composer.select';
import { useChat } from '../chat';
import styles from './Attach.module.css';

/** A conversation onto which files can be dropped: while some are held over it, it says so. */
export function DropZone({ children }: { children: ReactNode }) {
  const { composer } = useChat();
  const canAttach = useSelector(composer, selectCanAttach);
  const leave = (event: DragEvent<HTMLElement>) => delete event.currentTarget.dataset.holding;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's way; the attach button is everybody's.
    <div
      className={styles.zone}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = canAttach ? 'copy' : 'none';
        if (canAttach) event.currentTarget.dataset.holding = '';
      }}
      onDragLeave={(event) => !event.currentTarget.contains(event.relatedTarget as Node | null) && leave(event)}
      onDrop={(event) => {
        leave(event);
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        composer.send({ type: 'files.choose', files: [...event.dataTransfer.files] });
      }}
    >
      {children}
      <div className={styles.target} aria-hidden>
        <ImageUp size={40} />
        <span>Drop files to attach them</span>
      </div>
    </div>
  );
}
