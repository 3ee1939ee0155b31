import { useSelector } from '@xstate/react';
import { RotateCw } from 'lucide-react';
import { selectHasOlder, selectIsFetchingOlder, selectOlderFailed } from '../../machines/chat/history.select';
import { Button } from '../parts/Button';
import { Spinner } from '../parts/Spinner';
import { useChat } from './chat';
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
