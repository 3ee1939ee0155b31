import { useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { ChatAddress } from '../../contract/topics';
import type { conversationMachine } from '../../machines/chat/conversation.machine';
import { textIn } from '../../rules/wording';
import type { ScreenProps } from '../app';
import { BackArrow } from '../parts/BackLink';
import { Conversation } from './Conversation';
import styles from './Conversation.module.css';
import { type ChatSearch, useOpenChat } from './chat';
import { MuteButton, SearchButton } from './HeaderButtons';

const EVERYBODY: ChatAddress = { kind: 'global' };

/** The chat of all members (S1 §2, /gchat). */
export function GlobalChatScreen({ machine }: ScreenProps<typeof conversationMachine>): ReactElement {
  const { message }: ChatSearch = useSearch({ strict: false });
  const messageId = textIn(message);
  return <GlobalChat key={messageId} machine={machine} messageId={messageId} />;
}

function GlobalChat({ machine, messageId }: ScreenProps<typeof conversationMachine> & { messageId: string }) {
  const chat = useOpenChat(machine, EVERYBODY, messageId);
  return (
    <Conversation
      chat={chat}
      title="Global Chat"
      header={
        <>
          <BackArrow to="/chat" label="Go to Incident Chats" data-back />
          <h1 className={styles.title} title="Global Chat for all members">
            Global Chat
          </h1>
          <div className={styles.buttons}>
            <SearchButton chat="global" />
            <MuteButton chat={EVERYBODY} />
          </div>
        </>
      }
    />
  );
}
