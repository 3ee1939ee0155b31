import { SmilePlus } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { Message } from '../../../contract/chats';
import { IconButton } from '../../parts/IconButton';
import { useChat } from '../chat';
import styles from '../list/MessageRow.module.css';

/** Opens the menu of the message that the mouse or the focus is on. On touch screens a long press does. */
export function MenuButton({ message }: { message: Message }) {
  const { overlay } = useChat();

  function openMenu(event: MouseEvent<HTMLElement>) {
    const { left, width, bottom } = event.currentTarget.getBoundingClientRect();
    overlay.send({ type: 'menu.open', message, x: left + width / 2, y: bottom });
  }

  return (
    <IconButton label="React or reply" className={styles.more} aria-haspopup="dialog" onClick={openMenu}>
      <SmilePlus size={18} aria-hidden />
    </IconButton>
  );
}
