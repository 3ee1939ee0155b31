import type { Can } from '../../contract/capabilities';
import { Message, type Refusal, TypingSign } from '../../contract/chats';
import { MemberNews } from '../../contract/memberNews';
import {
  type ChatAction,
  type ChatAddress,
  chatKey,
  destinationOf,
  readDestination,
  topicOf,
  topics,
} from '../../contract/topics';
import type { ChatTopicEvent, TypingTopicEvent } from '../../machines/chat/ports';
import { askedSince } from '../api/ahead';
import { readBody } from './bodies';
import { createBatch, type Hub } from './hub';
import { hasHadNews } from './missedNews';

/** The chats that are open in this tab: what arrives in them, and how to publish to them. */
export function createChats(hub: Hub, can: Can, userId: () => string | null) {
  const refusalListeners = new Set<(refusal: Refusal) => void>();
  const foundListeners = new Set<(chat: ChatAddress, message: Message) => void>();

  /** Sends an action to a chat. Returns false if there is no connection; then nothing is sent. */
  function publish(chat: ChatAddress, action: ChatAction, body: object): boolean {
    const wasHanded = hub.publish(destinationOf(chat, action), JSON.stringify(body));
    if (!wasHanded) console.warn(`Not connected: ${action} was not sent`);
    return wasHanded;
  }

  /** Reports what the member's personal topic says about a chat: that the member has left it, or that it was cleared. */
  function hearMemberNews(member: string, chat: ChatAddress, say: (news: ChatTopicEvent) => void): () => void {
    return hub.listen(topics.member(member), {
      arrived: (body) => {
        const news = readBody(MemberNews, body);
        if (news?.type === 'member.left') say(news);
        const isCleared = news?.type === 'chat.cleared' || news?.type === 'application.reset';
        if (isCleared && chat.kind === 'global') say({ type: 'chat.cleared' });
      },
    });
  }

  return {
    publish,

    /** Tells the chat that a refusal belongs to. */
    deliverRefusal(refusal: Refusal): void {
      for (const hear of refusalListeners) hear(refusal);
    },

    /**
     * Delivers a message that was found in the history, because its echo did not come, to everybody who has its chat open in this
     * tab.
     */
    deliverFound(chat: ChatAddress, message: Message): void {
      for (const hear of foundListeners) hear(chat, message);
    },

    /** Joins a chat: listens to its topic and returns how to publish to it and how to leave it. */
    joinChat(chat: ChatAddress, say: (news: ChatTopicEvent) => void) {
      const since = askedSince();
      const batch = createBatch<Message>((messages) => say({ type: 'messages.arrived', messages }));
      const onRefusal = (refusal: Refusal) => {
        const refused = readDestination(refusal.destination);
        if (refused && chatKey(refused.chat) === chatKey(chat)) say({ type: 'refusal.arrived', refusal });
      };
      refusalListeners.add(onRefusal);
      const onFound = (where: ChatAddress, message: Message) => {
        if (chatKey(where) === chatKey(chat)) batch.add(message);
      };
      foundListeners.add(onFound);
      const member = userId();
      const leaveNews = member === null ? () => {} : hearMemberNews(member, chat, say);
      const leaveTopic = hub.listen(topicOf(chat), {
        opened: ({ latest, oldest, quietFor }) =>
          say({ type: 'topic.opened', latest, oldest, isRevised: hasHadNews(quietFor, since) }),
        lost: (byError) => say({ type: 'topic.lost', byError }),
        refused: () => say({ type: 'topic.refused' }),
        arrived: (body) => {
          const message = readBody(Message, body);
          if (message) batch.add(message);
        },
      });
      return {
        publish: (action: ChatAction, body: object) => publish(chat, action, body),
        leave() {
          leaveTopic();
          leaveNews();
          refusalListeners.delete(onRefusal);
          foundListeners.delete(onFound);
          batch.stop();
        },
      };
    },

    /**
     * Listens to who is typing in a chat (DECISIONS 177). Does nothing in the global chat, or if the server lacks the capability.
     * @returns functions that say that the member is typing, and that leave
     */
    joinTyping(chat: ChatAddress, say: (news: TypingTopicEvent) => void) {
      if (chat.kind === 'global' || !can('typing')) return { publish: () => {}, leave: () => {} };
      const leave = hub.listen(topics.typing(chat.chatId), {
        opened: () => say({ type: 'typing.opened' }),
        lost: () => say({ type: 'typing.closed' }),
        refused: () => say({ type: 'typing.closed' }),
        arrived: (body) => {
          const sign = readBody(TypingSign, body);
          if (sign) say({ type: 'typing.heard', sign });
        },
      });
      return { publish: () => publish(chat, 'typing', {}), leave };
    },
  };
}
