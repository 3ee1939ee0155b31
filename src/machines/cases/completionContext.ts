import type { MyCase } from '../../contract/cases';
import type { CompletionSubmission } from '../../contract/submissions';
import type { Place } from '../../rules/incidents';
import type { Item } from '../../rules/submissions/queue';
import type { QueueRef } from '../submissions/queue.machine';
import type { World } from '../world';

export interface CompletionInput {
  readonly myCase: MyCase;
  readonly userId: string;
  readonly world: World;
  /** The queue of all submissions. */
  readonly queue: QueueRef;
  /** A completion of the case that waits to be sent, and is edited again. */
  readonly waiting?: CompletionSubmission | undefined;
}

export interface CompletionContext extends CompletionInput {
  readonly notes: string;
  readonly files: readonly File[];
  /** S2 §5: the image compression toggle, default on. */
  readonly compresses: boolean;
  /** The error of the notes. */
  readonly notesError: string | null;
  /** Why the case could not be completed. */
  readonly failure: string | null;
  /** The device's position at the last try; null if it is not known. */
  readonly place: Place | null;
  /** The files after compression. */
  readonly prepared: readonly File[];
  readonly submission: CompletionSubmission | null;
  /** The submission's item in the queue; null if it is not there. */
  readonly item: Item | null;
  /** Whether an earlier try, which the member has withdrawn, may have completed the case. */
  readonly wasTried: boolean;
  /** Whether this browser can store the draft. */
  readonly isDraftKept: boolean;
}

/** Shown with a completion that is edited. It is not among the texts of cases, because those are loaded with each chat. */
const REOPENED = 'It is not sent any more. Complete the case again when the notes are right.';

/** A form that is blank, or that holds the completion that waits. */
export const contextOf = (input: CompletionInput): CompletionContext => ({
  ...input,
  notes: input.waiting?.content.resolutionNotes ?? '',
  files: input.waiting?.content.files ?? [],
  compresses: true,
  notesError: null,
  failure: input.waiting ? REOPENED : null,
  place: null,
  prepared: [],
  submission: input.waiting ?? null,
  item: null,
  wasTried: input.waiting?.wasTried ?? false,
  isDraftKept: true,
});
