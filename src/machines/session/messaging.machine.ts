import { type ActorRef, type ActorRefFrom, type Snapshot, type SnapshotFrom, sendTo } from 'xstate';
import type { Can } from '../../contract/capabilities';
import type { World } from '../../rules/world';
import { realtimeMachine } from '../chat/realtime.machine';
import { queueMachine } from '../submissions/queue.machine';
import { workflow } from '../supervision';
import { memberNews } from './ports';

interface MessagingInput {
  readonly session: ActorRef<
    Snapshot<unknown>,
    { type: 'session.rejected' } | { type: 'profile.refresh' } | { type: 'session.endReported'; reason: string }
  >;
  /** The id of the member. */
  readonly myId: string;
  readonly world: World;
  /** Tells which capabilities beyond the specification the server has. */
  readonly can: Can;
}

/** The realtime connection and the submissions of a signed-in member. They run on every screen. */
export const messagingMachine = workflow({
  types: {
    input: {} as MessagingInput,
    context: {} as MessagingInput,
    events: {} as { type: 'profile.changed' } | { type: 'session.ended'; reason: string },
    children: {} as { realtime: 'realtime'; queue: 'queue'; memberNews: 'memberNews' },
  },
  actors: { realtime: realtimeMachine, queue: queueMachine, memberNews },
  actions: {
    askForProfile: sendTo(({ context }) => context.session, { type: 'profile.refresh' }),
    handOnReason: sendTo(
      ({ context }) => context.session,
      (_, { reason }: { reason: string }) => ({ type: 'session.endReported' as const, reason }),
    ),
  },
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
          input: ({ context: { myId, world, can } }) => ({ myId, world, can }),
        },
        { id: 'memberNews', src: 'memberNews', input: ({ context: { myId } }) => ({ userId: myId }) },
      ],
      on: {
        'profile.changed': {
          actions: 'askForProfile',
          description:
            'The profile is fetched again, and new roles change the navigation and the open screens at once. DECISIONS P17',
        },
        'session.ended': {
          actions: [{ type: 'handOnReason', params: ({ event }) => event }, 'askForProfile'],
          description:
            'If the session was ended on the server, this fetch gets a 401, which ends it here, unless there is a newer token by then. The login screen then says why. DECISIONS 52, P10',
        },
      },
    },
  },
});
export type MessagingRef = ActorRefFrom<typeof messagingMachine>;
export type MessagingSnapshot = SnapshotFrom<typeof messagingMachine>;

// Each child chart runs from the login to the end of the session; undefined only after messaging has failed.

/** The realtime connection. */
export const selectRealtime = (snapshot: MessagingSnapshot) => snapshot.children.realtime;
/** The queue of all submissions. */
export const selectQueue = (snapshot: MessagingSnapshot) => snapshot.children.queue;
