import { useSelector } from '@xstate/react';
import type { OutboxRef } from '../../../machines/chat/outbox.machine';
import { selectItems } from '../../../machines/chat/outbox.select';
import { Modal } from '../../parts/Modal';
import styles from './Outbox.module.css';
import { WaitingMessage } from './WaitingMessage';

interface OutboxPanelProps {
  outbox: OutboxRef;
  onClose: () => void;
}

/** Everything that waits or has failed, in all chats, in the order of sending (DECISIONS 41). */
export function OutboxPanel({ outbox, onClose }: OutboxPanelProps) {
  const items = useSelector(outbox, selectItems);
  return (
    <Modal title="Waiting to be sent" size="wide" onClose={onClose}>
      {items.length === 0 && <p>Everything has been sent.</p>}
      <ul className={styles.list}>
        {items.map((item) => (
          <WaitingMessage key={item.body.clientMessageId} outgoing={item} outbox={outbox} />
        ))}
      </ul>
    </Modal>
  );
}
