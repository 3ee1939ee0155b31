import { type ActorRefFrom, assign, type SnapshotFrom, sendTo } from 'xstate';
import type { Submission } from '../../contract/submissions';
import { workflow } from '../supervision';
import { copies } from './ports';
import type { QueueRef } from './queue.machine';
import { type TrackingEvent, tracking } from './tracking';

type TrayEvent =
  | { type: 'tray.open' }
  | { type: 'tray.close' }
  /** Opens the confirmation of a deletion. */
  | { type: 'deletion.ask'; id: string }
  | { type: 'deletion.confirm' }
  | { type: 'dialog.close' }
  /** Saves what a refused submission holds as a file. */
  | { type: 'copy.save'; submission: Submission }
  | TrackingEvent;

interface TrayContext {
  readonly queue: QueueRef;
  /** The submission in the confirmation, or the last one. */
  readonly toDelete: string;
}

/** The tray: the list of all waiting submissions, and the confirmation before one is deleted. */
export const trayMachine = workflow({
  types: {
    input: {} as { queue: QueueRef },
    context: {} as TrayContext,
    events: {} as TrayEvent,
    children: {} as { tracking: 'tracking'; copies: 'copies' },
  },
  actors: { tracking, copies },
}).createMachine({
  id: 'tray',
  context: ({ input }) => ({ queue: input.queue, toDelete: '' }),
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
            'deletion.ask': {
              target: 'confirming',
              actions: assign({ toDelete: ({ event }) => event.id }),
              description: 'The text and its photos would be lost, so the member is asked.',
            },
          },
        },
        confirming: {
          invoke: {
            id: 'tracking',
            src: 'tracking',
            input: ({ context: { queue, toDelete } }) => ({ queue, id: toDelete }),
          },
          on: {
            'submission.updated': {
              guard: ({ event }) => event.item === null,
              target: 'closed',
              description: 'It is no longer in the queue: sent meanwhile, or deleted elsewhere.',
            },
            'submission.delivered': { target: 'closed' },
            'deletion.confirm': {
              actions: sendTo(
                ({ context }) => context.queue,
                ({ context }) => ({ type: 'submission.withdraw', id: context.toDelete }),
              ),
            },
            'dialog.close': { target: 'closed' },
          },
        },
      },
    },
  },
});
export type TrayRef = ActorRefFrom<typeof trayMachine>;
type TraySnapshot = SnapshotFrom<typeof trayMachine>;

export const selectIsOpen = (snapshot: TraySnapshot) => snapshot.matches({ list: 'open' });
/** Whether the confirmation of a deletion is open. */
export const selectIsDeleting = (snapshot: TraySnapshot) => snapshot.matches({ deletion: 'confirming' });
