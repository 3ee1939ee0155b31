import { type ActorRef, type ActorRefFrom, assign, type Snapshot, type SnapshotFrom, sendTo } from 'xstate';
import { revisionFailureText } from '../../rules/chat/chatTexts';
import type { Revision } from '../../rules/chat/messageChanges';
import { workflow } from '../supervision';
import { type RevisionRequest, reviseMessage } from './ports';

/** Sent to the conversation: a change has failed, and the server's version of the message is shown again. */
export type RevisionsFact = { type: 'revision.failed'; reason: string } & RevisionRequest;

type RevisionsEvent = { type: 'message.revise' } & RevisionRequest;

interface RevisionsInput {
  conversation: ActorRef<Snapshot<unknown>, RevisionsFact>;
}

interface RevisionsContext extends RevisionsInput {
  /** The changes that the server has not confirmed, oldest first. The first one is being sent. */
  waiting: readonly RevisionRequest[];
  /** All changes that are shown: those confirmed since the chat was opened, and after them those that wait. */
  revisions: readonly Revision[];
}

const asRevision = ({ message, text }: RevisionRequest): Revision => ({ messageId: message.id, text, changedAt: null });
const confirmed = ({ revisions }: RevisionsContext) => revisions.filter(({ changedAt }) => changedAt !== null);

/**
 * A member's changes of own messages (DECISIONS 164). They are shown at once and sent one after the other, so that two changes of one
 * message cannot overtake each other. A failed change is removed, and the server's copy is shown again.
 */
export const revisionsMachine = workflow({
  types: { input: {} as RevisionsInput, context: {} as RevisionsContext, events: {} as RevisionsEvent },
  actors: { reviseMessage },
  guards: { hasWaiting: ({ context }) => context.waiting.length > 0 },
}).createMachine({
  id: 'revisions',
  context: ({ input }) => ({ ...input, waiting: [], revisions: [] }),
  initial: 'resting',
  on: {
    'message.revise': {
      actions: assign(({ context: { waiting, revisions }, event: { message, text } }) => ({
        waiting: [...waiting, { message, text }],
        revisions: [...revisions, asRevision({ message, text })],
      })),
      description: 'An own message is edited or deleted. DECISIONS 164',
    },
  },
  states: {
    resting: {
      always: { guard: 'hasWaiting', target: 'sending' },
    },
    sending: {
      invoke: {
        id: 'reviseMessage',
        src: 'reviseMessage',
        input: ({ context: { waiting }, self }) => ({
          ...(waiting[0] as RevisionRequest),
          queued: () => self.getSnapshot().context.waiting.slice(1),
        }),
        onDone: {
          target: 'resting',
          actions: assign(({ context, event }) => {
            const [first, ...waiting] = context.waiting as [RevisionRequest, ...RevisionRequest[]];
            const made = { ...asRevision(first), changedAt: event.output.changedAt };
            return { waiting, revisions: [...confirmed(context), made, ...waiting.map(asRevision)] };
          }),
          description: "Shown until the server's own copy of it comes over the chat's topic.",
        },
        onError: {
          target: 'resting',
          actions: [
            sendTo(
              ({ context }) => context.conversation,
              ({ context: { waiting }, event }): RevisionsFact => ({
                type: 'revision.failed',
                reason: revisionFailureText(event.error),
                ...(waiting[0] as RevisionRequest),
              }),
            ),
            assign(({ context }) => {
              const waiting = context.waiting.slice(1);
              return { waiting, revisions: [...confirmed(context), ...waiting.map(asRevision)] };
            }),
          ],
          description: "Refused, or the network is gone: the server's version of the message is shown again.",
        },
      },
    },
  },
});
export type RevisionsRef = ActorRefFrom<typeof revisionsMachine>;
export type RevisionsSnapshot = SnapshotFrom<typeof revisionsMachine>;

export const selectRevisions = (snapshot: RevisionsSnapshot) => snapshot.context.revisions;
