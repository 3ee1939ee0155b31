import { type RefObject, useEffect } from 'react';
import { selectCanAttach, selectMediaBlockedBy } from '../../../machines/chat/composer.select';
import { useChat } from '../chat';

/**
 * Attaches files that are pasted or dropped anywhere on the page, as long as the composer is shown.
 * @param target has `data-holding` while files are dragged over the page and may be attached
 */
export function useFileDrops(target: RefObject<HTMLElement | null>): void {
  const { composer } = useChat();
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const attach = (files: readonly File[]) => {
      const reason = selectMediaBlockedBy(composer.getSnapshot());
      composer.send(reason === null ? { type: 'files.choose', files } : { type: 'attachment.refused', reason });
    };
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
      attach(files);
    };
    const paste = (event: ClipboardEvent) => {
      const files = event.clipboardData?.files ?? [];
      // Some programs copy a picture of the text together with the text. Then only the text is pasted.
      if (files.length === 0 || event.clipboardData?.types.includes('text/plain')) return;
      event.preventDefault();
      attach([...files]);
    };
    window.addEventListener('paste', paste, { signal });
    window.addEventListener('dragover', over, { signal });
    window.addEventListener('dragleave', (event) => event.relatedTarget === null && hold(false), { signal });
    window.addEventListener('drop', drop, { signal });
    return () => stop.abort();
  }, [composer, target]);
}
