import { type ActorRefFrom, assign, type SnapshotFrom } from 'xstate';
import { pushTexts } from '../../rules/people/profileTexts';
import { A_FEW_SECONDS } from '../session/notices.machine';
import { workflow } from '../supervision';
import { askPermission, closePushOffer, fetchPushKey, lookAtPush, subscribe, unsubscribe } from './ports';

type PushEvent = { type: 'push.enable' } | { type: 'push.disable' } | { type: 'offer.close' };

interface PushContext {
  /** The id of the member. */
  readonly userId: string;
  /** The organisation's public key. */
  readonly key: string;
  /** Why the last press had no effect. */
  readonly failure: string;
}

/**
 * Enable Notifications (S2 §2, §8): whether this device gets the member's push messages. Other screens offer to turn them on while
 * the chart has the tag 'offered'.
 */
export const pushMachine = workflow({
  types: {
    input: {} as { readonly userId: string },
    context: {} as PushContext,
    events: {} as PushEvent,
    tags: {} as 'busy' | 'enabled' | 'failed' | 'offered',
  },
  actors: { lookAtPush, closePushOffer, askPermission, fetchPushKey, subscribe, unsubscribe },
  delays: {
    aFewSeconds: A_FEW_SECONDS,
    /** How long the browser's question may stay without an answer before the member is told to look for it, in milliseconds. */
    questionTime: 30_000,
  },
  actions: {
    keepFailure: assign({ failure: (_, text: string) => text }),
    logFailure: ({ event }) => console.error('Push messages failed', event),
  },
}).createMachine({
  id: 'push',
  context: ({ input }) => ({ ...input, key: '', failure: '' }),
  initial: 'looking',
  states: {
    looking: {
      description: 'The browser is asked whether this device is subscribed already.',
      invoke: {
        id: 'lookAtPush',
        src: 'lookAtPush',
        input: ({ context: { userId } }) => ({ userId }),
        onDone: [
          { guard: ({ event }) => event.output === 'enabled', target: 'enabled' },
          {
            guard: ({ event }) => event.output === 'off',
            target: 'disabled.offered',
            description: 'Not where push is impossible or forbidden, nor where the offer was closed.',
          },
          { target: 'disabled' },
        ],
        onError: { target: 'disabled', actions: 'logFailure' },
      },
    },
    disabled: {
      on: {
        'push.enable': { target: 'asking' },
        'offer.close': { target: '.closing' },
      },
      initial: 'quiet',
      states: {
        quiet: {},
        offered: { tags: 'offered' },
        closing: {
          description: 'The device remembers it, so that the offer does not come again.',
          invoke: {
            id: 'closePushOffer',
            src: 'closePushOffer',
            onDone: { target: 'quiet' },
            onError: { target: 'quiet', actions: 'logFailure' },
          },
        },
        refused: {
          tags: ['failed', 'offered'],
          description: 'Another press would not help. Cleared after 3 s. S2 §8, §9',
          after: { aFewSeconds: { target: 'quiet' } },
        },
        failed: {
          tags: ['failed', 'offered'],
          description: 'Cleared after 3 s. S2 §8, §9',
          after: { aFewSeconds: { target: 'offered' } },
        },
      },
    },
    asking: {
      tags: 'offered',
      description: 'The browser asks the member.',
      invoke: {
        id: 'askPermission',
        src: 'askPermission',
        onDone: [
          { guard: ({ event }) => event.output === 'granted', target: 'fetchingKey' },
          {
            guard: ({ event }) => event.output === 'unsupported',
            target: 'disabled.refused',
            actions: { type: 'keepFailure', params: pushTexts.unsupported },
            description: "'Push notifications are not supported by this browser.' S2 §8",
          },
          {
            target: 'disabled.refused',
            actions: { type: 'keepFailure', params: pushTexts.refused },
            description: "'Permission was not granted. Notifications will be disabled.' S2 §8",
          },
        ],
        onError: {
          target: 'disabled.failed',
          actions: ['logFailure', { type: 'keepFailure', params: pushTexts.failed }],
        },
      },
      initial: 'waiting',
      states: {
        waiting: { tags: 'busy', after: { questionTime: { target: 'unanswered' } } },
        unanswered: {
          tags: 'failed',
          description: 'Some browsers show their question only as a small sign. It can still be answered. DECISIONS 97',
          entry: { type: 'keepFailure', params: pushTexts.unanswered },
          on: {
            'push.enable': { target: '#push.asking', reenter: true, description: 'The browser is asked once more.' },
            'offer.close': { target: '#push.disabled.closing' },
          },
        },
      },
    },
    fetchingKey: {
      tags: ['busy', 'offered'],
      description: "The configuration's key, else the server's. DECISIONS 34",
      invoke: {
        id: 'fetchPushKey',
        src: 'fetchPushKey',
        onDone: [
          {
            guard: ({ event }) => event.output !== null,
            target: 'subscribing',
            actions: assign({ key: ({ event }) => event.output ?? '' }),
          },
          {
            target: 'disabled.refused',
            actions: { type: 'keepFailure', params: pushTexts.noKey },
            description: "'Push notifications are not set up for this organisation.' DECISIONS P12",
          },
        ],
        onError: {
          target: 'disabled.failed',
          actions: ['logFailure', { type: 'keepFailure', params: pushTexts.failed }],
        },
      },
    },
    subscribing: {
      tags: ['busy', 'offered'],
      invoke: {
        id: 'subscribe',
        src: 'subscribe',
        input: ({ context: { key, userId } }) => ({ key, userId }),
        onDone: { target: 'enabled.fresh' },
        onError: {
          target: 'disabled.failed',
          actions: ['logFailure', { type: 'keepFailure', params: pushTexts.failed }],
          description: "'Failed to enable notifications. Please try again.' DECISIONS P12",
        },
      },
    },
    enabled: {
      tags: 'enabled',
      on: { 'push.disable': { target: 'unsubscribing' } },
      initial: 'quiet',
      states: {
        quiet: {},
        fresh: {
          tags: 'offered',
          description: "'Notifications enabled!', cleared after 3 s. S2 §8, §9",
          after: { aFewSeconds: { target: 'quiet' } },
        },
        failed: {
          tags: 'failed',
          description: 'They could not be turned off.',
          after: { aFewSeconds: { target: 'quiet' } },
        },
      },
    },
    unsubscribing: {
      tags: ['busy', 'enabled'],
      invoke: {
        id: 'unsubscribe',
        src: 'unsubscribe',
        onDone: { target: 'disabled' },
        onError: {
          target: 'enabled.failed',
          actions: ['logFailure', { type: 'keepFailure', params: pushTexts.notDisabled }],
        },
      },
    },
  },
});
export type PushRef = ActorRefFrom<typeof pushMachine>;
type PushSnapshot = SnapshotFrom<typeof pushMachine>;

/** Whether the state of this device is known. Before that there is no button. */
export const selectIsKnown = (snapshot: PushSnapshot) => !snapshot.matches('looking');
export const selectIsEnabled = (snapshot: PushSnapshot) => snapshot.hasTag('enabled');
export const selectIsBusy = (snapshot: PushSnapshot) => snapshot.hasTag('busy');
export const selectSuccess = (snapshot: PushSnapshot) =>
  snapshot.matches({ enabled: 'fresh' }) ? pushTexts.enabled : null;
export const selectFailure = (snapshot: PushSnapshot) => (snapshot.hasTag('failed') ? snapshot.context.failure : null);
/** Whether to offer them, and to say what came of a press. */
export const selectIsOffered = (snapshot: PushSnapshot) => snapshot.hasTag('offered');
