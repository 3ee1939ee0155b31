import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import {
  selectCanRetry,
  selectEntries,
  selectFailure,
  selectIsEmpty,
  selectIsLoading,
} from '../../machines/chat/chatList.select';
import { selectMe } from '../../machines/session/session.select';
import { useApp, useScreen } from '../app';
import { failureParts } from '../failure';
import { Lately } from '../parts/Lately';
import { Page } from '../parts/Page';
import { Skeleton } from '../parts/Skeleton';
import { ChatCard } from './ChatCard';
import styles from './ChatList.module.css';
import { NoConversations } from './EmptyChats';

/** The member's incident chats (S1 §2, /chat). */
export function ChatListScreen() {
  const { session, machines } = useApp();
  const me = useSelector(session, selectMe);
  const input = useMemo(() => ({ session, userId: me?.id ?? '' }), [session, me?.id]);
  const chatList = useScreen(machines.chatList, input);
  const entries = useSelector(chatList, selectEntries);
  const isLoading = useSelector(chatList, selectIsLoading);
  const isEmpty = useSelector(chatList, selectIsEmpty);
  const failure = useSelector(chatList, selectFailure);
  const canRetry = useSelector(chatList, selectCanRetry);
  return (
    <Page title={`Hello, ${me?.firstName ?? ''}!`} lead="Your active case conversations are listed below.">
      {isLoading && <Skeleton label="Loading Your Chats..." grid={styles.cards} height="5.5rem" />}
      {failure !== null && (
        <Lately
          part={failureParts}
          message={failure}
          onRetry={canRetry ? () => chatList.send({ type: 'list.retry' }) : undefined}
        />
      )}
      {isEmpty && <NoConversations />}
      {failure === null && !isLoading && !isEmpty && (
        <ul className={styles.cards}>
          {entries.map((entry) => (
            <li key={entry.chatGroup.id}>
              <ChatCard entry={entry} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}
