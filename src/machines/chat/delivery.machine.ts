import { type ActorRef, type ActorRefFrom, assign, type Snapshot, sendTo, setup } from 'xstate';
import { statusOf } from '../../contract/failure';
import type { ChatAddress } from '../../contract/topics';
import { NOT_A_PARTICIPANT } from '../../rules/chatTexts';
import { isEchoOf, needsUpload } from '../../rules/delivering';
import { uploadFailureText } from '../../rules/mediaTexts';
import { type Outgoing, withoutUploaded, withUploaded } from '../../rules/outgoing';
import { isForLater, RATE_LIMIT_WAIT, TOO_MANY } from '../../rules/refusals';
import { unsupervisedStream } from '../ports';
import type { ChatTopicCommand, ChatTopicEvent } from './ports';
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

/** How our server refuses a message whose file it does not have (any more). */
const BAD_REQUEST = 400;
/** A server in trouble is asked again so often before its refusal of a file counts. */
const UPLOAD_TRIES = 4;
const LONGEST_WAIT = 60_000;
/** A server without refusals knows one answer to a message that it does not take: an ERROR, which ends the connection. */
const MOST_ERRORS = 3;
/** Whether a failed upload is worth another try by itself. */
const isRetryable = (status: number, tries: number) =>
  status === 0 || [401, 408, TOO_MANY].includes(status) || (status >= 500 && tries < UPLOAD_TRIES);

const isAbout = ({ outgoing }: { outgoing: Outgoing }, { clientMessageId }: { clientMessageId: string | null }) =>
  clientMessageId === outgoing.body.clientMessageId;

/** Why it is not sent, where the server gives no reason. */
const NOT_SENT = 'The message could not be sent.';

/**
 * One own message on its way, from the head of its chat's queue to the echo (S1 §4). Its file is uploaded first; then it is
 * published on every fresh connection until its echo arrives: handing it to the connection promises nothing, and a resend
 * changes nothing (DECISIONS 11).
 */
export const deliveryMachine = setup({
  types: {
    input: {} as DeliveryInput,
    context: {} as DeliveryContext,
    events: {} as ChatTopicEvent | UploadEvent,
  },
  actors: {
    chatTopic: unsupervisedStream<ChatTopicCommand, { chat: ChatAddress }>('chatTopic'),
    uploadMedia,
  },
  delays: {
    /** Grows with the tries, so that a server in trouble is not pressed: 10 s, 20 s … 60 s. */
    echoWait: ({ context }) => Math.min(10_000 * context.tries, LONGEST_WAIT),
    /** 2 s, 4 s, 8 s … 60 s. */
    uploadWait: ({ context }) => Math.min(1_000 * 2 ** context.tries, LONGEST_WAIT),
    rateLimitWait: RATE_LIMIT_WAIT,
    /** An open connection reports itself at once; after this wait there is none. */
    offlineNotice: 100,
    silence: 60_000,
  },
  actions: {
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    keepReason: assign({ reason: (_, reason: string) => reason }),
    reportProgress: sendTo(
      ({ context }) => context.outbox,
      ({ context }, { fraction }: { fraction: number | null }): DeliveryReport => ({
        type: 'delivery.progressed',
        clientMessageId: context.outgoing.body.clientMessageId,
        progress: fraction,
      }),
    ),
  },
}).createMachine({
  id: 'delivery',
  context: ({ input }) => ({ ...input, reason: '', tries: 0, errors: 0, isRenewed: false }),
  initial: 'waiting',
  invoke: {
    id: 'chatTopic',
    src: 'chatTopic',
    input: ({ context }) => ({ chat: context.outgoing.chat }),
    onError: { target: '.refused', actions: { type: 'keepReason', params: NOT_SENT } },
  },
  on: {
    'messages.arrived': {
      guard: ({ context, event }) => event.messages.some(isEchoOf(context.outgoing.body, context.me)),
      target: '.confirmed',
      description: 'The server echo matches by clientMessageId. S1 §4',
    },
    'topic.refused': {
      target: '.refused',
      actions: { type: 'keepReason', params: NOT_A_PARTICIPANT },
      description: 'Whoever may not hear a chat has no say in it: no echo would ever come.',
    },
  },
  states: {
    waiting: {
      description:
        'There is no connection: the message keeps its clock and goes out when the connection is back. DECISIONS 41',
      on: {
        'topic.opened': [
          {
            guard: ({ context }) => needsUpload(context.outgoing),
            target: 'uploading',
            description: 'Media is uploaded first. Then the message is sent with mediaUrl and mediaType. S1 §4',
          },
          { target: 'publishing' },
        ],
      },
      after: {
        offlineNotice: {
          actions: ({ context: { outgoing } }) =>
            console.warn(`Not connected: ${outgoing.body.clientMessageId} waits to be sent`),
          description: 'Sending while the connection is down is logged. S1 §4, DECISIONS 41',
        },
      },
    },
    uploading: {
      description: 'A lost connection does not end it: the file may get through all the same, unless it falls silent.',
      entry: ['countTry', { type: 'reportProgress', params: { fraction: 0 } }],
      exit: { type: 'reportProgress', params: { fraction: null } },
      invoke: {
        id: 'uploadMedia',
        src: 'uploadMedia',
        input: ({ context: { outgoing } }) => ({
          chat: outgoing.chat,
          blob: outgoing.media?.blob ?? new Blob(),
          name: outgoing.media?.name ?? '',
        }),
        onError: { target: 'refused', actions: { type: 'keepReason', params: 'The file could not be uploaded.' } },
      },
      on: {
        'upload.progressed': { target: '.going', actions: { type: 'reportProgress', params: ({ event }) => event } },
        'upload.done': {
          target: 'publishing',
          actions: [
            assign(({ context, event: { mediaUrl, mediaType } }) => ({
              outgoing: withUploaded(context.outgoing, { mediaUrl, mediaType }),
              tries: 0,
            })),
            sendTo(
              ({ context }) => context.outbox,
              ({ context: { outgoing } }): DeliveryReport => ({
                type: 'delivery.uploaded',
                clientMessageId: outgoing.body.clientMessageId,
                outgoing,
              }),
            ),
          ],
        },
        'upload.failed': [
          {
            guard: ({ context, event }) => isRetryable(statusOf(event.error), context.tries),
            target: 'parked',
            description: 'No network, or a server in trouble: the file waits and is tried again.',
          },
          {
            target: 'refused',
            actions: {
              type: 'keepReason',
              params: ({ context, event }) => uploadFailureText(context.outgoing.chat, event.error),
            },
            description:
              "The server's message, or 'Upload failed' (incident chat) or 'Media upload failed' (global chat). S1 §8",
          },
        ],
      },
      initial: 'going',
      states: {
        going: {
          after: {
            silence: {
              target: '#delivery.parked',
              description: 'A line that says nothing any more is as good as none: the upload is cut off.',
            },
          },
        },
      },
    },
    parked: {
      description: 'The upload did not get through. The next try comes by itself, or with a fresh connection.',
      after: { uploadWait: { target: 'uploading' } },
      on: { 'topic.opened': { target: 'uploading' } },
    },
    publishing: {
      description: 'Published, and now only the echo counts.',
      entry: [
        'countTry',
        sendTo('chatTopic', ({ context }) => ({ type: 'chat.publish', action: 'send', body: context.outgoing.body })),
      ],
      after: { echoWait: { target: 'publishing', reenter: true, description: 'No echo came: it is published again.' } },
      on: {
        'topic.opened': {
          target: 'publishing',
          reenter: true,
          description: 'A fresh connection may not know it: published again.',
        },
        'topic.lost': [
          {
            guard: ({ context, event }) => event.byError === true && context.errors + 1 >= MOST_ERRORS,
            target: 'refused',
            actions: { type: 'keepReason', params: NOT_SENT },
            description: 'It takes the connection down for every chat, each time: it is not published once more.',
          },
          {
            target: 'waiting',
            actions: assign({ errors: ({ context, event }) => (event.byError ? context.errors + 1 : 0) }),
          },
        ],
        'refusal.arrived': [
          {
            guard: ({ context, event: { refusal } }) => isAbout(context, refusal) && isForLater(refusal.status),
            target: 'throttled',
          },
          {
            guard: ({ context, event: { refusal } }) =>
              isAbout(context, refusal) &&
              refusal.status === BAD_REQUEST &&
              context.outgoing.media !== null &&
              !context.isRenewed,
            target: 'uploading',
            actions: assign({
              outgoing: ({ context }) => withoutUploaded(context.outgoing),
              tries: 0,
              isRenewed: true,
            }),
            description:
              'A file that no message refers to is swept after a day: it is uploaded once more. DECISIONS 65',
          },
          {
            guard: ({ context, event }) => isAbout(context, event.refusal),
            target: 'refused',
            actions: { type: 'keepReason', params: ({ event }) => event.refusal.message },
          },
        ],
      },
    },
    throttled: {
      description:
        'The server takes no more at this moment, or cannot store it; it is published again after a short wait.',
      after: { rateLimitWait: { target: 'publishing' } },
      on: { 'topic.opened': { target: 'publishing' }, 'topic.lost': { target: 'waiting' } },
    },
    confirmed: {
      type: 'final',
      entry: sendTo(
        ({ context }) => context.outbox,
        ({ context }): DeliveryReport => ({
          type: 'delivery.confirmed',
          clientMessageId: context.outgoing.body.clientMessageId,
        }),
      ),
      description: 'Echoed: the conversation shows one tick. S1 §4',
    },
    refused: {
      type: 'final',
      entry: sendTo(
        ({ context }) => context.outbox,
        ({ context }): DeliveryReport => ({
          type: 'delivery.refused',
          clientMessageId: context.outgoing.body.clientMessageId,
          reason: context.reason,
        }),
      ),
      description: 'The server will never take it: shown as failed, with retry and delete.',
    },
  },
});
export type DeliveryRef = ActorRefFrom<typeof deliveryMachine>;
