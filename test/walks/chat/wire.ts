import { fromCallback } from 'xstate';
import type { SendBody } from '../../../src/contract/chatRequests';
import type { Message } from '../../../src/contract/chats';
import { type ChatAction, type ChatAddress, chatKey, destinationOf } from '../../../src/contract/topics';
import type { ChatTopicCommand, ChatTopicEvent } from '../../../src/machines/chat/ports';

interface Listener {
  readonly chat: ChatAddress;
  say(event: ChatTopicEvent): void;
}

/** What was handed to the connection. */
interface Published {
  readonly to: string;
  readonly body: SendBody | object;
}

/** The scripted chat topics of all charts of a test: one connection that the test opens, loses and sends messages over. */
export function scriptedWire() {
  const listeners = new Set<Listener>();
  const published: Published[] = [];
  let isOpen = false;
  const tell = (event: ChatTopicEvent, chat?: ChatAddress) => {
    for (const listener of [...listeners])
      if (listeners.has(listener) && (!chat || chatKey(listener.chat) === chatKey(chat))) listener.say(event);
  };
  /** Joins a chat, as the gateway does. */
  const joinChat = (chat: ChatAddress, say: (event: ChatTopicEvent) => void) => {
    const listener: Listener = { chat, say };
    listeners.add(listener);
    // As the hub does: if the topic is open already, that is reported soon after.
    if (isOpen) queueMicrotask(() => isOpen && listeners.has(listener) && say({ type: 'topic.opened' }));
    return { leave: () => void listeners.delete(listener) };
  };

  return {
    published,
    joinChat,
    /** As the gateway's: false where there is no connection. */
    publish(chat: ChatAddress, action: ChatAction, body: object) {
      if (isOpen) published.push({ to: destinationOf(chat, action), body });
      return isOpen;
    },
    /** As the gateway's: what was found in the history reaches the open chat. */
    deliverFound: (chat: ChatAddress, message: Message) =>
      tell({ type: 'messages.arrived', messages: [message] }, chat),
    /** How many charts are subscribed. */
    listeners: () => listeners.size,
    /** The clientMessageIds of everything sent to a chat, in order. */
    sent: (chat: ChatAddress) =>
      published
        .filter(({ to }) => to === destinationOf(chat, 'send'))
        .map(({ body }) => (body as SendBody).clientMessageId),
    chatTopic: fromCallback<ChatTopicCommand, { chat: ChatAddress }>(({ input: { chat }, sendBack, receive }) => {
      receive(({ action, body }) => published.push({ to: destinationOf(chat, action), body }));
      return joinChat(chat, sendBack).leave;
    }),
    open() {
      isOpen = true;
      tell({ type: 'topic.opened' });
    },
    lose(byError = false) {
      isOpen = false;
      tell({ type: 'topic.lost', byError });
    },
    deliver: (chat: ChatAddress, ...messages: Message[]) => tell({ type: 'messages.arrived', messages }, chat),
    refuse: (chat: ChatAddress, status: number, message: string, clientMessageId: string | null = null) =>
      tell(
        {
          type: 'refusal.arrived',
          refusal: { destination: destinationOf(chat, 'send'), status, message, clientMessageId },
        },
        chat,
      ),
  };
}
