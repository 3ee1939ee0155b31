import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { selectIsFound, selectRoomFailure } from '../../machines/chat/conversation.select';
import { selectHistoryFailure, selectIsEmpty, selectIsReady } from '../../machines/chat/history.select';
import { ErrorState } from '../parts/ErrorState';
import { LoadingState } from '../parts/LoadingState';
import { FilledPage } from '../parts/Page';
import { Supervised } from '../parts/Supervised';
import { type Chat, ChatProvider, useChat } from './chat';
import { NoMessages } from './chatList/EmptyChats';
import { Composer } from './composer/Composer';
import { ErrorBar } from './ErrorBar';
import { MessageList } from './list/MessageList';
import { Overlays } from './menu/Overlays';

interface ConversationProps {
  chat: Chat;
  /** The name of the browser's tab. */
  title: string;
  /** The way back, the visible heading, and what else the kind of chat has there. */
  header: ReactNode;
}

/** An open chat, an incident's or the global one (S1 §2). */
export function Conversation({ chat, title, header }: ConversationProps) {
  const roomFailure = useSelector(chat.conversation, selectRoomFailure);
  const isFound = useSelector(chat.conversation, selectIsFound);
  const historyFailure = useSelector(chat.history, selectHistoryFailure);
  const failure = roomFailure ?? (isFound ? historyFailure : null);
  return (
    <ChatProvider value={chat}>
      <FilledPage
        title={title}
        actor={chat.conversation}
        apart={[chat.composer]}
        header={header}
        footer={
          failure === null && (
            <Supervised actor={chat.composer}>
              <Composer />
            </Supervised>
          )
        }
      >
        {failure === null ? <Messages isFound={isFound} /> : <Failure message={failure} />}
        <ErrorBar />
      </FilledPage>
    </ChatProvider>
  );
}

function Failure({ message }: { message: string }) {
  const { conversation, history } = useChat();
  return (
    <ErrorState
      title="Error"
      message={message}
      onRetry={() => {
        conversation.send({ type: 'conversation.retry' });
        history.send({ type: 'history.retry' });
      }}
    />
  );
}

function Messages({ isFound }: { isFound: boolean }) {
  const { history } = useChat();
  const isReady = useSelector(history, selectIsReady);
  const isEmpty = useSelector(history, selectIsEmpty);
  if (!isFound || !isReady) return <LoadingState label="Loading..." />;
  if (isEmpty) return <NoMessages />;
  return (
    <>
      <MessageList />
      <Overlays />
    </>
  );
}
