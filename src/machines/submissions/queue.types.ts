import type { Can } from '../../contract/capabilities';
import type { Submission } from '../../contract/submissions';
import type { World } from '../world';
import type { LeaderEvent, StoreCommand, StoreEvent, SubmissionReport } from './ports';

export interface QueueInput {
  readonly me: string;
  /** Tells which capabilities beyond the specification the server has. */
  readonly can: Can;
  readonly world: World;
}

export type QueueCommand =
  /** `drafts`: the keys of the drafts from which it was made. They are deleted when the device has stored the submission. */
  | { type: 'submission.queue'; submission: Submission; drafts?: readonly string[] }
  /** The member has changed it or answered its question. The new version is sent. */
  | { type: 'submission.change'; submission: Submission }
  /** Tries a refused submission again. */
  | { type: 'submission.retry'; id: string }
  | { type: 'submission.withdraw'; id: string }
  /** Tries all waiting submissions now. */
  | { type: 'queue.send' }
  | Extract<StoreCommand, { type: 'quarantine.copy' | 'quarantine.retry' | 'quarantine.delete' }>;

export type QueueEvent =
  | QueueCommand
  | StoreEvent
  | LeaderEvent
  | SubmissionReport
  | { type: 'supervision.restarted' }
  /** Sent to itself: the heads of the lanes may have changed. */
  | { type: 'queue.changed' };

/** The event that the queue emits to listeners. */
export type QueueFact = { type: 'submission.delivered'; submission: Submission; answer: unknown; wasEarlier: boolean };
