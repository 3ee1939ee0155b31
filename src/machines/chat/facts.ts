import type { ActorRef, Snapshot } from 'xstate';
import type { Message } from '../../contract/chats';
import type { ChatAddress } from '../../contract/topics';
import type { AttachmentsFact } from '../attachments.machine';
import type { Me } from '../session/member';
import type { LaneNewsEvent } from '../submissions/laneNews';
import type { GestureFact } from './gesture.machine';
import type { MentionNamesFact } from './mentionNames.machine';
import type { PinFact } from './pin.machine';
import type { PlaceSharingFact } from './placeSharing.machine';
import type { ChatTopicCommand, ChatTopicEvent, DraftEvent, PageStoreEvent } from './ports';
import type { RecordingFact } from './recording.machine';
import type { RevisionsFact } from './revisions.machine';

/** What the input bar needs to know of its chat. */
export interface ComposerInput {
  conversation: ActorRef<Snapshot<unknown>, ComposerFact>;
  chat: ChatAddress;
  me: Me;
  /** The first names that can be mentioned (DECISIONS 18). */
  knownNames: readonly string[];
  /** The most characters that the server takes for a message, or null (DECISIONS C2). */
  textLimit: number | null;
}

/** The events of the input bar: of the member, of its child charts, of the device and of the queue. */
export type ComposerEvent =
  | { type: 'draft.changed'; text: string; caret: number }
  | { type: 'draft.submit' }
  /** Raised by the composer itself: the stored draft, or the stored files, are out of date. */
  | { type: 'draft.touched' | 'files.touched' }
  | { type: 'mention.next' | 'mention.previous' | 'mention.dismiss' }
  /** Without a name, the active suggestion is taken. */
  | { type: 'mention.choose'; name?: string }
  | { type: 'reply.choose'; message: Message }
  | { type: 'reply.cancel' }
  /** `text`: the text of an earlier attempt that has failed. */
  | { type: 'edit.choose'; message: Message; text?: string }
  | { type: 'edit.cancel' }
  | { type: 'files.choose'; files: readonly File[] }
  /** Files that were chosen before: shared from another app, or taken while the camera or the picker covered the chat. */
  | { type: 'files.arrived'; files: readonly File[] }
  | { type: 'record.start' | 'record.review' | 'record.send' }
  | AttachmentsFact
  | DraftEvent
  | MentionNamesFact
  | RecordingFact
  | Extract<LaneNewsEvent, { type: 'upload.began' | 'upload.ended' | 'lane.secured' }>;

/** The events that a composer sends to its conversation. */
export type ComposerFact =
  /** A message to send: the text with completed mentions, and the prepared files. Either may be empty, but not both. */
  | { type: 'draft.submitted'; text: string; files: readonly File[]; replyTo: Message | null }
  /** The member wants an own message to have this text. */
  | { type: 'edit.submitted'; message: Message; text: string }
  /** A recording starts or ends: playback must pause. */
  | { type: 'recording.began' }
  | { type: 'recording.ended' }
  /** A failure for the error bar. */
  | { type: 'composer.failed'; reason: string };

/** The events of a history: of the topic, of the queue, of this device and of the conversation. */
export type HistoryEvent =
  | Exclude<ChatTopicEvent, { type: 'refusal.arrived' }>
  | Extract<LaneNewsEvent, { type: 'lane.changed' }>
  | PageStoreEvent
  | { type: 'original.seek'; messageId: string }
  /** The page with the open chat is visible again. */
  | { type: 'reader.returned' }
  | { type: 'original.forget' | 'older.fetch' | 'older.retry' | 'history.retry' | 'supervision.restarted' };

/** The events that a history sends to its conversation. */
export type HistoryFact =
  /** New messages of other members have arrived. */
  | { type: 'foreign.appeared'; messages: readonly Message[] }
  /** Their senders have edited these messages. */
  | { type: 'messages.edited'; messages: readonly Message[] }
  | { type: 'original.found'; messageId: string }
  | { type: 'history.stalled'; reason: string }
  /**
   * The newest page is loaded (opened), or has replaced or continued what was shown (refreshed). `unread` is the id of the first
   * unread message, or null.
   */
  | { type: 'history.opened'; unread: string | null }
  | { type: 'history.refreshed'; unread: string | null }
  | PartRestarted;

/** The events that the receipts send to their conversation. */
export type ReceiptsFact = ChatTopicCommand | { type: 'receipt.failed'; reason: string } | PartRestarted;

/**
 * A child chart of the conversation has restarted after a failure. It does not know the state of the connection and the waiting
 * submissions.
 */
type PartRestarted = { type: 'part.restarted' };

/** The events of a conversation: of the topic, of the queue, and what its child charts tell it. */
export type ConversationEvent =
  | ChatTopicEvent
  | ChatTopicCommand
  | ComposerFact
  | GestureFact
  | HistoryFact
  | LaneNewsEvent
  | PinFact
  | PlaceSharingFact
  | ReceiptsFact
  | RevisionsFact
  | { type: 'conversation.retry' }
  | { type: 'group.changed' };
