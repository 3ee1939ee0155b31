import type { ActorRef, EventObject, Snapshot } from 'xstate';
import type { SendBody } from '../../contract/chatRequests';
import type { ChatGroup, Message, MessageVersions, Refusal, TypingSign } from '../../contract/chats';
import type { MessageDraft } from '../../contract/drafts';
import type { ChatAction, ChatAddress } from '../../contract/topics';
import type { Repin } from '../../rules/chat/messageChanges';
import { call, stream, unsupervisedStream } from '../ports';
import type { Recording } from './ports.media';

/** The events of the topic of one chat. */
export type ChatTopicEvent =
  /**
   * The subscription works; sent again after each reconnect. `latest` and `oldest` are the ids of the chat's newest and oldest
   * message: null if it has none, undefined if the server does not tell. `isRevised`: a message may have been edited, deleted or pinned
   * after the history was asked for.
   */
  | {
      type: 'topic.opened';
      latest?: string | null | undefined;
      oldest?: string | null | undefined;
      isRevised?: boolean;
    }
  /** The connection is lost. `byError`: the server has ended it with an ERROR frame because of something that was sent. */
  | { type: 'topic.lost'; byError?: boolean }
  /** The member may not subscribe to this chat, or no longer. */
  | { type: 'topic.refused' }
  /** Messages that arrived together, oldest first: new messages, and changed versions of known ones. */
  | { type: 'messages.arrived'; messages: readonly Message[] }
  /** Messages of this chat were deleted for everybody (DECISIONS P17). */
  | { type: 'chat.cleared' }
  /** The member with this id was deleted and is a former member now (DECISIONS P7). */
  | { type: 'member.left'; memberId: string }
  /** The server has refused something that was published to this chat. */
  | { type: 'refusal.arrived'; refusal: Refusal };

/** Publishes to a chat. A message counts as sent when its echo arrives, not when it is given to the connection. */
export type ChatTopicCommand = { type: 'chat.publish'; action: ChatAction; body: SendBody | object };

/** The two-way stream of one chat: its topic, and the destinations of S1 §7. */
export const chatTopic = stream<ChatTopicCommand, { chat: ChatAddress }>('chatTopic');

/** The events of the topic that tells who is typing in a chat. */
export type TypingTopicEvent =
  /** The subscription works. Never sent in the global chat, or if the server does not support typing. */
  | { type: 'typing.opened' }
  /** The connection is lost, or the member may no longer subscribe. */
  | { type: 'typing.closed' }
  | { type: 'typing.heard'; sign: TypingSign };

export type TypingTopicCommand = { type: 'sign.publish' };
/** Who is typing in a chat (DECISIONS 177), and the sign that this member is. */
export const typingTopic = stream<TypingTopicCommand, { chat: ChatAddress }>('typingTopic');

/** One connection, open while it is invoked. Sends `connection.opened`, `connection.lost`, `connection.refused`. */
export const connection = unsupervisedStream<EventObject, undefined>('connection');

/** A part of a chat's history: the newest `limit` messages, or `limit` messages before a message. */
export interface HistoryRequest {
  readonly chat: ChatAddress;
  readonly before?: string;
  readonly limit: number;
}

/** The first event of the page store: the newest page that this device has cached, with its time, or that there is none. */
export type PageStoreEvent = { type: 'page.cached'; page: readonly Message[]; asOf: number } | { type: 'page.unknown' };

export type PageStoreCommand = { type: 'page.keep'; page: readonly Message[] };
/** Keeps the newest page of a chat on this device (DECISIONS 181), and sends a `PageStoreEvent`. */
export const pageStore = stream<PageStoreCommand, { chat: ChatAddress }>('pageStore');

/** A part of the history, oldest first. Rejects with a CallFailure. */
export const fetchHistory = call<readonly Message[], HistoryRequest>('fetchHistory');

/**
 * A change, and those queued behind it. If the chat is left before the change ends, what `queued` returns is sent afterwards.
 */
export type WithQueued<Change> = Change & { readonly queued: () => readonly Change[] };

/** An edit of an own message; a null text deletes it. */
export interface RevisionRequest {
  readonly message: Message;
  readonly text: string | null;
}

/** Edits an own message, or deletes it. Rejects with a CallFailure. */
export const reviseMessage = call<{ readonly changedAt: string }, WithQueued<RevisionRequest>>('reviseMessage');

/** Pins a message of a case's chat, or unpins it. Rejects with a CallFailure. */
export const repinMessage = call<{ readonly changedAt: string }, WithQueued<Repin>>('repinMessage');

/** The earlier texts of a message. Rejects with a CallFailure. */
export const fetchVersions = call<MessageVersions, { messageId: string }>('fetchVersions');

/** A chat's entry; null if the member has no such chat. `isCopy`: the server did not answer, and this device has cached it. */
export interface FetchedGroup {
  readonly group: ChatGroup | null;
  readonly isCopy: boolean;
}

/** The member's incident chat: from the chat list, or fetched by its id if its case is completed. Rejects with a CallFailure. */
export const fetchGroup = call<FetchedGroup, { chatId: string }>('fetchGroup');

/** The same entry from the chat list that this device has cached; null if it is not there. Never rejects. */
export const readCachedGroup = call<ChatGroup | null, { chatId: string }>('readCachedGroup');

/** Sends `group.changed` when the incident of a chat has changed. */
export const groupNews = stream<EventObject, { incidentId: string | null }>('groupNews');

/**
 * The draft of a chat is its text with its reply target, the attached files and the recording. The text is stored without the files.
 */
export type DraftCommand =
  | { type: 'draft.keep'; draft: MessageDraft }
  | { type: 'files.keep'; files: readonly File[]; recording: Recording | null };
export type DraftEvent =
  | { type: 'draft.restored'; draft: MessageDraft }
  /** Another tab that shows the same draft has sent or changed it, and nothing was written here since: what is stored now. */
  | { type: 'draft.replaced'; drafts: readonly MessageDraft[] }
  | { type: 'files.restored'; files: readonly File[] }
  | { type: 'recording.restored'; recording: Recording }
  /** Another tab that shows these files or this recording, too, has sent or removed them. */
  | { type: 'files.gone'; files: readonly File[] }
  /** This browser cannot store what is written or attached, so it is lost when the page is closed. */
  | { type: 'draft.unkept'; reason: string };
/** Stores the member's draft of a chat, and sends the stored one. */
export const draftStore = stream<DraftCommand, { userId: string; chat: ChatAddress }>('draftStore');

/** Sends `drafts.changed` with the member's stored drafts: at the start and whenever one is stored or deleted. */
export const chatDrafts = stream<EventObject, { userId: string }>('chatDrafts');

/**
 * Sends `newest.changed` with the newest message of the global chat, or null if there is none: as this device has cached it, as the server
 * has it, and at each change.
 */
export const globalNewest = stream<EventObject, undefined>('globalNewest');

export type EndedSession = ActorRef<Snapshot<unknown>, { type: 'session.end' }>;
/** Logs out as soon as it is stopped. */
export const logoutWhenLeft = stream<EventObject, { session: EndedSession }>('logoutWhenLeft');
