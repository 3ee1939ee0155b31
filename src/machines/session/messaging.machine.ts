import type { ActorRef, ActorRefFrom, Snapshot, SnapshotFrom } from 'xstate';
import { outboxMachine } from '../chat/outbox.machine';
import { realtimeMachine } from '../chat/realtime.machine';
import { reportQueueMachine } from '../incidents/reportQueue.machine';
import { workflow } from '../supervision';
import type { World } from '../world';

interface MessagingInput {
  readonly session: ActorRef<Snapshot<unknown>, { type: 'session.rejected' }>;
  /** The id of the member. */
  readonly me: string;
  readonly world: World;
}

/** The realtime connection, the outbox and the waiting reports of one signed-in member, on whichever screen the member is. */
export const messagingMachine = workflow({
  types: {
    input: {} as MessagingInput,
    context: {} as MessagingInput,
    children: {} as { realtime: 'realtime'; outbox: 'outbox'; reportQueue: 'reportQueue' },
  },
  actors: { realtime: realtimeMachine, outbox: outboxMachine, reportQueue: reportQueueMachine },
}).createMachine({
  id: 'messaging',
  context: ({ input }) => input,
  initial: 'running',
  states: {
    running: {
      description: 'One connection, one outbox and one queue of reports for all screens of the member. S1 §7',
      invoke: [
        { id: 'realtime', src: 'realtime', input: ({ context }) => ({ session: context.session }) },
        {
          id: 'outbox',
          src: 'outbox',
          input: ({ context }) => ({ me: context.me }),
        },
        { id: 'reportQueue', src: 'reportQueue', input: ({ context: { me, world } }) => ({ me, world }) },
      ],
    },
  },
});
export type MessagingRef = ActorRefFrom<typeof messagingMachine>;
export type MessagingSnapshot = SnapshotFrom<typeof messagingMachine>;

// Each is the same from the login to the end of the session; undefined only after it has broken.

/** The realtime connection. */
export const selectRealtime = (snapshot: MessagingSnapshot) => snapshot.children.realtime;
/** What the member has sent and the server has not confirmed. */
export const selectOutbox = (snapshot: MessagingSnapshot) => snapshot.children.outbox;
/** The member's waiting reports. */
export const selectReportQueue = (snapshot: MessagingSnapshot) => snapshot.children.reportQueue;
