import type { Submission, SubmissionKind, SubmissionOf } from '../../contract/submissions';
import { kindOf, laneOf, lanesBefore } from './kinds';

/** The state of a submission's copy in this device's store. */
type Keeping =
  /** It is being written. */
  | 'storing'
  | 'kept'
  /** This browser could not store it, so it is lost when the page is closed. */
  | 'memory'
  /** The browser has deleted the database that had it. The tab that sends stores it again. */
  | 'lost'
  /** It is confirmed or withdrawn and is being deleted from the store. It is no longer shown. */
  | 'removing'
  /** Another tab has withdrawn it. It is no longer shown, and is dropped when the store is read the next time. */
  | 'withdrawn';

/** The state of the chart of a submission at the head of its lane. */
export type HeadStatus =
  | 'starting'
  | 'offline'
  | 'backingOff'
  | 'checking'
  | 'uploading'
  | 'sending'
  | 'confirming'
  | 'verifying';

/** The temporary reason why a submission could not be sent. */
export interface Trouble {
  /** In the words of S1 §8 and S2 §8. */
  readonly text: string;
  /** Whether the server has answered with an error of its own; false if there was no answer. */
  readonly isAnswered: boolean;
}

/** A submission in the queue of this page. */
export interface Item {
  readonly submission: Submission;
  readonly keeping: Keeping;
  /**
   * The state of its chart, if this tab sends it. 'queued' before its turn in the lane, or if another tab sends it. 'listening' if
   * it is shown as not sent but its echo may still come.
   */
  readonly head: HeadStatus | 'queued' | 'listening';
  /** The number of consecutive tries with a temporary failure. */
  readonly tries: number;
  /** The failure of the last try, or null. */
  readonly trouble: Trouble | null;
  /** The fraction that is uploaded, 0 to 1. */
  readonly fraction: number;
  /** Whether it could not be sent at once. Then the member is told when it is sent. */
  readonly hasWaited: boolean;
  /**
   * The screen that shows what becomes of it. 'left' if that was closed before the server had it: then the member is told, however
   * quickly it is sent. Null if there was none in this tab.
   */
  readonly screen: 'open' | 'left' | null;
}

export const newItem = (submission: Submission, keeping: Keeping): Item => ({
  submission,
  keeping,
  head: 'queued',
  tries: 0,
  trouble: null,
  fraction: 0,
  hasWaited: keeping === 'kept',
  screen: null,
});

/** Whether it is still in the queue: neither confirmed nor withdrawn. */
export const isPresent = ({ keeping }: Item) => keeping !== 'removing' && keeping !== 'withdrawn';
/** Whether it is sent automatically: it is neither refused nor waiting for the member's answer. */
export const goesOut = (item: Item) => isPresent(item) && item.submission.status === 'waiting';
/**
 * Whether it is not being sent at the moment: there is no connection, the server has trouble, or it is not its turn in this tab.
 */
export const isWaiting = ({ head }: Item) => head === 'offline' || head === 'backingOff' || head === 'queued';

/** Whether it is shown as not sent although a try of it may have arrived. Only its late echo can tell (DECISIONS W2). */
const mayHaveArrived = (item: Item) =>
  isPresent(item) &&
  item.submission.status === 'refused' &&
  item.submission.wasTried &&
  kindOf(item.submission).whenMissing === 'refuse';

/**
 * The submissions to send now: the first of each lane, unless something earlier in its `lanesBefore` still waits. In an unordered lane
 * one that backs off does not hold up the next, and one that is being sent goes on when an earlier one's back-off ends.
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
    const isBehind = lanesBefore(item.submission).some((lane) => taken.has(lane));
    taken.add(laneOf(item.submission));
    return !isBehind;
  });
}

/** Whether it is the first of its lane, so the tab that sends may begin with it at any moment, but has not begun in this tab. */
export const isNext = (item: Item, items: readonly Item[]) => item.head === 'queued' && headsOf(items).includes(item);

/** The items after a time in which no tab has begun with those whose turn it is: they had to wait. */
export const afterWaiting = (items: readonly Item[]): readonly Item[] =>
  items.map((item) => (isNext(item, items) && !item.hasWaited ? { ...item, hasWaited: true } : item));

/** Whether a chart of this tab sends it, or waits to try it again. */
const isBeingSent = ({ head }: Item) => head !== 'queued' && head !== 'listening';

/** Whether no other tab knows it, because it is not in the store. */
const isOurs = ({ keeping, head }: Item) => keeping === 'memory' || (keeping === 'storing' && head !== 'queued');

/**
 * The items with the `head` that this tab gives them. The leader sends the heads of the lanes. It also listens for submissions that
 * are shown as not sent but may have arrived, if the server does not recognise repeats. Other tabs send only what no other tab
 * knows. Unchanged items stay the same objects.
 */
export function withHeads(
  items: readonly Item[],
  isRepeatable: (submission: Submission) => boolean,
  leads: boolean,
): readonly Item[] {
  const heads = headsOf(items).filter((item) => leads || isOurs(item));
  return items.map((item) => {
    if (heads.includes(item)) return isBeingSent(item) ? item : { ...item, head: 'starting' };
    const head = leads && mayHaveArrived(item) && !isRepeatable(item.submission) ? 'listening' : 'queued';
    return item.head === head ? item : { ...item, head, fraction: 0 };
  });
}

/**
 * The items after the store was read. Items that this tab is changing stay as they are here. Stored items that are gone were sent by
 * another tab, or withdrawn if their ids are in `withdrawn`; those stay until the next read, so that their screens notice it. Those in
 * `lost` stay, because the browser has deleted them, and nobody has sent or withdrawn them. Items that are not stored (yet) keep their
 * place before those that were submitted after them.
 */
export function afterReading(
  items: readonly Item[],
  read: readonly Submission[],
  withdrawn: readonly string[] = [],
  lost: readonly string[] = [],
): Item[] {
  const places = new Map(items.map((item, place) => [item.submission.id, { item, place }]));
  const ids = new Set(read.map(({ id }) => id));
  const all = read.map((submission): Item => {
    const item = places.get(submission.id)?.item;
    if (!item || item.keeping === 'withdrawn') return newItem(submission, 'kept');
    const isOurs = item.keeping === 'storing' || item.keeping === 'removing' || isBeingSent(item);
    return isOurs ? item : { ...item, submission, keeping: 'kept' };
  });
  items.forEach((item, place) => {
    if (ids.has(item.submission.id) || item.keeping === 'withdrawn') return;
    const wasStored = item.keeping === 'kept' || item.keeping === 'lost';
    const isWithdrawn = withdrawn.includes(item.submission.id);
    if (wasStored && !isWithdrawn && !lost.includes(item.submission.id)) return;
    const keeping = !wasStored ? item.keeping : isWithdrawn ? 'withdrawn' : 'lost';
    const next = all.findIndex(({ submission: { id, queuedAt } }) => {
      const other = places.get(id);
      return other ? other.place > place : queuedAt > item.submission.queuedAt;
    });
    all.splice(next < 0 ? all.length : next, 0, item.keeping === keeping ? item : { ...item, keeping });
  });
  return all;
}

/** The submissions of one kind, in the order of submitting. */
export const submissionsOf = <Kind extends SubmissionKind>(items: readonly Item[], kind: Kind) =>
  items.flatMap((item) =>
    isPresent(item) && item.submission.kind === kind ? [item.submission as SubmissionOf<Kind>] : [],
  );

/** The items, and behind them the submissions of a page that is gone: they are in its journal, and this browser cannot store them. */
export const withUnstored = (items: readonly Item[], unstored: readonly Submission[]): readonly Item[] => [
  ...items,
  ...unstored
    .filter(({ id }) => !items.some(({ submission }) => submission.id === id))
    .map((submission) => newItem(submission, 'memory')),
];

/**
 * The items with a new submission behind them.
 * @param replaces the id of the submission from which it was made: that one is hidden until the store has deleted it
 */
export const withNew = (items: readonly Item[], submission: Submission, replaces?: string): Item[] => [
  ...items
    .filter((item) => idOf(item) !== submission.id)
    .map((item): Item => (idOf(item) === replaces ? { ...item, keeping: 'removing' } : item)),
  newItem(submission, 'storing'),
];

export const idOf = ({ submission }: Item) => submission.id;
/** The items with the one of this id changed. */
export const replace = (items: readonly Item[], id: string, change: (item: Item) => Item) =>
  items.map((item) => (idOf(item) === id ? change(item) : item));
