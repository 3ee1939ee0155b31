import { useSelector } from '@xstate/react';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import type { OutboxRef } from '../../../machines/chat/outbox.machine';
import { selectItems, selectWaitingCount } from '../../../machines/chat/outbox.select';
import { Button } from '../../parts/Button';
import styles from './Outbox.module.css';
import { OutboxPanel } from './OutboxPanel';

/** Says over all screens that something of the member's waits to be sent; pressing it lists what. */
export function OutboxBar({ outbox }: { outbox: OutboxRef }) {
  const count = useSelector(outbox, selectWaitingCount);
  // As with every dialog that belongs to one button, whether it is open is the document's business.
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {count > 0 && (
        <div className={styles.bar}>
          <Button variant="quiet" className={styles.open} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
            <Clock size={16} aria-hidden />
            {count} {count === 1 ? 'message' : 'messages'} waiting to be sent
          </Button>
        </div>
      )}
      <Refusals outbox={outbox} />
      {isOpen && <OutboxPanel outbox={outbox} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Reads out, once each, the messages that the server refuses, wherever in the list they stand. */
function Refusals({ outbox }: { outbox: OutboxRef }) {
  const items = useSelector(outbox, selectItems);
  return (
    <div className="visually-hidden" aria-live="assertive">
      {items.map(({ body, refusal }) => refusal !== null && <p key={body.clientMessageId}>Not sent. {refusal}</p>)}
    </div>
  );
}
