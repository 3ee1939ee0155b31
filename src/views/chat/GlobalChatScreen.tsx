import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactElement } from 'react';
import type { ChatAddress } from '../../contract/topics';
import { iconButtonLook } from '../parts/IconButton';
import { Conversation } from './Conversation';
import styles from './Conversation.module.css';
import { useOpenChat } from './chat';

const EVERYBODY: ChatAddress = { kind: 'global' };

/** The chat of all members (S1 §2, /gchat). */
export function GlobalChatScreen(): ReactElement {
  const chat = useOpenChat(EVERYBODY);
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
        </>
      }
    />
  );
}
