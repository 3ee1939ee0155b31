import { Link } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { BellOff, Globe } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import type { ChatGroupEntry } from '../../../contract/chats';
import { type ChatAddress, chatKey } from '../../../contract/topics';
import { type ChatListRef, selectDraft, selectNewest } from '../../../machines/chat/chatList.machine';
import { selectIsMentionedIn, selectIsMuted } from '../../../machines/notifications/news.select';
import { incidentChatName } from '../../../rules/chat/chatTexts';
import { previewOf, snippetOf } from '../../../rules/chat/messages';
import { cardColour } from '../../../rules/people/looks';
import { whenLabel } from '../../../rules/timeTexts';
import { countText } from '../../../rules/wording';
import { useMember } from '../../app';
import { UnreadDot } from '../../parts/Badge';
import { useNow } from '../../parts/useNow';
import { LinkBadge } from '../../shell/NewsBadge';
import styles from './ChatList.module.css';

interface ChatCardProps {
  chatList: ChatListRef;
  entry: ChatGroupEntry;
}

/**
 * One chat of the list, in a colour derived from its id (S1 §2): its name, the place of its incident, the last message with its sender
 * and time, and the unread count. A draft takes the place of the last message. What the server does not send is left out; without a
 * count there is a dot.
 */
export function ChatCard({ chatList, entry }: ChatCardProps) {
  const { chatGroup, lastMessage, lastMessageAt, lastSender, hasUnreadMessages, unreadCount } = entry;
  const place = chatGroup.incident?.location;
  const colour = cardColour(chatGroup.id);
  const chat: ChatAddress = { kind: 'incident', chatId: chatGroup.id };
  return (
    <Link
      to="/chat/$chatId"
      params={{ chatId: chatGroup.id }}
      className={styles.card}
      data-item
      style={{ '--ground': `var(--card-${colour})`, '--mark': `var(--card-mark-${colour})` } as CSSProperties}
    >
      <span className={styles.words}>
        <span className={styles.name} dir="auto">
          {incidentChatName(chatGroup.name)}
        </span>
        {place && (
          <span className={styles.preview} dir="auto">
            {place}
          </span>
        )}
        <Draft chatList={chatList} chat={chat}>
          {lastMessage !== null && <LastMessage sender={lastSender} text={lastMessage} />}
        </Draft>
      </span>
      <span className={styles.aside}>
        <span>
          <Muted chat={chat} />
          {lastMessageAt && <Time at={lastMessageAt} />}
        </span>
        {hasUnreadMessages && (unreadCount ? <UnreadCount chat={chat} count={unreadCount} /> : <UnreadDot />)}
      </span>
    </Link>
  );
}

interface DraftProps {
  chatList: ChatListRef;
  chat: ChatAddress;
  /** The line of a chat without a draft. */
  children: ReactNode;
}

/** What this device keeps unsent for a chat (DECISIONS 176). */
function Draft({ chatList, chat, children }: DraftProps) {
  const text = useSelector(chatList, selectDraft(chat));
  if (text === undefined) return children;
  return (
    <span className={styles.preview} dir="auto">
      <span className={styles.draft}>Draft: </span>
      <span>{text === '' ? 'a reply' : previewOf(text)}</span>
    </span>
  );
}

/** The number of unread messages, with an @ if one of them mentions the member. */
function UnreadCount({ chat, count }: { chat: ChatAddress; count: number }) {
  const isMentioned = useSelector(useMember().news, selectIsMentionedIn(chatKey(chat)));
  return (
    <span
      className={styles.count}
      role="img"
      aria-label={`${countText(count)} Unread message${count === 1 ? '' : 's'}${isMentioned ? ', you are mentioned' : ''}`}
    >
      {isMentioned && '@'}
      {countText(count)}
    </span>
  );
}

/** The sign that a chat is muted on this device. */
function Muted({ chat }: { chat: ChatAddress }) {
  const isMuted = useSelector(useMember().news, selectIsMuted(chatKey(chat)));
  return isMuted && <BellOff size={14} role="img" aria-label="Muted on this device" className={styles.muted} />;
}

function LastMessage({ sender, text }: { sender: string | null | undefined; text: string }) {
  return (
    <span className={styles.preview} dir="auto">
      {sender && <span>{sender}: </span>}
      <span>{previewOf(text)}</span>
    </span>
  );
}

function Time({ at }: { at: string }) {
  const now = useNow();
  return <time dateTime={at}>{whenLabel(at, now)}</time>;
}

/** The global chat, above the chats of the incidents. What the server does not send is left out (DECISIONS 220). */
export function GlobalChatCard({ chatList }: { chatList: ChatListRef }) {
  const newest = useSelector(chatList, selectNewest);
  return (
    <Link
      to="/gchat"
      className={styles.card}
      data-item
      style={{ '--ground': 'var(--surface)', '--mark': 'var(--brand)' } as CSSProperties}
    >
      <Globe size={22} aria-hidden />
      <span className={styles.words}>
        <span className={styles.name}>Global Chat</span>
        <Draft chatList={chatList} chat={{ kind: 'global' }}>
          {newest ? (
            <LastMessage sender={newest.sender.firstName} text={snippetOf(newest)} />
          ) : (
            <span className={styles.preview}>All members</span>
          )}
        </Draft>
      </span>
      <span className={styles.aside}>
        <span>
          <Muted chat={{ kind: 'global' }} />
          {newest && <Time at={newest.timestamp} />}
        </span>
        <LinkBadge to="/gchat" />
      </span>
    </Link>
  );
}
