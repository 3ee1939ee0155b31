import type { EventObject, Subscription } from 'xstate';
import type { Submission } from '../../contract/submissions';
import type { HeadStatus, Item, Trouble } from '../../rules/submissions/queue';
import { call, stream, unsupervisedStream } from '../ports';

/** The input of an attempt. */
export interface AttemptInput {
  readonly submission: Submission;
  /** The id of the member. */
  readonly myId: string;
}

/** Tells whether the submission's channel works: a chat's topic, or the network. */
export type ChannelEvent =
  /** The channel is open; sent again after each reconnect. */
  | { type: 'channel.opened' }
  /** `byError`: the server has ended the connection because of something that was sent on it. */
  | { type: 'channel.lost'; byError?: boolean }
  /** The member may not use the channel, or no longer. */
  | { type: 'channel.refused'; error: unknown }
  /** The page has become visible, so waiting submissions are tried. */
  | { type: 'page.shown' };

/** The news of one try. */
export type AttemptEvent =
  /** The fraction that is uploaded, 0 to 1. */
  | { type: 'attempt.progressed'; fraction: number }
  /** The file is uploaded, so the next try need not upload it again. */
  | { type: 'attempt.uploaded'; submission: Submission }
  /** Everything is sent; only the answer is missing. */
  | { type: 'attempt.sent' }
  | { type: 'attempt.confirmed'; answer?: unknown }
  /** `error` is a CallFailure. */
  | { type: 'attempt.failed'; error: unknown };

/** Reports the state of the channel, and also what the server tells about the submission outside a try: an echo may come late. */
export const channel = stream<EventObject, AttemptInput>('channel');

/**
 * Checks whether the member must answer a question first: returns the submission with the question, or null. Rejects with a
 * CallFailure.
 */
export const check = call<Submission | null, AttemptInput>('check');

/** Uploads the file of a submission, if that is a step of its own. Stopping it aborts the upload. */
export const upload = unsupervisedStream<EventObject, AttemptInput>('upload');

/** Sends the submission. Stopping it aborts the call. */
export const send = unsupervisedStream<EventObject, AttemptInput>('send');

/** Asks the server whether an earlier try has arrived. Rejects with a CallFailure. */
export const verify = call<boolean, AttemptInput>('verify');

/** Listens for the echo of a message that is shown as not sent. Sends `submission.confirmed` if the server has it after all. */
export const lateEcho = stream<EventObject, AttemptInput>('lateEcho');

/** The events that a submission's chart sends to the queue. */
export type SubmissionReport =
  | { type: 'submission.moved'; id: string; status: HeadStatus; tries: number; trouble: Trouble | null }
  | { type: 'submission.progressed'; id: string; fraction: number }
  /** It has changed, so its stored copy must change, too. */
  | { type: 'submission.changed'; submission: Submission }
  | { type: 'submission.confirmed'; id: string; answer: unknown; wasEarlier: boolean }
  /** `submission` is the version to store: refused, or asking the member. */
  | { type: 'submission.returned'; submission: Submission };

/** What is taken from the store. */
export interface Removal {
  readonly id: string;
  /** It was not confirmed, so the other tabs must not take it for sent. */
  readonly isWithdrawn?: true;
  /** The keys of the drafts that its content was taken back into, to be edited. It is deleted only after they are stored. */
  readonly drafts?: readonly string[] | undefined;
}

export type StoreCommand =
  /**
   * `drafts`: the keys of drafts that are deleted in the same transaction in which the submission is stored. `replaces`: the id of a
   * submission that is deleted in it, too. Answer for that one: `store.removed`.
   */
  | { type: 'store.put'; submission: Submission; drafts?: readonly string[]; replaces?: string }
  | ({ type: 'store.remove' } & Removal)
  /** Reads the store now. First it stores what tabs that are gone wrote to the journal (docs/device.md). Answer: `store.recovered`. */
  | { type: 'store.recover' }
  /** Moves it behind all others in the store. */
  | { type: 'store.moveLast'; id: string }
  /** Offers the record to the member as a file. */
  | { type: 'quarantine.copy'; key: string }
  /** Tries again to read a draft that the browser failed to read. */
  | { type: 'quarantine.retry'; key: string }
  | { type: 'quarantine.delete'; key: string };

/** A malformed record of this device. */
export interface Quarantined {
  readonly key: string;
  /** Its kind, such as 'message'; null if even that cannot be read. */
  readonly what: string | null;
  /** When a draft was moved to the quarantine, or when a submission was made, if it tells that; in milliseconds since 1970. */
  readonly foundAt: number;
  /** Whether it has content that can be saved as a file. */
  readonly isReadable: boolean;
  /** Whether it is a draft that is still in its place and can be read again. */
  readonly isUnreadable: boolean;
}

/** The news of the store, which is the durable copy of the queue, shared by all tabs of this browser. */
export type StoreEvent =
  /**
   * Its whole content, in order: at the start, and whenever another tab has changed it. `withdrawn`: the ids of those that are gone from
   * the queue without being sent: other tabs have withdrawn them, or they cannot be read and are in `quarantined`. `lost`: the ids of
   * those that the browser has deleted together with the whole store.
   */
  | {
      type: 'store.read';
      submissions: readonly Submission[];
      quarantined: readonly Quarantined[];
      withdrawn: readonly string[];
      lost?: readonly string[];
    }
  /** Several reads in a row have failed. It is read again until that succeeds. */
  | { type: 'store.unreadable' }
  /**
   * The answer to `store.recover`, after `store.read` or a failure. `unstored`: submissions from the journal of a closed tab that this
   * browser's database cannot store.
   */
  | { type: 'store.recovered'; unstored: readonly Submission[] }
  | { type: 'store.kept'; id: string }
  /** This browser cannot store it (private mode, full disk), so it is lost when the page is closed. */
  | { type: 'store.failed'; id: string }
  | { type: 'store.removed'; id: string }
  /** The free storage in bytes when it is small; null when it is not small any more. */
  | { type: 'store.tight'; freeBytes: number | null };

/** The store of one member's submissions, which no other member can see. Commands are carried out one after the other. */
export const store = stream<StoreCommand, { userId: string }>('store');

export type LeaderCommand =
  /** This tab knows what waits, so it may become the leader. */
  | { type: 'leader.stand' }
  /** This tab does not know what waits (any more), so another one becomes the leader. */
  | { type: 'leader.resign' }
  /** Replaces a leader that gives no sign of life. */
  | { type: 'leader.check' }
  /** Tells the leader, if it is another tab, that the member has pressed Send now in this one. */
  | { type: 'leader.send' };
export type LeaderEvent =
  | { type: 'leader.elected' }
  /** This tab has resigned, or another one has taken over. */
  | { type: 'leader.deposed' }
  /** The member has pressed Send now in another tab. Sent only to the leader. */
  | { type: 'queue.send' };
/** Chooses one tab of this browser to send for all. */
export const leader = stream<LeaderCommand, { userId: string }>('leader');

export type CopiesCommand = { type: 'copy.save'; submission: Submission };
/** Offers submissions to the member as files. */
export const copies = stream<CopiesCommand, undefined>('copies');

export type QueueCommand =
  /**
   * `drafts`: the keys of the drafts from which it was made. They are deleted when the device has stored the submission. `replaces`: the
   * id of the submission from which it was made. That one is withdrawn, but stays stored until the new one is.
   */
  | { type: 'submission.queue'; submission: Submission; drafts?: readonly string[]; replaces?: string }
  /** The member has changed it or answered its question. The new version is sent. */
  | { type: 'submission.change'; submission: Submission }
  /** Tries a refused submission again. */
  | { type: 'submission.retry'; id: string }
  | ({ type: 'submission.withdraw' } & Omit<Removal, 'isWithdrawn'>)
  /** The screen that shows what becomes of it was opened or left. */
  | { type: 'submission.shown'; id: string; screen: 'open' | 'left' }
  /** Tries all waiting submissions now. */
  | { type: 'queue.send' }
  | Extract<StoreCommand, { type: 'quarantine.copy' | 'quarantine.retry' | 'quarantine.delete' }>;

/** The event that the queue emits to listeners. */
export type QueueFact = { type: 'submission.delivered'; submission: Submission; answer: unknown; wasEarlier: boolean };

/** A queue that is followed from outside. */
export interface FollowedQueue {
  subscribe(observer: (snapshot: { readonly context: { readonly items: readonly Item[] } }) => void): Subscription;
  on(
    type: QueueFact['type'],
    handler: (fact: { readonly type: string; readonly submission?: Submission; readonly answer?: unknown }) => void,
  ): Subscription;
}
/** Follows the queue, and shows what has become of the submissions that had to wait in bars and toasts on every screen. */
export const notices = stream<EventObject, { queue: FollowedQueue; now(): number }>('notices');
