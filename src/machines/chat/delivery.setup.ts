import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate';
import { statusOf } from '../../contract/failure';
import { isEchoOf, needsUpload } from '../../rules/delivering';
import { type Outgoing, withoutUploaded, withUploaded } from '../../rules/outgoing';
import { RATE_LIMIT_WAIT, TOO_MANY } from '../../rules/refusals';
import { type ChatTopicEvent, chatTopic } from './ports';
import { type UploadEvent, uploadMedia } from './ports.media';

/** What a delivery tells the outbox that started it. */
export type DeliveryReport =
  /** How much of its file has gone out, 0 to 1; null when nothing is being uploaded (any more, or for now). */
  | { type: 'delivery.progressed'; clientMessageId: string; progress: number | null }
  | { type: 'delivery.uploaded'; clientMessageId: string; outgoing: Outgoing }
  | { type: 'delivery.confirmed'; clientMessageId: string }
  | { type: 'delivery.refused'; clientMessageId: string; reason: string };

interface DeliveryInput {
  outbox: ActorRef<Snapshot<unknown>, DeliveryReport>;
  me: string;
  outgoing: Outgoing;
}

interface DeliveryContext extends DeliveryInput {
  /** Why the message is refused for good. */
  reason: string;
  tries: number;
  /** How many connections in a row the server has ended with an ERROR while the message was on them. */
  errors: number;
  /** The server had lost the file, and it was uploaded once more. */
  isRenewed: boolean;
}

type Arrived = Extract<ChatTopicEvent, { type: 'messages.arrived' }>;
type Refused = Extract<ChatTopicEvent, { type: 'refusal.arrived' }>;
type Lost = Extract<ChatTopicEvent, { type: 'topic.lost' }>;

/** How our server refuses a message whose file it does not have (any more). */
const BAD_REQUEST = 400;
/** A server in trouble is asked again so often before its refusal of a file counts. */
const UPLOAD_TRIES = 4;
const LONGEST_WAIT = 60_000;
/** A server without refusals knows one answer to a message that it does not take: an ERROR, which ends the connection. */
const MOST_ERRORS = 3;
/** Why it is not sent, where the server gives no reason. */
export const NOT_SENT = 'The message could not be sent.';

/** What a delivery knows and does; its states are in delivery.machine.ts. */
export const deliverySetup = setup({
  types: {
    input: {} as DeliveryInput,
    context: {} as DeliveryContext,
    events: {} as ChatTopicEvent | UploadEvent,
  },
  actors: { chatTopic, uploadMedia },
  delays: {
    /** Grows with the tries, so that a server in trouble is not pressed: 10 s, 20 s … 60 s. */
    echoWait: ({ context }) => Math.min(10_000 * context.tries, LONGEST_WAIT),
    /** 2 s, 4 s, 8 s … 60 s. */
    uploadWait: ({ context }) => Math.min(1_000 * 2 ** context.tries, LONGEST_WAIT),
    rateLimitWait: RATE_LIMIT_WAIT,
    /** An open connection says so at once: whoever waits longer has none. */
    offlineNotice: 100,
    silence: 60_000,
  },
  guards: {
    needsUpload: ({ context }) => needsUpload(context.outgoing),
    bringsEcho: ({ context }, { messages }: Arrived) => messages.some(isEchoOf(context.outgoing.body, context.me)),
    isOurs: ({ context }, { refusal }: Refused) => refusal.clientMessageId === context.outgoing.body.clientMessageId,
    isOursRetryable: ({ context }, { refusal }: Refused) =>
      refusal.clientMessageId === context.outgoing.body.clientMessageId && refusal.status === TOO_MANY,
    isOfLostFile: ({ context }, { refusal }: Refused) =>
      refusal.clientMessageId === context.outgoing.body.clientMessageId &&
      refusal.status === BAD_REQUEST &&
      context.outgoing.media !== null &&
      !context.isRenewed,
    hasTooManyErrors: ({ context }, { byError }: Lost) => byError === true && context.errors + 1 >= MOST_ERRORS,
    isRetryable: ({ context }, { error }: { error: unknown }) => {
      const status = statusOf(error);
      return status === 0 || [401, 408, TOO_MANY].includes(status) || (status >= 500 && context.tries < UPLOAD_TRIES);
    },
  },
  actions: {
    publishMessage: sendTo('chatTopic', ({ context }) => ({
      type: 'chat.publish',
      action: 'send',
      body: context.outgoing.body,
    })),
    logWaiting: ({ context: { outgoing } }) =>
      console.warn(`Not connected: ${outgoing.body.clientMessageId} waits to be sent`),
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    forgetTries: assign({ tries: 0 }),
    countError: assign({ errors: ({ context }, { byError }: Lost) => (byError ? context.errors + 1 : 0) }),
    keepUploaded: assign({
      outgoing: ({ context }, { mediaUrl, mediaType }: { mediaUrl: string; mediaType: string }) =>
        withUploaded(context.outgoing, { mediaUrl, mediaType }),
    }),
    forgetUploaded: assign({ outgoing: ({ context }) => withoutUploaded(context.outgoing), tries: 0, isRenewed: true }),
    keepReason: assign({ reason: (_, reason: string) => reason }),
    reportUploaded: sendTo(
      ({ context }) => context.outbox,
      ({ context: { outgoing } }): DeliveryReport => ({
        type: 'delivery.uploaded',
        clientMessageId: outgoing.body.clientMessageId,
        outgoing,
      }),
    ),
    reportConfirmed: sendTo(
      ({ context }) => context.outbox,
      ({ context }): DeliveryReport => ({
        type: 'delivery.confirmed',
        clientMessageId: context.outgoing.body.clientMessageId,
      }),
    ),
    reportRefused: sendTo(
      ({ context }) => context.outbox,
      ({ context }): DeliveryReport => ({
        type: 'delivery.refused',
        clientMessageId: context.outgoing.body.clientMessageId,
        reason: context.reason,
      }),
    ),
    reportProgress: sendTo(
      ({ context }) => context.outbox,
      ({ context }, { fraction }: { fraction: number | null }): DeliveryReport => ({
        type: 'delivery.progressed',
        clientMessageId: context.outgoing.body.clientMessageId,
        progress: fraction,
      }),
    ),
  },
});
