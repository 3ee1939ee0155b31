import { ImageUp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { selectCanAttach } from '../../../machines/chat/composer.select';
import { useChat } from '../chat';
import styles from './Attach.module.css';

/** Files can be pasted, and dropped anywhere, while a conversation is open: while some are held over it, it says so. */
export function DropZone() {
  const { composer } = useChat();
  const target = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const hold = (isHeld: boolean) => target.current?.toggleAttribute('data-holding', isHeld);
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      const canAttach = selectCanAttach(composer.getSnapshot());
      event.dataTransfer.dropEffect = canAttach ? 'copy' : 'none';
      hold(canAttach);
    };
    const drop = (event: DragEvent) => {
      hold(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      composer.send({ type: 'files.choose', files });
    };
    const paste = (event: ClipboardEvent) => {
      const files = event.clipboardData?.files ?? [];
      // Copied text may bring a picture of itself along: then it is the text that is meant.
      if (files.length === 0 || event.clipboardData?.types.includes('text/plain')) return;
      event.preventDefault();
      composer.send({ type: 'files.choose', files: [...files] });
    };
    window.addEventListener('paste', paste, { signal });
    window.addEventListener('dragover', over, { signal });
    window.addEventListener('dragleave', (event) => event.relatedTarget === null && hold(false), { signal });
    window.addEventListener('drop', drop, { signal });
    return () => stop.abort();
  }, [composer]);

  return (
    <div ref={target} className={styles.target} aria-hidden>
      <ImageUp size={40} />
      <span>Drop files to attach them</span>
    </div>
  );
}
