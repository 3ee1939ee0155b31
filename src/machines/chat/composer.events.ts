import type { Message } from '../../contract/chats';
import type { LaneNewsEvent } from '../submissions/laneNews';
import type { AttachmentsFact } from './attachments.machine';
import type { MentionNamesFact } from './mentionNames.machine';
import type { DraftEvent } from './ports';
import type { RecordingFact } from './recording.machine';

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
  | { type: 'record.start' | 'record.send' }
  | AttachmentsFact
  | DraftEvent
  | MentionNamesFact
  | RecordingFact
  | Extract<LaneNewsEvent, { type: 'upload.began' | 'upload.settled' | 'lane.secured' }>;
