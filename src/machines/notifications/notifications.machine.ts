import {
  type ActorRef,
  type ActorRefFrom,
  assertEvent,
  assign,
  enqueueActions,
  type Snapshot,
  type SnapshotFrom,
  sendTo,
} from 'xstate';
import { isFullPage } from '../../contract/lists';
import type { Notification } from '../../contract/notifications';
import {
  afterChanges,
  type NotificationChange,
  type NotificationFilter,
  newestFirst,
  withFilter,
  withNewestPage,
} from '../../rules/notifications/notifications';
import { doneTexts, notificationFailures } from '../../rules/notifications/notificationTexts';
import type { World } from '../../rules/world';
import { announcement, type DoneAnnounced } from '../announcement';
import { type FeedFact, feedOf } from '../feed.machine';
import { pushMachine } from '../people/push.machine';
import { briefNotice, type NoticesEvent } from '../session/notices.machine';
import { workflow } from '../supervision';
import { agesMachine } from './ages.machine';
import { type DeletingAllFact, deletingAllMachine } from './deletingAll.machine';
import { changes, fetchOlder } from './ports';

/** Tells which notifications to fetch. */
export interface NotificationsQuery {
  readonly userId: string;
  readonly filter: NotificationFilter;
}

interface NotificationsInput {
  readonly userId: string;
  readonly filter: NotificationFilter;
  readonly world: Pick<World, 'now'>;
  /** The chart that shows failures for a few seconds. */
  readonly notices: ActorRef<Snapshot<unknown>, NoticesEvent>;
  /** The number of notifications per page; null if the server sends all at once. */
  readonly pageSize: number | null;
}

interface NotificationsContext extends NotificationsInput {
  /** The server's list, newest first, without the member's changes. */
  readonly listed: readonly Notification[];
  /** Whether `listed` matches the filter. Until the first answer for a new filter, the list of the old one is shown. */
  readonly isCurrent: boolean;
  /** Whether the server has older ones. */
  readonly hasOlder: boolean;
  /** The member's confirmed changes. They are applied to every fetched list, because the server may have read it before a change. */
  readonly made: readonly NotificationChange[];
  /** The member's changes that the server has not confirmed, oldest first. */
  readonly pending: readonly NotificationChange[];
}

type NotificationsEvent =
  | FeedFact<readonly Notification[]>
  /** The oldest pending change was saved, or could not be saved. */
  | { type: 'change.made' }
  | { type: 'change.failed' }
  | { type: 'filter.choose'; filter: NotificationFilter }
  | { type: 'notification.open'; id: string }
  | { type: 'notification.delete'; id: string }
  | { type: 'all.read' }
  | { type: 'all.delete' }
  | DeletingAllFact
  /** The member has scrolled to the end of the list. */
  | { type: 'older.want' }
  | { type: 'older.retry' };

/** News of notifications come in bursts, so news within this time, in milliseconds, lead to one fetch. */
const BURST = 300;

/** The known notifications with all changes of the member. */
export const knownOf = ({ listed, made, pending }: Pick<NotificationsContext, 'listed' | 'made' | 'pending'>) =>
  afterChanges(listed, [...made, ...pending]);
const idsOf = (listed: readonly Notification[]) => listed.map(({ id }) => id);
const unreadOf = (context: NotificationsContext) => idsOf(withFilter(knownOf(context), 'unread'));
/** Whether there may be an unread notification: older ones that are not fetched yet may be unread. */
export const mayHaveUnread = (context: NotificationsContext) => context.hasOlder || unreadOf(context).length > 0;
/** The number of all notifications; null if the list does not show all. */
const countOf = (context: NotificationsContext) =>
  context.filter === 'all' && context.isCurrent && !context.hasOlder ? knownOf(context).length : null;
const isWhole = ({ pageSize }: NotificationsContext, page: readonly Notification[]) =>
  pageSize === null || !isFullPage(page, pageSize);

/** The member's notifications (S2 §2, /notifications). The feed fetches the newest and knows whether they are up to date. */
export const notificationsMachine = workflow({
  types: {
    input: {} as NotificationsInput,
    context: {} as NotificationsContext,
    events: {} as NotificationsEvent,
    emitted: {} as DoneAnnounced,
    children: {} as { ages: 'ages'; changes: 'changes'; deletingAll: 'deletingAll'; feed: 'feed'; push: 'push' },
  },
  actors: {
    ages: agesMachine,
    changes,
    deletingAll: deletingAllMachine,
    feed: feedOf<readonly Notification[], NotificationsQuery>(),
    fetchOlder,
    push: pushMachine,
  },
  actions: {
    change: enqueueActions(
      ({ context, enqueue }, change: { kind: NotificationChange['kind']; ids: readonly string[] }) => {
        enqueue.assign({ pending: [...context.pending, change] });
        enqueue.sendTo('changes', { type: 'change.make', change });
      },
    ),
    takeNewest: enqueueActions(({ context, enqueue, event }) => {
      assertEvent(event, 'feed.fetched');
      const whole = isWhole(context, event.data);
      const confirmed = afterChanges(context.listed, context.made);
      // A server with paging sends its pages in order.
      const page = context.pageSize === null ? newestFirst(event.data) : event.data;
      const { listed, hasOlder } = withNewestPage(confirmed, page, whole);
      enqueue.assign({ listed, hasOlder: hasOlder ? context.hasOlder : !whole, isCurrent: true });
      const newest = Date.parse(listed[0]?.createdAt ?? '') || 0;
      enqueue.sendTo('ages', { type: 'ages.follow', newest });
      enqueue.sendTo('deletingAll', (now) => ({ type: 'list.fetched' as const, count: countOf(now.context) }));
    }),
  },
}).createMachine({
  id: 'notifications',
  context: ({ input }) => ({
    ...input,
    listed: [],
    isCurrent: false,
    hasOlder: false,
    made: [],
    pending: [],
  }),
  invoke: [
    {
      id: 'feed',
      src: 'feed',
      input: ({ context: { filter, userId }, self }) => ({ query: { userId, filter }, gather: BURST, parent: self }),
    },
    { id: 'changes', src: 'changes' },
    { id: 'deletingAll', src: 'deletingAll', input: ({ self }) => ({ notifications: self }) },
    { id: 'ages', src: 'ages', input: ({ context: { world } }) => ({ world }) },
    { id: 'push', src: 'push', input: ({ context: { userId } }) => ({ userId }) },
  ],
  on: {
    'feed.fetched': { actions: 'takeNewest' },
    'filter.choose': {
      guard: ({ context, event }) => event.filter !== context.filter,
      target: '.resting',
      actions: [
        assign(({ context: { listed, pageSize }, event: { filter } }) => ({
          filter,
          listed: listed.slice(0, pageSize ?? listed.length),
          isCurrent: false,
          hasOlder: false,
        })),
        sendTo('feed', ({ context: { filter, userId } }) => ({ type: 'query.change', query: { userId, filter } })),
      ],
      description: 'All or Unread. The old list stays on the screen until the answer is there. S2 §2',
    },
    'all.delete': {
      actions: sendTo('deletingAll', ({ context }) => ({
        type: 'question.ask',
        count: countOf(context),
      })),
    },
    'all.confirmed': {
      target: '.resting',
      actions: { type: 'change', params: ({ context }) => ({ kind: 'deleteAll', ids: idsOf(context.listed) }) },
      description:
        'All are deleted, whatever the filter shows. Older ones that are on their way are not taken: they would come back. DECISIONS N4',
    },
    'notification.open': {
      guard: ({ context, event }) => unreadOf(context).includes(event.id),
      actions: { type: 'change', params: ({ event: { id } }) => ({ kind: 'read', ids: [id] }) },
      description: 'Clicking marks it read. S2 §4',
    },
    'notification.delete': {
      guard: ({ context, event }) => idsOf(knownOf(context)).includes(event.id),
      actions: { type: 'change', params: ({ event: { id } }) => ({ kind: 'delete', ids: [id] }) },
      description: 'It disappears at once, and returns if the server refuses. S2 §4',
    },
    'all.read': {
      guard: ({ context }) => mayHaveUnread(context),
      target: '.resting',
      actions: { type: 'change', params: ({ context }) => ({ kind: 'readAll', ids: unreadOf(context) }) },
      description: 'Older ones that are not fetched yet may be unread, too. Those on their way are fetched again.',
    },
    'change.made': {
      actions: enqueueActions(({ context: { hasOlder, made, pending }, enqueue }) => {
        const kind = pending[0]?.kind;
        const sentence = kind && doneTexts[kind];
        if (sentence) enqueue.emit(announcement(sentence));
        enqueue.assign({
          made: [...made, ...pending.slice(0, 1)],
          pending: pending.slice(1),
          hasOlder: hasOlder && kind !== 'deleteAll',
        });
      }),
      description: 'That all are read, or all deleted, is said to screen readers. DECISIONS 298',
    },
    'change.failed': {
      actions: [
        sendTo(
          ({ context }) => context.notices,
          ({ context: { pending } }) => briefNotice(notificationFailures[pending[0]?.kind ?? 'read']),
        ),
        assign({ pending: ({ context }) => context.pending.slice(1) }),
        sendTo('feed', { type: 'feed.refresh' }),
      ],
      description: 'The change is undone; whatever has arrived meanwhile stays. S2 §4, §8',
    },
  },
  initial: 'resting',
  states: {
    resting: {
      on: {
        'older.want': {
          guard: ({ context: { hasOlder, pending } }) => hasOlder && pending.every(({ kind }) => kind !== 'deleteAll'),
          target: 'fetchingOlder',
          description: 'The older ones follow while the member scrolls, if the server has paging.',
        },
      },
    },
    fetchingOlder: {
      invoke: {
        id: 'fetchOlder',
        src: 'fetchOlder',
        input: ({ context: { filter, listed } }) => ({ filter, before: listed.at(-1)?.id ?? '' }),
        onDone: {
          target: 'resting',
          actions: assign(({ context, event: { output } }) => {
            const there = new Set(context.listed.map(({ id }) => id));
            return {
              listed: [...context.listed, ...output.filter(({ id }) => !there.has(id))],
              hasOlder: !isWhole(context, output),
            };
          }),
        },
        onError: { target: 'withoutOlder' },
      },
      on: {
        'feed.fetched': {
          target: 'resting',
          actions: 'takeNewest',
          description: 'The list may end at another notification now: older ones are fetched again from there.',
        },
      },
    },
    withoutOlder: { on: { 'older.retry': { target: 'fetchingOlder' } } },
  },
});
export type NotificationsRef = ActorRefFrom<typeof notificationsMachine>;
export type NotificationsSnapshot = SnapshotFrom<typeof notificationsMachine>;
