import type { EventObject } from 'xstate';
import type { SendBody } from '../../contract/chatRequests';
import type { ChatGroup, Message, Refusal } from '../../contract/chats';
import type { MessageDraft } from '../../contract/drafts';
import type { ChatAction, ChatAddress } from '../../contract/topics';
import { call, stream, unsupervisedStream } from '../ports';

/** What arrives from the topic of one chat. */
export type ChatTopicEvent =
  /**
   * The topic is subscribed to on a live connection; said again after each reconnect. `latest`: the id of the chat's newest message, or
   * null when it has none; undefined where the server does not say.
   */
  | { type: 'topic.opened'; latest?: string | null | undefined; oldest?: string | null | undefined }
  /** The connection is gone; `byError`: the server has ended it with an ERROR frame because of something that was sent. */
  | { type: 'topic.lost'; byError?: boolean }
  /** The member may not, or may no longer, subscribe to this chat. */
  | { type: 'topic.refused' }
  /** Messages that arrived together, oldest first: new ones, and known ones that have changed. */
  | { type: 'messages.arrived'; messages: readonly Message[] }
  /** Messages of this chat were deleted for everybody (DECISIONS P17). */
  | { type: 'chat.cleared' }
  /** Our server would not take something that was published to this chat. */
  | { type: 'refusal.arrived'; refusal: Refusal };

/** What is published to a chat. It counts as sent when its echo arrives, not when it is handed to the connection. */
export type ChatTopicCommand = { type: 'chat.publish'; action: ChatAction; body: SendBody | object };

/** The two-way stream of one chat: its topic, and the destinations of S1 §7. */
export const chatTopic = stream<ChatTopicCommand, { chat: ChatAddress }>('chatTopic');

/** One live connection for as long as it is invoked: says `connection.opened`, `connection.lost`, `connection.refused`. */
export const connection = unsupervisedStream<EventObject, undefined>('connection');

/** Which part of a chat's history: the newest `limit` messages, or those before a message. */
export interface HistoryRequest {
  readonly chat: ChatAddress;
  readonly before?: string;
  readonly limit: number;
}

/** A part of the history, oldest first. Rejects with a CallFailure. */
export const fetchHistory = call<readonly Message[], HistoryRequest>('fetchHistory');

/**
 * The member's incident chat: from the chat list, or by itself where its case is done. Null where they have none of this id. Rejects
 * with a CallFailure.
 */
export const fetchGroup = call<ChatGroup | null, { chatId: string }>('fetchGroup');

/** Says `group.changed` when the incident of a chat has changed. */
export const groupNews = stream<EventObject, { incidentId: string | null }>('groupNews');

/** Keeps the member's draft of a chat for the next time, and says `draft.restored` when there is one from the last. */
export const draftStore = stream<{ type: 'draft.keep'; draft: MessageDraft }, { userId: string; chat: ChatAddress }>(
  'draftStore',
);
