import { useSelector } from '@xstate/react';
import { X } from 'lucide-react';
import type { CSSProperties } from 'react';
import { selectProgress, selectRefusal } from '../../../machines/chat/outbox.select';
import { useChat } from '../chat';
import styles from './Media.module.css';

interface SendingRingProps {
  clientMessageId: string | null;
  isCurrent: boolean;
}

/** How much of a file has gone out, and the way to call it back. Empty while it waits for its turn or for a network. */
export function SendingRing({ clientMessageId, isCurrent }: SendingRingProps) {
  const { outbox } = useChat();
  const progress = useSelector(outbox, selectProgress(clientMessageId));
  const refusal = useSelector(outbox, selectRefusal(clientMessageId));
  if (clientMessageId === null || refusal !== null) return null;
  const percent = Math.round((progress ?? 0) * 100);
  return (
    <button
      type="button"
      className={styles.ring}
      tabIndex={isCurrent ? 0 : -1}
      aria-label={progress === undefined ? 'Cancel sending' : `Cancel sending, ${percent} percent uploaded`}
      title="Cancel sending"
      onClick={() => outbox.send({ type: 'message.withdraw', clientMessageId })}
    >
      <svg viewBox="0 0 44 44" aria-hidden style={{ '--percent': percent } as CSSProperties}>
        <circle cx="22" cy="22" r="19" pathLength="100" className={styles.track} />
        <circle cx="22" cy="22" r="19" pathLength="100" className={styles.progress} />
      </svg>
      <X size={18} aria-hidden />
    </button>
  );
}
