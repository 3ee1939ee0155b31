import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import type { ChatGroupEntry } from '../../../contract/chats';
import { cardColour } from '../../../rules/looks';
import { previewOf } from '../../../rules/messages';
import { UnreadDot } from '../../parts/Badge';
import styles from './ChatList.module.css';

/** One chat of the list: name, last message and whether there is something unread, in the colour of its id (S1 §2). */
export function ChatCard({ entry: { chatGroup, lastMessage, hasUnreadMessages } }: { entry: ChatGroupEntry }) {
  const colour = cardColour(chatGroup.id);
  return (
    <Link
      to="/chat/$chatId"
      params={{ chatId: chatGroup.id }}
      className={styles.card}
      style={{ '--ground': `var(--card-${colour})`, '--mark': `var(--card-mark-${colour})` } as CSSProperties}
    >
      <span className={styles.words}>
        <span className={styles.name} dir="auto">
          {chatGroup.name}
        </span>
        {lastMessage !== null && (
          <span className={styles.preview} dir="auto">
            {previewOf(lastMessage)}
          </span>
        )}
      </span>
      {hasUnreadMessages && <UnreadDot />}
    </Link>
  );
}
