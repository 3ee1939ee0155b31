import type { Submission } from '../../contract/submissions';
import { kindOf, laneOf } from './kinds';

/** Where the copy of a submission on this device is. */
export type Keeping =
  /** It is being written. */
  | 'storing'
  | 'kept'
  /** This browser could not keep it: it lives as long as the page. */
  | 'memory'
  /** It is confirmed or withdrawn, and is being taken from the store. Nobody sees it any more. */
  | 'removing';

/** What the queue knows of a submission at the head of its lane: the state that its chart is in. */
export type HeadStatus =
  | 'starting'
  | 'offline'
  | 'backingOff'
  | 'checking'
  | 'uploading'
  | 'sending'
  | 'confirming'
  | 'verifying';

/** Why a submission could not be sent for now. */
export interface Trouble {
  /** In the specification's words. */
  readonly text: string;
  /** Whether the server has answered, with its own trouble; else there was no answer. */
  readonly isAnswered: boolean;
}

/** A submission in the queue of this page. */
export interface Item {
  readonly submission: Submission;
  readonly keeping: Keeping;
  /**
   * The state of its chart where this tab sends it; 'queued' before its turn, or where another tab sends; 'listening' where it is
   * shown as not sent and its echo may still come.
   */
  readonly head: HeadStatus | 'queued' | 'listening';
  /** How often in a row it could not be sent for now. */
  readonly tries: number;
  /** What the last try met, or null. */
  readonly trouble: Trouble | null;
  /** How much of it has gone out, 0 to 1. */
  readonly fraction: number;
  /** Whether it has waited for a connection or for the server, so that its end is news. */
  readonly hasWaited: boolean;
}

export const newItem = (submission: Submission, keeping: Keeping): Item => ({
  submission,
  keeping,
  head: 'queued',
  tries: 0,
  trouble: null,
  fraction: 0,
  hasWaited: keeping === 'kept',
});

/** Whether it is still the queue's: everything but what is being taken from the store. */
export const isPresent = ({ keeping }: Item) => keeping !== 'removing';
/** Whether it goes out by itself: it is neither refused nor waiting for the member's answer. */
export const goesOut = (item: Item) => isPresent(item) && item.submission.status === 'waiting';
/** Whether nothing of it goes out now: no connection, trouble of the server, or others are before it in its lane or in another tab. */
export const isWaiting = ({ head }: Item) => head === 'offline' || head === 'backingOff' || head === 'queued';

/** Whether it is shown as not sent though a try of it may have arrived: nothing of it is known but its late echo (DECISIONS W2). */
const mayHaveArrived = (item: Item) =>
  isPresent(item) &&
  item.submission.status === 'refused' &&
  item.submission.wasTried &&
  kindOf(item.submission).whenMissing === 'refuse';

/**
 * Those to send now: the first of each lane. Where order does not matter, one that did not get through lets the next one pass, and
 * none that is under way is stopped for it.
 */
export function headsOf(items: readonly Item[]): Item[] {
  const isFree = ({ head, submission }: Item) => !kindOf(submission).isOrdered && head !== 'queued';
  const taken = new Set(
    items
      .filter((item) => goesOut(item) && isFree(item) && item.head !== 'backingOff')
      .map(({ submission }) => laneOf(submission)),
  );
  return items.filter((item) => {
    if (!goesOut(item)) return false;
    if (isFree(item)) return true;
    const lane = laneOf(item.submission);
    if (taken.has(lane)) return false;
    taken.add(lane);
    return true;
  });
}

/** Whether no other tab knows it, because the device cannot keep it. */
const isOurs = ({ keeping, head }: Item) => keeping === 'memory' || (keeping === 'storing' && head !== 'queued');

/**
 * The items with the part of this tab in each: those to send now, and, in the tab that leads, what may have arrived though it is
 * shown as not sent, where the server does not know repeats. A tab that does not lead sends what no other tab knows. Others are the
 * same objects.
 */
export function withHeads(
  items: readonly Item[],
  isRepeatable: (submission: Submission) => boolean,
  leads: boolean,
): readonly Item[] {
  const heads = headsOf(items).filter((item) => leads || isOurs(item));
  return items.map((item) => {
    const isSent = item.head !== 'queued' && item.head !== 'listening';
    if (heads.includes(item)) return isSent ? item : { ...item, head: 'starting' };
    const head = leads && mayHaveArrived(item) && !isRepeatable(item.submission) ? 'listening' : 'queued';
    return item.head === head ? item : { ...item, head, fraction: 0 };
  });
}

/**
 * The items after the store was read. What this tab is changing stays as it is here; what was kept and is gone, another tab has
 * sent or withdrawn. What the store does not have (yet) keeps its place before those that were submitted after it.
 */
export function afterReading(items: readonly Item[], read: readonly Submission[]): Item[] {
  const places = new Map(items.map((item, place) => [item.submission.id, { item, place }]));
  const ids = new Set(read.map(({ id }) => id));
  const all = read.map((submission): Item => {
    const item = places.get(submission.id)?.item;
    if (!item) return newItem(submission, 'kept');
    const isSent = item.head !== 'queued' && item.head !== 'listening';
    const isOurs = item.keeping === 'storing' || item.keeping === 'removing' || isSent;
    return isOurs ? item : { ...item, submission, keeping: 'kept' };
  });
  items.forEach((item, place) => {
    if (ids.has(item.submission.id) || item.keeping === 'kept') return;
    const next = all.findIndex(({ submission: { id, queuedAt } }) => {
      const other = places.get(id);
      return other ? other.place > place : queuedAt > item.submission.queuedAt;
    });
    all.splice(next < 0 ? all.length : next, 0, item);
  });
  return all;
}
