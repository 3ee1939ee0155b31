import { useSelector } from '@xstate/react';
import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { selectCanAttach } from '../../../machines/chat/composer.select';
import { IconButton } from '../../parts/IconButton';
import { useChat } from '../chat';

/** Opens the browser's file picker, which offers images and videos (S1 §2, §5). */
export function AttachButton() {
  const { composer } = useChat();
  const canAttach = useSelector(composer, selectCanAttach);
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label="Send Image/Video" disabled={!canAttach} onClick={() => picker.current?.click()}>
        <Paperclip size={22} aria-hidden />
      </IconButton>
      <input
        ref={picker}
        type="file"
        accept="image/*,video/*"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          composer.send({ type: 'files.choose', files: [...(currentTarget.files ?? [])] });
          // So that the same file can be picked again after it was removed.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
