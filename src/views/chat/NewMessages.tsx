import { useSelector } from '@xstate/react';
import { ArrowDown } from 'lucide-react';
import { selectHasNewBelow } from '../../machines/chat/viewport.select';
import { Button } from '../parts/Button';
import { useChat } from './chat';
import styles from './MessageList.module.css';

/** There is something new further down; pressing it scrolls to the bottom (S1 §2). */
export function NewMessages() {
  const { viewport } = useChat();
  const hasNewBelow = useSelector(viewport, selectHasNewBelow);
  return (
    hasNewBelow && (
      <Button variant="primary" className={styles.newMessages} onClick={() => viewport.send({ type: 'newest.show' })}>
        New Messages
        <ArrowDown size={18} aria-hidden />
      </Button>
    )
  );
}
