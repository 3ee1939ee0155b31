import type { ActorRefFrom } from 'xstate';
import { NOT_A_PARTICIPANT } from '../../rules/chatTexts';
import { uploadFailureText } from '../../rules/mediaTexts';
import { deliverySetup, NOT_SENT } from './delivery.setup';

export type { DeliveryReport } from './delivery.setup';

/**
 * One own message on its way, from the head of its chat's queue to the echo (S1 §4). Its file is uploaded first; then it is
 * published on every fresh connection until its echo arrives: handing it to the connection promises nothing, and a resend
 * changes nothing (DECISIONS 11).
 */
export const deliveryMachine = deliverySetup.createMachine({
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
      guard: { type: 'bringsEcho', params: ({ event }) => event },
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
            guard: 'needsUpload',
            target: 'uploading',
            description: 'Media is uploaded first. Then the message is sent with mediaUrl and mediaType. S1 §4',
          },
          { target: 'publishing' },
        ],
      },
      after: {
        offlineNotice: {
          actions: 'logWaiting',
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
          actions: [{ type: 'keepUploaded', params: ({ event }) => event }, 'reportUploaded', 'forgetTries'],
        },
        'upload.failed': [
          {
            guard: { type: 'isRetryable', params: ({ event }) => event },
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
      entry: ['countTry', 'publishMessage'],
      after: { echoWait: { target: 'publishing', reenter: true, description: 'No echo came: it is published again.' } },
      on: {
        'topic.opened': {
          target: 'publishing',
          reenter: true,
          description: 'A fresh connection may not know it: published again.',
        },
        'topic.lost': [
          {
            guard: { type: 'hasTooManyErrors', params: ({ event }) => event },
            target: 'refused',
            actions: { type: 'keepReason', params: NOT_SENT },
            description: 'It takes the connection down for every chat, each time: it is not published once more.',
          },
          { target: 'waiting', actions: { type: 'countError', params: ({ event }) => event } },
        ],
        'refusal.arrived': [
          { guard: { type: 'isOursRetryable', params: ({ event }) => event }, target: 'throttled' },
          {
            guard: { type: 'isOfLostFile', params: ({ event }) => event },
            target: 'uploading',
            actions: 'forgetUploaded',
            description:
              'A file that no message refers to is swept after a day: it is uploaded once more. DECISIONS 65',
          },
          {
            guard: { type: 'isOurs', params: ({ event }) => event },
            target: 'refused',
            actions: { type: 'keepReason', params: ({ event }) => event.refusal.message },
          },
        ],
      },
    },
    throttled: {
      description: 'The server takes no more at this moment; it is published again after a short wait.',
      after: { rateLimitWait: { target: 'publishing' } },
      on: { 'topic.opened': { target: 'publishing' }, 'topic.lost': { target: 'waiting' } },
    },
    confirmed: {
      type: 'final',
      entry: 'reportConfirmed',
      description: 'Echoed: the conversation shows one tick. S1 §4',
    },
    refused: {
      type: 'final',
      entry: 'reportRefused',
      description: 'The server will never take it: shown as failed, with retry and delete.',
    },
  },
});
export type DeliveryRef = ActorRefFrom<typeof deliveryMachine>;
