import type { ActorRef, Snapshot } from 'xstate';
import type { Message } from '../../contract/chats';
import type { ChatAddress } from '../../contract/topics';
import type { Me } from '../world';
import type { AttachmentsFact } from './attachments.machine';
import type { OutboxRef } from './outbox.machine';
import type { OutboxNewsEvent } from './outboxNews';
import type { Draft } from './ports';
import type { RecordingFact } from './recording.machine';
import type { TextBoxFact } from './textBox.machine';

/** What the composer hands to its conversation. */
export type ComposerFact =
  /** Ready to be sent: text with its mentions completed, and files as they are uploaded. Either may be empty, not both. */
  | { type: 'draft.submitted'; text: string; files: readonly File[] }
  | { type: 'draft.restored'; draft: Draft }
  /** The microphone is about to listen, or the recorder is done: whatever is played is in the way. */
  | { type: 'recording.began' }
  | { type: 'recording.ended' }
  /** Something went wrong that the error bar shows. */
  | { type: 'composer.failed'; reason: string };

export type ComposerEvent =
  | { type: 'draft.submit' }
  | { type: 'draft.restored'; draft: Draft }
  /** The conversation's reply target has changed: it is part of the draft. */
  | { type: 'reply.changed'; replyTo: Message | null }
  | { type: 'files.choose'; files: readonly File[] }
  | { type: 'record.start' | 'record.send' }
  | TextBoxFact
  | AttachmentsFact
  | RecordingFact
  | OutboxNewsEvent;

export interface ComposerInput {
  conversation: ActorRef<Snapshot<unknown>, ComposerFact>;
  chat: ChatAddress;
  me: Me;
  outbox: OutboxRef;
  /** The first names that can be mentioned (DECISIONS 18). */
  knownNames: readonly string[];
}

export interface ComposerContext extends ComposerInput {
  text: string;
  replyTo: Message | null;
  /** The attached files as they will be sent, and whether all of them are. */
  attached: { readonly files: readonly File[]; readonly isReady: boolean };
}
