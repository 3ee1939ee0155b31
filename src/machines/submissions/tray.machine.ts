import { type ActorRefFrom, assign, type SnapshotFrom, sendTo } from 'xstate';
import type { Submission } from '../../contract/submissions';
import { workflow } from '../supervision';
import { copies } from './ports';
import type { QueueRef } from './queue.machine';
import { type TrackingEvent, tracking } from './tracking';

type TrayEvent =
  | { type: 'tray.open' }
  | { type: 'tray.close' }
  /** The member wants to delete it. `isNeeded`: another one waits that cannot be sent without it. */
  | { type: 'deletion.ask'; submission: Submission; isNeeded?: boolean }
  | { type: 'deletion.confirm' }
  | { type: 'dialog.close' }
  /** Saves what a refused submission holds as a file. */
  | { type: 'copy.save'; submission: Submission }
  | TrackingEvent;

interface TrayContext {
  readonly queue: QueueRef;
  /** The submission in the confirmation, or the last one; null before the first. */
  readonly toDelete: Submission | null;
}

/** @throws if there is none, which cannot happen in the state that uses it. */
const requireSubmission = (submission: Submission | null): Submission => {
  if (!submission) throw new Error('nothing is to be deleted');
  return submission;
};

/** The tray: the list of all waiting submissions, and the confirmation before one is deleted. */
export const trayMachine = workflow({
  types: {
    input: {} as { queue: QueueRef },
    context: {} as TrayContext,
    events: {} as TrayEvent,
    children: {} as { tracking: 'tracking'; copies: 'copies' },
  },
  actors: { tracking, copies },
  actions: {
    withdraw: sendTo(
      ({ context }) => context.queue,
      (_, { id }: Pick<Submission, 'id'>) => ({ type: 'submission.withdraw', id }),
    ),
  },
}).createMachine({
  id: 'tray',
  context: ({ input }) => ({ queue: input.queue, toDelete: null }),
  invoke: { id: 'copies', src: 'copies' },
  type: 'parallel',
  states: {
    list: {
      initial: 'closed',
      states: {
        closed: { on: { 'tray.open': { target: 'open' } } },
        open: {
          on: {
            'tray.close': { target: 'closed' },
            'copy.save': {
              actions: sendTo('copies', ({ event }) => event),
              description:
                'The server will not accept it, even if it is changed, so a file is the only way to keep what was written.',
            },
          },
        },
      },
    },
    deletion: {
      initial: 'closed',
      states: {
        closed: {
          on: {
            'deletion.ask': [
              {
                guard: ({ event }) => event.isNeeded === true,
                target: 'asking.needed',
                actions: assign({ toDelete: ({ event }) => event.submission }),
                description:
                  'Without the start of its case the completion behind it would be refused, and its notes could only become a note. The member decides about the completion first. DECISIONS 342',
              },
              {
                guard: ({ event: { submission } }) => submission.kind === 'message' && !submission.content.media,
                actions: { type: 'withdraw', params: ({ event }) => event.submission },
                description: 'A message without a file is deleted at once, because it is quickly written again.',
              },
              {
                target: 'asking.confirming',
                actions: assign({ toDelete: ({ event }) => event.submission }),
                description: 'Photos and long texts would be lost, so the member is asked. DECISIONS 251',
              },
            ],
          },
        },
        asking: {
          description: 'A dialog asks, or says why it cannot be deleted yet.',
          invoke: {
            id: 'tracking',
            src: 'tracking',
            input: ({ context: { queue, toDelete } }) => ({ queue, id: requireSubmission(toDelete).id }),
          },
          on: {
            'submission.updated': {
              guard: ({ event }) => event.item === null,
              target: 'closed',
              description: 'It is no longer in the queue: sent meanwhile, or deleted elsewhere.',
            },
            'submission.delivered': { target: 'closed' },
            'dialog.close': { target: 'closed' },
          },
          initial: 'confirming',
          states: {
            confirming: {
              on: {
                'deletion.confirm': {
                  actions: { type: 'withdraw', params: ({ context }) => requireSubmission(context.toDelete) },
                },
              },
            },
            needed: {},
          },
        },
      },
    },
  },
});
export type TrayRef = ActorRefFrom<typeof trayMachine>;
type TraySnapshot = SnapshotFrom<typeof trayMachine>;

export const selectIsOpen = (snapshot: TraySnapshot) => snapshot.matches({ list: 'open' });
/** The submission whose deletion the member is asked to confirm, or which is still needed; null if none. */
export const selectToDelete = (snapshot: TraySnapshot) =>
  snapshot.matches({ deletion: 'closed' }) ? null : snapshot.context.toDelete;
/** Whether the member is told that what they want to delete is still needed. */
export const selectIsNeeded = (snapshot: TraySnapshot) => snapshot.matches({ deletion: { asking: 'needed' } });
