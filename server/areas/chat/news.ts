import type { Message } from '../../../src/contract/chats';
import type { ChatAddress } from '../../../src/contract/topics';
import { mentionsIn } from '../../../src/rules/chat/mentions';
import { previewOf, snippetOf } from '../../../src/rules/chat/messages';
import type { Core } from '../../core';
import { tellMember } from '../../realtime/tellMember';
import type { Reader } from './access';

/** Tells a member's apps that their list of chats, or their unread messages in the global chat, must be fetched again. */
export function publishChatsChanged(broker: Core['broker'], userId: number, address: ChatAddress): void {
  tellMember({ broker }, userId, { type: 'chats.changed', ...placeOf(address) });
}

const placeOf = (address: ChatAddress) =>
  address.kind === 'global' ? { chatId: null, isGlobal: true } : { chatId: address.chatId };

/**
 * Tells the readers of a chat of new messages that were stored together. Each reader is told of every message that mentions them,
 * and of the newest message by somebody else; `count` says how many messages a piece of news is about.
 * @param fresh the oldest first
 */
export function publishMessages(
  broker: Core['broker'],
  address: ChatAddress,
  readers: readonly Reader[],
  fresh: readonly Message[],
): void {
  const told = fresh.map((message) => ({
    message,
    preview: previewOf(snippetOf(message)),
    isMentioned: mentionsIn(message.text ?? ''),
  }));
  for (const { userId, firstName, chatName, isInTeam } of readers) {
    const others = told.filter(({ message }) => message.sender.id !== String(userId));
    const mentions = others.filter(({ isMentioned }) => isMentioned(firstName));
    const newest = others.at(-1);
    // All new messages are the reader's own. Their list then shows a new last message; in the global chat nothing changes for
    // them.
    if (!newest && address.kind === 'incident') publishChatsChanged(broker, userId, address);
    for (const one of newest && !mentions.includes(newest) ? [...mentions, newest] : mentions) {
      const { id, sender } = one.message;
      tellMember({ broker }, userId, {
        type: 'chats.changed',
        ...placeOf(address),
        count: one === newest ? others.length - mentions.filter((mention) => mention !== newest).length : 1,
        message: {
          messageId: id,
          senderId: sender.id,
          senderName: sender.firstName,
          chatName,
          preview: one.preview,
          isMention: mentions.includes(one),
          isMyCase: isInTeam,
        },
      });
    }
  }
}
