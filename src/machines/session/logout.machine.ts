import {
  type ActorRef,
  type ActorRefFrom,
  assign,
  type EventObject,
  enqueueActions,
  type Snapshot,
  type SnapshotFrom,
  sendTo,
  stateIn,
} from 'xstate';
import { goesOut, isPresent } from '../../rules/submissions/queue';
import { network } from '../ports';
import type { QueueRef, QueueSnapshot } from '../submissions/queue.machine';
import { fromStream, workflow } from '../supervision';
import { forgetDevice } from './ports';

/** The content of the queue. */
interface Pending {
  /** The ids of all submissions that the tray shows as waiting, asking or refused. */
  readonly ids: readonly string[];
  /** The number of those that are sent automatically. */
  readonly waiting: number;
  /** The number of submissions in the store, including those that are being deleted. */
  readonly stored: number;
}
type PendingEvent = { type: 'pending.changed' } & Pending;

/** Sends the content of the queue, at once and after each change. */
export const pending = fromStream<EventObject, { queue: QueueRef | undefined }>(({ input: { queue }, sendBack }) => {
  if (!queue) return;
  let known: QueueSnapshot['context']['items'] | null = null;
  const look = ({ context: { items } }: QueueSnapshot) => {
    if (items === known) return;
    known = items;
    sendBack({
      type: 'pending.changed',
      ids: items.filter(isPresent).map(({ submission }) => submission.id),
      waiting: items.filter(goesOut).length,
      stored: items.filter(({ keeping }) => keeping !== 'withdrawn').length,
    } satisfies PendingEvent);
  };
  const subscription = queue.subscribe(look);
  look(queue.getSnapshot());
  return () => subscription.unsubscribe();
});

type LogoutEvent =
  /** Log Out was pressed. */
  | { type: 'logout.press' }
  | { type: 'forget.press' }
  /** First send all waiting submissions, then log out. */
  | { type: 'logout.sendFirst' }
  /** Keep the submissions on the device until this member's next login. */
  | { type: 'logout.keep' }
  | { type: 'logout.delete' }
  | { type: 'forget.confirm' }
  | { type: 'dialog.close' }
  /** What the browser says about the network. */
  | { type: 'network.lost' | 'network.returned' }
  | PendingEvent;

interface LogoutInput {
  readonly session: ActorRef<Snapshot<unknown>, { type: 'session.end' }>;
  /** Undefined if messaging has failed. Then no waiting submissions are known. */
  readonly queue: QueueRef | undefined;
  /** The id of the member. */
  readonly myId: string;
}

/**
 * Logging out (S1 §4, "Session"). The member decides what happens to waiting submissions, and can delete everything that this
 * browser keeps of them (DECISIONS 41).
 */
export const logoutMachine = workflow({
  types: {
    input: {} as LogoutInput,
    context: {} as LogoutInput & { readonly pending: Pending },
    events: {} as LogoutEvent,
    children: {} as { network: 'network'; pending: 'pending' },
  },
  actors: { forgetDevice, network, pending },
  delays: { deletionTimeout: 5_000 },
  guards: { isOffline: stateIn({ open: { network: 'offline' } }) },
  actions: {
    keepPending: assign(({ context, event }) => {
      if (event.type !== 'pending.changed') return context;
      const { ids, waiting, stored } = event;
      return { pending: { ids, waiting, stored } };
    }),
    withdrawAll: enqueueActions(({ context: { queue, pending }, enqueue }) => {
      if (queue) for (const id of pending.ids) enqueue.sendTo(queue, { type: 'submission.withdraw', id });
    }),
    logFailure: ({ event }) => console.error('What this browser keeps of the member could not be deleted', event),
  },
}).createMachine({
  id: 'logout',
  context: ({ input }) => ({ ...input, pending: { ids: [], waiting: 0, stored: 0 } }),
  invoke: [
    { id: 'pending', src: 'pending', input: ({ context: { queue } }) => ({ queue }) },
    { id: 'network', src: 'network', input: undefined },
  ],
  on: { 'pending.changed': { actions: 'keepPending' } },
  initial: 'open',
  states: {
    open: {
      type: 'parallel',
      states: {
        network: {
          description: 'What the browser says about the network.',
          initial: 'online',
          states: {
            online: { on: { 'network.lost': { target: 'offline' } } },
            offline: { on: { 'network.returned': { target: 'online' } } },
          },
        },
        dialog: {
          initial: 'closed',
          states: {
            closed: {
              on: {
                'logout.press': [
                  {
                    guard: ({ context }) => context.pending.ids.length > 0,
                    target: 'asking',
                    description: 'Something would stay behind in this browser: the member is asked.',
                  },
                  {
                    guard: 'isOffline',
                    target: 'asking',
                    description: 'Nobody can log in again without a network, so the member is asked. DECISIONS 181',
                  },
                  { target: '#logout.leaving', description: 'Logout removes the token and goes to /login. S1 §4' },
                ],
                'forget.press': { target: 'confirming' },
              },
            },
            asking: {
              on: {
                'logout.sendFirst': {
                  guard: ({ context }) => context.pending.waiting > 0,
                  target: 'sending',
                  description: "What was refused, or waits for the member's answer, is not sent automatically.",
                },
                'logout.keep': {
                  target: '#logout.leaving',
                  description: 'It stays on the device; nobody else who logs in here sees it or sends it.',
                },
                'logout.delete': { target: 'deleting' },
                'dialog.close': { target: 'closed' },
              },
            },
            sending: {
              description:
                'The session ends when everything is sent. Without a connection that may take long, so the other choices stay available.',
              entry: enqueueActions(({ context: { queue }, enqueue }) => {
                if (queue) enqueue.sendTo(queue, { type: 'queue.send' });
              }),
              always: [
                { guard: ({ context }) => context.pending.ids.length === 0, target: '#logout.leaving' },
                {
                  guard: ({ context }) => context.pending.waiting === 0,
                  target: 'asking',
                  description: "What is left was refused, or waits for the member's answer.",
                },
              ],
              on: {
                'logout.keep': { target: '#logout.leaving' },
                'dialog.close': { target: 'closed' },
              },
            },
            deleting: {
              description: 'The session ends when the device has deleted it.',
              entry: 'withdrawAll',
              always: {
                guard: ({ context }) => context.pending.stored === 0,
                target: '#logout.leaving',
                description: 'Also at once, if the last of it was sent while the member was asked.',
              },
              on: {
                'pending.changed': {
                  actions: ['keepPending', 'withdrawAll'],
                  description: 'What another tab has queued meanwhile is deleted, too.',
                },
              },
              initial: 'begun',
              states: {
                begun: { after: { deletionTimeout: { target: 'slow' } } },
                slow: {
                  description: 'The device does not answer. The member is told, and can log out all the same, or stay.',
                  on: {
                    'logout.keep': { target: '#logout.leaving' },
                    'dialog.close': { target: '#logout.open.dialog.closed' },
                  },
                },
              },
            },
            confirming: {
              on: {
                'forget.confirm': { target: 'forgetting' },
                'dialog.close': { target: 'closed' },
              },
              initial: 'quiet',
              states: {
                quiet: {},
                failed: { description: 'This browser could not delete it. The member is told, and can try again.' },
              },
            },
            forgetting: {
              description:
                'Everything of the member in this browser is deleted: waiting submissions, quarantined records, drafts.',
              invoke: {
                id: 'forgetDevice',
                src: 'forgetDevice',
                input: ({ context: { myId } }) => ({ userId: myId }),
                onDone: { target: '#logout.leaving' },
                onError: { target: 'confirming.failed', actions: 'logFailure' },
              },
            },
          },
        },
      },
    },
    leaving: { type: 'final', entry: sendTo(({ context }) => context.session, { type: 'session.end' }) },
  },
});
export type LogoutRef = ActorRefFrom<typeof logoutMachine>;
type LogoutSnapshot = SnapshotFrom<typeof logoutMachine>;

/** The open dialog, or null. */
export function selectDialog(snapshot: LogoutSnapshot): 'asking' | 'sending' | 'forgetting' | 'failed' | null {
  if (snapshot.matches({ open: { dialog: { confirming: 'failed' } } })) return 'failed';
  if (snapshot.matches({ open: { dialog: 'confirming' } }) || snapshot.matches({ open: { dialog: 'forgetting' } }))
    return 'forgetting';
  if (snapshot.matches({ open: { dialog: 'sending' } })) return 'sending';
  return snapshot.matches({ open: { dialog: 'asking' } }) || snapshot.matches({ open: { dialog: 'deleting' } })
    ? 'asking'
    : null;
}
/** Whether the device does not delete what the member wants deleted. */
export const selectIsSlow = (snapshot: LogoutSnapshot) => snapshot.matches({ open: { dialog: { deleting: 'slow' } } });
/** Whether the browser says that there is no network. */
export const selectIsOffline = (snapshot: LogoutSnapshot) => snapshot.matches({ open: { network: 'offline' } });
/** Whether something would be sent before the logout. */
export const selectCanSendFirst = ({ context }: LogoutSnapshot) => context.pending.waiting > 0;
export const selectIsDeleting = (snapshot: LogoutSnapshot) =>
  snapshot.matches({ open: { dialog: 'deleting' } }) || snapshot.matches({ open: { dialog: 'forgetting' } });
