import type { MyCase } from '../../contract/cases';
import type { CompletionDraft } from '../../contract/drafts';
import type { CompletionSubmission } from '../../contract/submissions';
import type { Place } from '../../rules/incidents/incidents';
import type { Item } from '../../rules/submissions/queue';
import type { World } from '../../rules/world';
import type { FormDraftEvent } from '../ports';
import type { QueueRef } from '../submissions/queue.machine';
import type { TrackingEvent } from '../submissions/tracking';
import type { Flash } from './completionBar.machine';

export type CompletionEvent =
  | { type: 'notes.changed'; notes: string }
  | { type: 'files.choose'; files: readonly File[] }
  | { type: 'file.remove'; name: string }
  | { type: 'compression.toggle' }
  | { type: 'report.copy' }
  | { type: 'completion.submit' }
  | { type: 'submission.cancel' }
  | { type: 'dialog.close' }
  | FormDraftEvent<CompletionDraft>
  | TrackingEvent;

export interface CompletionInput {
  readonly myCase: MyCase;
  readonly userId: string;
  readonly world: World;
  /** The queue of all submissions. */
  readonly queue: QueueRef;
  /** A completion of the case that waits to be sent or was refused, and is edited again. */
  readonly waiting?: CompletionSubmission | undefined;
}

export interface CompletionContext extends Omit<CompletionInput, 'waiting'> {
  readonly notes: string;
  readonly files: readonly File[];
  /** S2 §5: the image compression toggle, default on. */
  readonly compresses: boolean;
  /** Why the case could not be completed, or what to check before it is. */
  readonly notice: Flash | null;
  /** The device's position at the last try; null if it is not known. */
  readonly place: Place | null;
  /** The files to send: with compression, those that have gone through it so far. */
  readonly prepared: readonly File[];
  /** The id of the completion that was submitted last; null if none was. */
  readonly submissionId: string | null;
  /** Its item in the queue; null if it is not there. */
  readonly item: Item | null;
  /** Whether an earlier try may have completed the case. */
  readonly wasTried: boolean;
  /** Whether this browser can store the draft. */
  readonly isDraftKept: boolean;
}

/** The next file has gone through the compression. Without a `file` the original is sent. */
export const withPrepared = ({ files, prepared }: CompletionContext, file = files[prepared.length]) => ({
  prepared: file ? [...prepared, file] : prepared,
});
