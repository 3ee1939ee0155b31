import { useSelector } from '@xstate/react';
import { MessagesSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import { selectRecordingActor, selectText, selectUnsentFiles } from '../../machines/chat/composer.select';
import { selectChatFailure, selectIsDone, selectIsFound } from '../../machines/chat/conversation.select';
import {
  selectAsOf,
  selectHistoryFailure,
  selectIsEmpty,
  selectIsReady,
  selectUnreadable,
} from '../../machines/chat/history.select';
import { selectIsSilent, selectShownText, selectTimes } from '../../machines/chat/transientText.machine';
import { selectHasFailed, selectIsCopied } from '../../machines/textCopying.machine';
import { copyTexts } from '../../rules/chat/chatTexts';
import { asOfText } from '../../rules/timeTexts';
import { Banner } from '../parts/Banner';
import { NotSent } from '../parts/NotSent';
import { FilledPage } from '../parts/page/Page';
import { EmptyState, ErrorState, LoadingState, Unreadable } from '../parts/page/States';
import { Supervised } from '../parts/Supervised';
import { useNow } from '../parts/useNow';
import styles from './Conversation.module.css';
import { type Chat, ChatProvider, useChat } from './chat';
import { Composer } from './composer/Composer';
import { PlaceSharing } from './composer/PlaceSharing';
import { MessageList } from './list/MessageList';
import { Overlays } from './menu/Overlays';
import { PinnedBar } from './PinnedBar';
import { TeamLine } from './TeamLine';
import { TypingLine } from './TypingLine';

interface ConversationProps {
  chat: Chat;
  /** The screen's part of the browser tab's title. */
  title: string;
  /** The Back link, the visible heading, and the buttons of this kind of chat. */
  header: ReactNode;
}

/** An open chat, either an incident's chat or the global one (S1 §2). */
export function Conversation({ chat, title, header }: ConversationProps) {
  const chatFailure = useSelector(chat.conversation, selectChatFailure);
  const isDone = useSelector(chat.conversation, selectIsDone);
  const isFound = useSelector(chat.conversation, selectIsFound);
  const unreadable = useSelector(chat.history, selectUnreadable);
  const historyFailure = useSelector(chat.history, selectHistoryFailure);
  const recording = useSelector(chat.composer, selectRecordingActor);
  const failure = chatFailure ?? (isFound ? historyFailure : null);
  return (
    <ChatProvider value={chat}>
      <FilledPage
        title={title}
        actor={chat.conversation}
        apart={[chat.audio, chat.composer, chat.viewer]}
        header={header}
        lead={
          failure === null && (
            <>
              <TeamLine />
              <PinnedBar />
            </>
          )
        }
        footer={
          failure !== null ? (
            <Unsent />
          ) : (
            <>
              <Unreadable count={unreadable} of={['message', 'messages']} />
              <div className={styles.asOf}>
                <AsOfMessages history={chat.history} />
              </div>
              {isDone ? (
                <>
                  <p className={styles.done}>This case is done. Its chat can only be read.</p>
                  <Unsent />
                </>
              ) : (
                <>
                  <TypingLine />
                  <Supervised actor={chat.composer} apart={[recording]}>
                    <Composer />
                  </Supervised>
                  <PlaceSharing />
                </>
              )}
            </>
          )
        }
      >
        {failure === null ? <Messages isFound={isFound} /> : <Failure message={failure} />}
        <ErrorBar />
        <CopyOutcome />
      </FilledPage>
    </ChatProvider>
  );
}

/** 'As of 14:05.' while the messages are cached and could not be refreshed. */
function AsOfMessages({ history }: Pick<Chat, 'history'>) {
  const asOf = useSelector(history, selectAsOf);
  const now = useNow();
  if (asOf === null) return null;
  return (
    <Banner tone="warn" onRetry={() => history.send({ type: 'history.retry' })}>
      {asOfText(asOf, now)}.
    </Banner>
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
  const { conversation, history } = useChat();
  const isDone = useSelector(conversation, selectIsDone);
  const isReady = useSelector(history, selectIsReady);
  const isEmpty = useSelector(history, selectIsEmpty);
  const unreadable = useSelector(history, selectUnreadable);
  if (!isFound || !isReady) return <LoadingState label="Loading..." />;
  if (isEmpty && unreadable > 0) return null;
  if (isEmpty)
    return (
      <EmptyState title="No messages yet" icon={<MessagesSquare size={32} aria-hidden />}>
        {isDone
          ? 'Nobody wrote here before the case was done.'
          : 'Write the first one: everybody in this chat will see it.'}
      </EmptyState>
    );
  return (
    <>
      <MessageList />
      <Overlays />
    </>
  );
}

/** The latest error (S1 §8). Its chart removes it after 5 s. */
function ErrorBar() {
  const { bar } = useChat();
  const text = useSelector(bar, selectShownText);
  const isSilent = useSelector(bar, selectIsSilent);
  const times = useSelector(bar, selectTimes);
  return (
    text !== null && (
      <div className={styles.notice}>
        <Banner key={times} tone="danger" floating silent={isSilent}>
          {text}
        </Banner>
      </div>
    )
  );
}

/** Says for a moment whether 'Copy text' worked. */
function CopyOutcome() {
  const { textCopying } = useChat();
  const isCopied = useSelector(textCopying, selectIsCopied);
  const hasFailed = useSelector(textCopying, selectHasFailed);
  return (
    (isCopied || hasFailed) && (
      <div className={styles.notice}>
        <Banner tone={isCopied ? 'success' : 'danger'} floating>
          {isCopied ? copyTexts.copied : copyTexts.failed}
        </Banner>
      </div>
    )
  );
}

/** What a member was writing when the chat could no longer be written in, in the place of the input bar. DECISIONS 291 */
function Unsent() {
  const { composer, textCopying } = useChat();
  const text = useSelector(composer, selectText);
  const files = useSelector(composer, selectUnsentFiles);
  return <NotSent text={text} files={files} copying={textCopying} />;
}
