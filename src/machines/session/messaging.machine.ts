import type { ActorRef, ActorRefFrom, Snapshot, SnapshotFrom } from 'xstate';
import type { Can } from '../../contract/capabilities';
import { realtimeMachine } from '../chat/realtime.machine';
import { queueMachine } from '../submissions/queue.machine';
import { workflow } from '../supervision';
import type { World } from '../world';

interface MessagingInput {
  readonly session: ActorRef<Snapshot<unknown>, { type: 'session.rejected' }>;
  /** The id of the member. */
  readonly me: string;
  readonly world: World;
  /** What the server can do beyond the specification. */
  readonly can: Can;
}

/** The realtime connection of one signed-in member, and all that goes out, on whichever screen the member is. */
export const messagingMachine = workflow({
  types: {
    input: {} as MessagingInput,
    context: {} as MessagingInput,
    children: {} as { realtime: 'realtime'; queue: 'queue' },
  },
  actors: { realtime: realtimeMachine, queue: queueMachine },
}).createMachine({
  id: 'messaging',
  context: ({ input }) => input,
  initial: 'running',
  states: {
    running: {
      description: 'One connection and one queue of submissions for all screens of the member. S1 §7',
      invoke: [
        { id: 'realtime', src: 'realtime', input: ({ context }) => ({ session: context.session }) },
        {
          id: 'queue',
          src: 'queue',
          input: ({ context: { me, world, can } }) => ({ me, world, can }),
        },
      ],
    },
  },
});
export type MessagingRef = ActorRefFrom<typeof messagingMachine>;
export type MessagingSnapshot = SnapshotFrom<typeof messagingMachine>;

// Each is the same from the login to the end of the session; undefined only after it has broken.

/** The realtime connection. */
export const selectRealtime = (snapshot: MessagingSnapshot) => snapshot.children.realtime;
/** What the member has done and the server has not confirmed. */
export const selectQueue = (snapshot: MessagingSnapshot) => snapshot.children.queue;
