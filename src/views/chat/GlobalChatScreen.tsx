import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactElement } from 'react';
import type { ChatAddress } from '../../contract/topics';
import type { conversationMachine } from '../../machines/chat/conversation.machine';
import type { ScreenProps } from '../app';
import { iconButtonLook } from '../parts/IconButton';
import { Conversation } from './Conversation';
import styles from './Conversation.module.css';
import { useOpenChat } from './chat';
import { MuteButton } from './MuteButton';

const EVERYBODY: ChatAddress = { kind: 'global' };

/** The chat of all members (S1 §2, /gchat). */
export function GlobalChatScreen({ machine }: ScreenProps<typeof conversationMachine>): ReactElement {
  const chat = useOpenChat(machine, EVERYBODY);
  return (
    <Conversation
      chat={chat}
      title="Global Chat"
      header={
        <>
          <Link to="/chat" className={iconButtonLook()} aria-label="Go to Incident Chats" title="Go to Incident Chats">
            <ArrowLeft aria-hidden />
          </Link>
          <h1 className={styles.title} title="Global Chat for all members">
            Global Chat
          </h1>
          <MuteButton chat={EVERYBODY} />
        </>
      }
    />
  );
}
