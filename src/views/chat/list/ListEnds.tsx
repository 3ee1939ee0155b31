import { useSelector } from '@xstate/react';
import { ArrowDown, RotateCw } from 'lucide-react';
import {
  selectHasOlder,
  selectIsFetchingOlder,
  selectNewcomers,
  selectOlderFailed,
} from '../../../machines/chat/history.select';
import { selectHasNewBelow } from '../../../machines/chat/viewport.select';
import { snippetOf } from '../../../rules/messages';
import { Button } from '../../parts/Button';
import { Spinner } from '../../parts/Spinner';
import { useChat } from '../chat';
import styles from './MessageList.module.css';

/** The top of the list: older messages on their way, why they are not, or that there are none. */
export function OlderMessages() {
  const { history } = useChat();
  const isFetching = useSelector(history, selectIsFetchingOlder);
  const hasFailed = useSelector(history, selectOlderFailed);
  const hasOlder = useSelector(history, selectHasOlder);
  return (
    <div className={styles.older}>
      {isFetching && <Spinner label="Loading older messages" />}
      {hasFailed && (
        <>
          <p role="alert">Older messages could not be loaded.</p>
          <Button variant="quiet" onClick={() => history.send({ type: 'history.retry' })}>
            <RotateCw size={16} aria-hidden />
            Try again
          </Button>
        </>
      )}
      {!hasOlder && <p>This is where the conversation begins.</p>}
    </div>
  );
}

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

/**
 * Reads out what others have just written. The list itself is no live region: it would read every message that scrolling
 * brings in, and all of them when the chat opens.
 */
export function Announcer() {
  const { history } = useChat();
  const newcomers = useSelector(history, selectNewcomers);
  return (
    <p className="visually-hidden" aria-live="polite">
      {newcomers.map((message) => `${message.sender.firstName}: ${snippetOf(message)}`).join('\n')}
    </p>
  );
}
