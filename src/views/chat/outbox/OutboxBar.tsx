import { useSelector } from '@xstate/react';
import { CircleAlert, Clock } from 'lucide-react';
import { useState } from 'react';
import type { OutboxRef } from '../../../machines/chat/outbox.machine';
import { selectItems, selectRefusedCount, selectWaitingCount } from '../../../machines/chat/outbox.select';
import { Button } from '../../parts/Button';
import { StatusLabel, statusLook } from '../../parts/StatusLabel';
import { OutboxPanel } from './OutboxPanel';

/** Says over all screens that something of the member's waits to be sent; pressing it lists what. */
export function OutboxBar({ outbox }: { outbox: OutboxRef }) {
  const waiting = useSelector(outbox, selectWaitingCount);
  const refused = useSelector(outbox, selectRefusedCount);
  // No rule asks whether it is open: the outbox, whose chart is part of the first load, need not know.
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {waiting + refused > 0 && (
        <Button variant="quiet" className={statusLook} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          <StatusLabel
            Icon={waiting > 0 ? Clock : CircleAlert}
            count={waiting + refused}
            words={saying(waiting, refused)}
          />
        </Button>
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

/** What waits will go out by itself; what was refused is the member's to decide about. */
function saying(waiting: number, refused: number) {
  const notSent = refused > 0 && `${counted(refused)} ${refused === 1 ? 'was' : 'were'} not sent`;
  return [waiting > 0 && `${counted(waiting)} waiting to be sent`, notSent].filter(Boolean).join(', ');
}

const counted = (count: number) => `${count} ${count === 1 ? 'message' : 'messages'}`;
