import { useSelector } from '@xstate/react';
import { Check, CheckCheck, CircleAlert, Clock } from 'lucide-react';
import type { Message } from '../../contract/chats';
import { selectRefusal } from '../../machines/chat/outbox.select';
import { tickOf } from '../../rules/messages';
import { useChat } from './chat';
import styles from './MessageRow.module.css';

const looks = {
  clock: { label: 'Sending', Icon: Clock },
  sent: { label: 'Sent', Icon: Check },
  read: { label: 'Read', Icon: CheckCheck },
};

/** How far an own message has come: clock, one tick, read tick (S1 §4), or that it failed. */
export function Tick({ message }: { message: Message }) {
  const { me } = useChat();
  const tick = tickOf(message, me.id);
  if (tick === null) return null;
  return tick === 'clock' ? <Unsent clientMessageId={message.clientMessageId} /> : <Mark {...looks[tick]} />;
}

function Unsent({ clientMessageId }: { clientMessageId: string | null }) {
  const refusal = useSelector(useChat().outbox, selectRefusal(clientMessageId));
  return <Mark {...(refusal ? { label: 'Not sent', Icon: CircleAlert } : looks.clock)} />;
}

function Mark({ label, Icon }: { label: string; Icon: typeof Check }) {
  return (
    <span className={styles.tick} role="img" aria-label={label} data-tick={label}>
      <Icon size={16} aria-hidden />
    </span>
  );
}
