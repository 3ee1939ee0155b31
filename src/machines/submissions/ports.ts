import type { EventObject } from 'xstate';
import type { Submission } from '../../contract/submissions';
import type { HeadStatus, Trouble } from '../../rules/submissions/queue';
import { call, stream, unsupervisedStream } from '../ports';

/** What an attempt works on. */
export interface AttemptInput {
  readonly submission: Submission;
  /** The id of the member. */
  readonly me: string;
}

/** Whether the server can be reached by the way that a submission takes: a chat's topic, or the network. */
export type ChannelEvent =
  /** It is open; said again after each reconnect. */
  | { type: 'channel.opened' }
  /** `byError`: the server has ended it over something that was said on it. */
  | { type: 'channel.lost'; byError?: boolean }
  /** The member may not use it, or may no longer. */
  | { type: 'channel.refused'; error: unknown }
  /** The app has come to the front: what waits is tried. */
  | { type: 'page.shown' };

/** What becomes of one try. */
export type AttemptEvent =
  /** How much has gone out, 0 to 1. */
  | { type: 'attempt.progressed'; fraction: number }
  /** The file is on the server, so that a next try need not upload it again. */
  | { type: 'attempt.uploaded'; submission: Submission }
  /** Everything is out; only the answer is missing. */
  | { type: 'attempt.sent' }
  | { type: 'attempt.confirmed'; answer?: unknown }
  /** `error` is a CallFailure. */
  | { type: 'attempt.failed'; error: unknown };

/** Says how the channel is, and whatever the server says about the submission outside a try: an echo may come late. */
export const channel = stream<EventObject, AttemptInput>('channel');

/** Looks whether there is something to ask the member first: the submission with the question, or null. Rejects with a CallFailure. */
export const check = call<Submission | null, AttemptInput>('check');

/** Uploads the file of a submission, where that is a step of its own. Stopping it cuts the upload off. */
export const upload = unsupervisedStream<EventObject, AttemptInput>('upload');

/** Sends the submission. Stopping it cuts it off. */
export const send = unsupervisedStream<EventObject, AttemptInput>('send');

/** Asks the server whether an earlier try has arrived. Rejects with a CallFailure. */
export const verify = call<boolean, AttemptInput>('verify');

/** Listens for the echo of a message that is shown as not sent: says `submission.confirmed` when the server has it after all. */
export const lateEcho = stream<EventObject, AttemptInput>('lateEcho');

/** What a submission tells the queue that started it. */
export type SubmissionReport =
  | { type: 'submission.moved'; id: string; status: HeadStatus; tries: number; trouble: Trouble | null }
  | { type: 'submission.progressed'; id: string; fraction: number }
  /** It has changed, and its copy on the device must, too. */
  | { type: 'submission.changed'; submission: Submission }
  | { type: 'submission.confirmed'; id: string; answer: unknown; wasEarlier: boolean }
  /** `submission` is as it is kept from now on: refused, or asking the member. */
  | { type: 'submission.settled'; submission: Submission };

export type StoreCommand =
  /** `drafts`: the keys of the drafts that go as the submission comes, all or nothing. */
  | { type: 'store.put'; submission: Submission; drafts?: readonly string[] }
  | { type: 'store.remove'; id: string }
  /** It comes after all others in the store. */
  | { type: 'store.moveLast'; id: string }
  /** Hands the record to the member as a file. */
  | { type: 'quarantine.copy'; key: string }
  /** A draft that the browser did not give us is read again. */
  | { type: 'quarantine.retry'; key: string }
  | { type: 'quarantine.delete'; key: string };

/** A record of this device that cannot be read as what it should be. */
export interface Quarantined {
  readonly key: string;
  /** What it was kept as, such as 'message'; null where even that cannot be read. */
  readonly what: string | null;
  /** When it was set aside, in milliseconds since 1970. */
  readonly foundAt: number;
  /** Whether there is anything to save a copy of. */
  readonly isReadable: boolean;
  /** Whether it is a draft that is still where it was, and can be tried again. */
  readonly isUnread: boolean;
}

/** What the store says: the durable copy of the queue, shared by all tabs of this browser. */
export type StoreEvent =
  /** Everything in it, in order: at the start, and whenever another tab has changed it. */
  | { type: 'store.read'; submissions: readonly Submission[]; quarantined: readonly Quarantined[] }
  | { type: 'store.kept'; id: string }
  /** This browser cannot keep it (private mode, full disk): the submission lives as long as the page. */
  | { type: 'store.failed'; id: string }
  | { type: 'store.removed'; id: string }
  /** How many bytes the device still has room for, once that gets tight; null when it no longer is. */
  | { type: 'store.tight'; room: number | null };

/** The store of one member; nothing in it is ever shown to another. Commands are carried out one after the other. */
export const store = stream<StoreCommand, { userId: string }>('store');

/** Chooses one tab of this browser to send for all: says `leader.elected`, and `leader.deposed` when another tab has taken over. */
export const leader = stream<{ type: 'leader.check' }, { userId: string }>('leader');
export type LeaderEvent = { type: 'leader.elected' } | { type: 'leader.deposed' };

/** The app's bars and toasts. */
export const notices = stream<{ type: 'notice.show'; tone: 'info' | 'success' | 'danger'; text: string }, undefined>(
  'notices',
);
