import { useSelector } from '@xstate/react';
import { MessagesSquare } from 'lucide-react';
import { useMemo } from 'react';
import {
  type chatListMachine,
  selectEntries,
  selectFeed,
  selectIsEmpty,
  selectIsForbidden,
  selectIsPopulated,
} from '../../../machines/chat/chatList.machine';
import { selectIsLoading, selectUnreadable } from '../../../machines/feed.machine';
import { selectMe } from '../../../machines/session/session.select';
import { chatListFailureText, chatListTexts } from '../../../rules/chat/chatTexts';
import { type ScreenProps, useApp, useScreen } from '../../app';
import { ReportLink } from '../../incidents/parts/ReportLink';
import { FeedProblem } from '../../parts/FeedProblem';
import { Page } from '../../parts/page/Page';
import { Skeleton } from '../../parts/page/Skeleton';
import { ErrorState, NoCases, Unreadable } from '../../parts/page/States';
import { ChatCard, GlobalChatCard } from './ChatCard';
import styles from './ChatList.module.css';

/** The member's incident chats (S1 §2, /chat). */
export function ChatListScreen({ machine }: ScreenProps<typeof chatListMachine>) {
  const { session } = useApp();
  const me = useSelector(session, selectMe);
  const input = useMemo(() => ({ session, userId: me?.id ?? '' }), [session, me?.id]);
  const chatList = useScreen(machine, input);
  const entries = useSelector(chatList, selectEntries);
  const isEmpty = useSelector(chatList, selectIsEmpty);
  const isPopulated = useSelector(chatList, selectIsPopulated);
  const isForbidden = useSelector(chatList, selectIsForbidden);
  const feed = useSelector(chatList, selectFeed);
  const isLoading = useSelector(feed, selectIsLoading);
  const unreadable = useSelector(feed, selectUnreadable);
  return (
    <Page
      title={`Hello, ${me?.firstName ?? ''}!`}
      actor={chatList}
      lead="Your active case conversations are listed below."
      actions={!isForbidden && <ReportLink />}
    >
      {!isForbidden && (
        <div className={styles.global}>
          <GlobalChatCard chatList={chatList} />
        </div>
      )}
      {isLoading && <Skeleton label={chatListTexts.loading} grid={styles.cards} height="5.5rem" />}
      {isForbidden && <ErrorState message={chatListTexts.forbidden} />}
      <FeedProblem feed={feed} textOf={chatListFailureText} />
      <Unreadable count={unreadable} of={['chat', 'chats']} />
      {isEmpty && unreadable === 0 && (
        <NoCases title="No Active Conversations" icon={<MessagesSquare size={32} aria-hidden />}>
          Chat groups appear here once you are assigned to rescue cases.
        </NoCases>
      )}
      {isPopulated && (
        <ul className={styles.cards}>
          {entries.map((entry) => (
            <li key={entry.chatGroup.id}>
              <ChatCard chatList={chatList} entry={entry} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}
