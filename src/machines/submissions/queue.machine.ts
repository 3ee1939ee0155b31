import { type ActorRefFrom, assign, enqueueActions, raise, type SnapshotFrom, sendTo } from 'xstate';
import type { Can } from '../../contract/capabilities';
import type { Submission, SubmissionKind } from '../../contract/submissions';
import { repeatable } from '../../rules/submissions/kind';
import { laneOf, retriedOf } from '../../rules/submissions/kinds';
import {
  afterReading,
  afterWaiting,
  goesOut,
  type Item,
  idOf,
  isPresent,
  replace,
  withHeads,
  withNew,
  withUnstored,
} from '../../rules/submissions/queue';
import type { World } from '../../rules/world';
import { keepOnRestart, workflow } from '../supervision';
import {
  type LeaderEvent,
  lateEcho,
  leader,
  notices,
  type Quarantined,
  type QueueCommand,
  type QueueFact,
  type Removal,
  type StoreEvent,
  type SubmissionReport,
  store,
} from './ports';
import { submissionMachine } from './submission.machine';

type QueueEvent =
  | QueueCommand
  | StoreEvent
  | LeaderEvent
  | SubmissionReport
  | { type: 'supervision.restarted' }
  /** Sent to itself: the heads of the lanes may have changed. */
  | { type: 'queue.changed' };

interface QueueContext {
  readonly myId: string;
  /** Tells which capabilities beyond the specification the server has. */
  readonly can: Can;
  readonly world: World;
  /** All unconfirmed submissions of this member, in the order of submitting. */
  items: readonly Item[];
  quarantined: readonly Quarantined[];
  /** Whether the store cannot be read, so that more may wait than is known here. */
  isUnreadable: boolean;
  /** The free storage of this device in bytes when it is small; null otherwise. */
  freeBytes: number | null;
}

/**
 * The queue of all acts of the member that the server has not confirmed (DECISIONS 41). All are stored on the device, so they outlive
 * reloads, crashes and logouts. A submission is sent while the store is still writing. In each lane only the first submission runs a
 * chart, the others are data. Of several tabs only one sends. A submission of one member is never sent as another member.
 */
export const queueMachine = workflow({
  types: {
    input: {} as Pick<QueueContext, 'myId' | 'can' | 'world'>,
    context: {} as QueueContext,
    events: {} as QueueEvent,
    emitted: {} as QueueFact,
    children: {} as { store: 'store'; leader: 'leader'; notices: 'notices' } & {
      [id: string]: SubmissionKind | 'lateEcho';
    },
  },
  actors: {
    completion: submissionMachine,
    initiation: submissionMachine,
    kitUse: submissionMachine,
    lateEcho,
    leader,
    message: submissionMachine,
    note: submissionMachine,
    notices,
    report: submissionMachine,
    movement: submissionMachine,
    requisition: submissionMachine,
    store,
  },
  delays: {
    leaderCheck: 2_000,
    /** A store that has not answered within this time does not hold up what is sent. */
    storeWait: 5_000,
  },
  guards: {
    isKnown: ({ context: { items } }, { id }: { id: string }) =>
      items.some((item) => idOf(item) === id && isPresent(item)),
    /** Whether this tab sends it. Late events of a stopped chart are ignored. */
    isHead: ({ context: { items } }, { id }: { id: string }) =>
      items.some((item) => idOf(item) === id && item.head !== 'queued'),
  },
  actions: {
    checkQueue: raise({ type: 'queue.changed' }),
    markWaiting: assign({ items: ({ context: { items } }) => afterWaiting(items) }),
    markKeeping: assign(({ context: { items } }, { id, keeping }: Pick<Item, 'keeping'> & { id: string }) => ({
      items: replace(items, id, (item) => (isPresent(item) ? { ...item, keeping } : item)),
    })),
    /** Replaces a submission here and in the store. */
    change: enqueueActions(({ context: { items }, enqueue }, { submission }: { submission: Submission }) => {
      enqueue.assign({ items: replace(items, submission.id, (item) => ({ ...item, submission, keeping: 'storing' })) });
      enqueue.sendTo('store', { type: 'store.put', submission });
    }),
    /** Hides it; it is removed from the queue when the store has deleted it. */
    remove: enqueueActions(({ context: { items }, enqueue }, removal: Removal) => {
      enqueue.assign({ items: replace(items, removal.id, (item) => ({ ...item, keeping: 'removing' })) });
      enqueue.sendTo('store', { ...removal, type: 'store.remove' });
    }),
    /** Stores what is missing in the store, and moves later submissions of the same lane behind it. */
    keepUnkept: enqueueActions(({ context: { items }, enqueue }, unkept: { keeping: 'memory' | 'lost' }) => {
      const lanes = new Set<string>();
      for (const { submission, keeping } of items) {
        const lane = laneOf(submission);
        if (keeping === unkept.keeping) {
          lanes.add(lane);
          enqueue.sendTo('store', { type: 'store.put', submission });
        } else if (keeping === 'kept' && lanes.has(lane))
          enqueue.sendTo('store', { type: 'store.moveLast', id: submission.id });
      }
      if (lanes.size > 0)
        enqueue.assign({
          items: items.map((item): Item => (item.keeping === unkept.keeping ? { ...item, keeping: 'storing' } : item)),
        });
    }),
    /** Stops charts of submissions that are no longer heads, and starts a chart for each new head and each late echo. */
    startHeads: enqueueActions(
      ({ context: { items, myId, can, world }, enqueue, self }, { leads }: { leads: boolean }) => {
        const isRepeatable = ({ kind }: Submission) => can(repeatable(kind));
        const next = withHeads(items, isRepeatable, leads);
        const changed = next.filter((item) => !items.includes(item));
        for (const { submission, head } of items)
          if (head !== 'queued' && changed.some((item) => idOf(item) === submission.id))
            enqueue.stopChild(submission.id);
        for (const { submission, head, tries } of changed) {
          const { id, kind } = submission;
          const input = { myId, submission };
          if (head === 'listening') enqueue.spawnChild('lateEcho', { id, input });
          if (head === 'starting')
            enqueue.spawnChild(kind, {
              id,
              input: { ...input, queue: self, isRepeatable: isRepeatable(submission), tries, random: world.random },
            });
        }
        enqueue.assign({ items: next });
      },
    ),
    /** Stops all charts of this tab, because another tab sends now. After a restart they are stopped already. */
    stopHeads: enqueueActions(({ context: { items }, enqueue }) => {
      for (const item of items) if (item.head !== 'queued') enqueue.stopChild(idOf(item));
      enqueue.assign({ items: items.map((item): Item => ({ ...item, head: 'queued', fraction: 0 })) });
    }),
  },
}).createMachine({
  id: 'queue',
  context: ({ input }) => ({ ...input, items: [], quarantined: [], isUnreadable: false, freeBytes: null }),
  invoke: [
    { id: 'store', src: 'store', input: ({ context }) => ({ userId: context.myId }) },
    { id: 'leader', src: 'leader', input: ({ context }) => ({ userId: context.myId }) },
    { id: 'notices', src: 'notices', input: ({ self, context }) => ({ queue: self, now: context.world.now }) },
  ],
  initial: 'following',
  on: {
    'submission.queue': {
      guard: ({ context: { items }, event: { submission, replaces } }) =>
        !items.some((item) => idOf(item) === submission.id && isPresent(item)) &&
        (replaces === undefined || items.some((item) => idOf(item) === replaces && isPresent(item))),
      actions: [
        assign({ items: ({ context: { items }, event }) => withNew(items, event.submission, event.replaces) }),
        sendTo('store', ({ event }) => ({ ...event, type: 'store.put' as const })),
        'checkQueue',
      ],
      description:
        'Stored, and sent in order behind the others of its lane; sending does not wait for the store. What is made of another one, such as a note of a refused message, is made once, and not if that one has arrived or was deleted.',
    },
    'submission.change': {
      guard: { type: 'isKnown', params: ({ event }) => ({ id: event.submission.id }) },
      actions: [
        {
          type: 'change',
          params: ({ event: { submission } }) => ({ submission: { ...submission, status: 'waiting', reason: null } }),
        },
        'checkQueue',
      ],
      description: 'Answered or corrected by the member: the new version is sent.',
    },
    'submission.retry': {
      guard: ({ context: { items }, event }) =>
        items.some((item) => idOf(item) === event.id && isPresent(item) && item.submission.status === 'refused'),
      actions: [
        enqueueActions(({ context: { items }, enqueue, event: { id } }) => {
          const submission = items.find((item) => idOf(item) === id)?.submission;
          if (submission) enqueue({ type: 'change', params: { submission: retriedOf(submission) } });
        }),
        'checkQueue',
      ],
      description:
        'The member tries a refused submission again; its file is uploaded from the beginning. DECISIONS 65. If an earlier try may have arrived, the server is asked first. DECISIONS W2',
    },
    'submission.withdraw': {
      guard: { type: 'isKnown', params: ({ event: { id } }) => ({ id }) },
      actions: [{ type: 'remove', params: ({ event }) => ({ ...event, isWithdrawn: true }) }, 'checkQueue'],
      description: 'A waiting submission can be cancelled. DECISIONS 41',
    },
    'submission.shown': {
      guard: { type: 'isKnown', params: ({ event: { id } }) => ({ id }) },
      actions: assign({
        items: ({ context: { items }, event: { id, screen } }) => replace(items, id, (item) => ({ ...item, screen })),
      }),
      description: 'Its own screen tells the member of the outcome. If that was left, a notice does. DECISIONS 267',
    },
    'store.read': {
      actions: [
        enqueueActions(({ context: { items }, enqueue, event }) => {
          const next = afterReading(items, event.submissions, event.withdrawn, event.lost);
          const present = new Set(next.map(idOf));
          for (const item of items)
            if (item.head !== 'queued' && !present.has(idOf(item))) enqueue.stopChild(idOf(item));
          enqueue.assign({ items: next, quarantined: event.quarantined, isUnreadable: false });
          enqueue.sendTo('leader', { type: 'leader.stand' });
        }),
        { type: 'keepUnkept', params: { keeping: 'memory' } },
        'checkQueue',
      ],
      description:
        'Submissions from before a reload or from a tab that was closed, and those that other tabs have added. DECISIONS 41',
    },
    'store.unreadable': {
      actions: [assign({ isUnreadable: true }), sendTo('leader', { type: 'leader.resign' })],
      description:
        'The member is told. Another tab, if there is one, sends what is stored; this one sends what it has in memory.',
    },
    'store.kept': {
      actions: [
        { type: 'markKeeping', params: ({ event: { id } }) => ({ id, keeping: 'kept' }) },
        { type: 'keepUnkept', params: { keeping: 'memory' } },
        'checkQueue',
      ],
    },
    'store.failed': {
      actions: [{ type: 'markKeeping', params: ({ event: { id } }) => ({ id, keeping: 'memory' }) }, 'checkQueue'],
      description: 'This browser cannot store it: it is sent from memory, and the member is told.',
    },
    'store.removed': {
      actions: assign({
        items: ({ context: { items }, event }) =>
          items.filter((item) => idOf(item) !== event.id || item.keeping !== 'removing'),
      }),
    },
    'store.tight': { actions: assign({ freeBytes: ({ event }) => event.freeBytes }) },
    'queue.send': {
      actions: enqueueActions(({ context: { items }, enqueue }) => {
        for (const item of items)
          if (item.head !== 'queued')
            for (const type of ['supervision.retry', 'submission.send'] as const) enqueue.sendTo(idOf(item), { type });
        enqueue.sendTo('leader', { type: 'leader.send' });
      }),
      description: 'Send now, pressed in this tab or, if this tab is the leader, in another one.',
    },
    'submission.moved': {
      guard: { type: 'isHead', params: ({ event: { id } }) => ({ id }) },
      actions: [
        assign({
          items: ({ context: { items }, event: { id, status, tries, trouble } }) =>
            replace(items, id, (item) => ({
              ...item,
              head: status,
              tries,
              trouble,
              fraction: status === 'uploading' || status === 'sending' ? 0 : item.fraction,
              hasWaited: item.hasWaited || status === 'offline' || status === 'backingOff',
            })),
        }),
        'checkQueue',
      ],
    },
    'submission.progressed': {
      guard: { type: 'isHead', params: ({ event: { id } }) => ({ id }) },
      actions: assign({
        items: ({ context: { items }, event: { id, fraction } }) =>
          replace(items, id, (item) => ({ ...item, fraction })),
      }),
    },
    'submission.changed': {
      guard: { type: 'isHead', params: ({ event }) => ({ id: event.submission.id }) },
      actions: { type: 'change', params: ({ event: { submission } }) => ({ submission }) },
    },
    'submission.confirmed': {
      guard: { type: 'isKnown', params: ({ event: { id } }) => ({ id }) },
      actions: [
        enqueueActions(({ context: { items }, enqueue, event: { id, answer, wasEarlier } }) => {
          const item = items.find((other) => idOf(other) === id);
          if (!item) return;
          enqueue.emit({ type: 'submission.delivered', submission: item.submission, answer, wasEarlier });
          enqueue({ type: 'remove', params: { id } });
        }),
        'checkQueue',
      ],
      description:
        "Confirmed, also by an echo that arrives after 'Not sent': the item is removed, and the next one of its lane is sent. DECISIONS W2",
    },
    'submission.returned': {
      guard: { type: 'isKnown', params: ({ event }) => ({ id: event.submission.id }) },
      actions: [
        { type: 'change', params: ({ event: { submission } }) => ({ submission }) },
        assign({
          items: ({ context: { items }, event }) =>
            replace(items, event.submission.id, (item) => ({ ...item, tries: 0 })),
        }),
        'checkQueue',
      ],
      description: 'Shown as failed, or asking; those behind it do not wait for it.',
    },
    'quarantine.copy': { actions: sendTo('store', ({ event }) => event) },
    'quarantine.retry': { actions: sendTo('store', ({ event }) => event) },
    'quarantine.delete': { actions: sendTo('store', ({ event }) => event) },
    'supervision.restarted': {
      target: '.following',
      description:
        'The failure has stopped the charts of all submissions: those that this tab sends are started again.',
    },
  },
  states: {
    following: {
      description:
        'Another tab of this browser may be sending, and two tabs must not send the same thing. A submission that the device cannot store is known to no other tab, so this tab sends it.',
      entry: ['stopHeads', 'checkQueue'],
      on: {
        'leader.elected': { target: 'recovering' },
        'queue.changed': [
          {
            guard: ({ context: { items } }) => items.some(goesOut),
            target: '.watching',
            actions: { type: 'startHeads', params: { leads: false } },
          },
          { target: '.resting', actions: { type: 'startHeads', params: { leads: false } } },
        ],
      },
      initial: 'resting',
      states: {
        resting: {},
        watching: {
          description: 'Something waits for the leader: a leader that does not respond is replaced within seconds.',
          entry: sendTo('leader', { type: 'leader.check' }),
          after: { leaderCheck: { target: 'watching', reenter: true, actions: 'markWaiting' } },
        },
      },
    },
    recovering: {
      description:
        'The tab that led before may have been killed in the middle of a try, so what it wrote down last is read before anything is sent.',
      entry: sendTo('store', { type: 'store.recover' }),
      after: { storeWait: { target: 'leading' } },
      on: {
        'leader.deposed': { target: 'following' },
        'store.recovered': {
          target: 'leading',
          actions: [
            assign({ items: ({ context: { items }, event }) => withUnstored(items, event.unstored) }),
            { type: 'keepUnkept', params: { keeping: 'memory' } },
          ],
        },
        'queue.changed': { actions: { type: 'startHeads', params: { leads: false } } },
      },
    },
    leading: {
      description: 'This tab sends for all tabs of the member.',
      entry: [
        { type: 'keepUnkept', params: { keeping: 'lost' } },
        { type: 'startHeads', params: { leads: true } },
      ],
      on: {
        'leader.deposed': {
          target: 'following',
          description: 'This tab hung, and another one has taken over; or it cannot read what waits.',
        },
        'queue.changed': {
          actions: [
            { type: 'keepUnkept', params: { keeping: 'lost' } },
            { type: 'startHeads', params: { leads: true } },
          ],
          description: 'What the browser has deleted together with its database is stored again. DECISIONS 266',
        },
      },
    },
  },
});
keepOnRestart(queueMachine, 'items');
export type QueueRef = ActorRefFrom<typeof queueMachine>;
export type QueueSnapshot = SnapshotFrom<typeof queueMachine>;
