import { type CallbackActorLogic, type EventObject, fromCallback, fromPromise } from 'xstate';
import type { SendBody } from '../../contract/chatRequests';
import type { ChatGroupEntry, Message, Refusal } from '../../contract/chats';
import type { ChatAction, ChatAddress } from '../../contract/topics';

const unprovided = (port: string) => new Error(`${port} must be provided`);
const stream = <Command extends EventObject, Input>(port: string): CallbackActorLogic<Command, Input> =>
  fromCallback<Command, Input>(() => {
    throw unprovided(port);
  });

/** What arrives from the topic of one chat. */
export type ChatTopicEvent =
  /** The topic is subscribed to on a live connection; said again after each reconnect. */
  | { type: 'topic.opened' }
  | { type: 'topic.lost' }
  /** Messages that came in one turn, oldest first: new ones, and known ones that changed. */
  | { type: 'messages.arrived'; messages: readonly Message[] }
  /** Our server would not take something that was published to this chat. */
  | { type: 'refusal.arrived'; refusal: Refusal };

/** What can be said into a chat. Handing it to the connection promises nothing: only the echo does. */
export type ChatTopicCommand = { type: 'chat.publish'; action: ChatAction; body: SendBody | object };

/** The two-way stream of one chat: its topic, and the destinations of S1 §7. */
export const chatTopic = stream<ChatTopicCommand, { chat: ChatAddress }>('chatTopic');

/** Says `groups.changed` whenever the member's chat list may have changed (our server's own topic). */
export const groupsTopic = stream<EventObject, { userId: string }>('groupsTopic');

/** One live connection for as long as it is invoked: says `connection.opened`, `connection.lost`, `connection.refused`. */
export const connection = stream<EventObject, undefined>('connection');

/** What the browser knows of the network: `network.lost`, `network.returned`, and `page.shown` when the app comes to the front. */
export const network = stream<EventObject, undefined>('network');

/** Which part of a chat's history: the newest `limit` messages, or those before a message. */
export interface HistoryRequest {
  readonly chat: ChatAddress;
  readonly before?: string;
  readonly limit: number;
}

/** A part of the history, oldest first. Rejects with a CallFailure. */
export const fetchHistory = fromPromise<readonly Message[], HistoryRequest>(() =>
  Promise.reject(unprovided('fetchHistory')),
);

/** The member's chat list. Rejects with a CallFailure. */
export const fetchGroups = fromPromise<readonly ChatGroupEntry[]>(() => Promise.reject(unprovided('fetchGroups')));

/** The member's entry of one incident chat in the chat list, or null when it is not in it. Rejects with a CallFailure. */
export const fetchGroup = fromPromise<ChatGroupEntry['chatGroup'] | null, { chatId: string }>(() =>
  Promise.reject(unprovided('fetchGroup')),
);
