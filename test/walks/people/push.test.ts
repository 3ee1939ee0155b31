import { expect } from 'vitest';
import {
  pushMachine,
  selectFailure,
  selectIsBusy,
  selectIsEnabled,
  selectIsKnown,
  selectIsOffered,
  selectSuccess,
} from '../../../src/machines/people/push.machine';
import { testMutants } from '../../kit/mutants';
import { done, elapsed, failed, promisePort, type RunningChart, testWalk, walkOf } from '../../kit/walk';

const names = ['lookAtPush', 'closePushOffer', 'askPermission', 'fetchPushKey', 'subscribe', 'unsubscribe'] as const;
type Name = (typeof names)[number];
const props = () => ({
  ports: Object.fromEntries(names.map((name) => [name, promisePort()])) as Record<
    Name,
    ReturnType<typeof promisePort<unknown, unknown>>
  >,
});
type Setup = RunningChart<typeof pushMachine> & ReturnType<typeof props>;

interface Shown {
  readonly isBusy?: false;
  readonly isEnabled?: true;
  readonly success?: string;
}
/** What the page shows, and the one call that is on its way. */
function looks({ read, ports }: Setup, calling: Name | null, shown: Shown = {}) {
  expect(names.filter((name) => ports[name].running)).toEqual(calling ? [calling] : []);
  expect(read(selectIsKnown)).toBe(calling !== 'lookAtPush');
  const isBusy = calling !== null && calling !== 'lookAtPush' && calling !== 'closePushOffer';
  expect(read(selectIsBusy)).toBe(shown.isBusy ?? isBusy);
  expect(read(selectIsEnabled)).toBe(shown.isEnabled ?? false);
  expect(read(selectSuccess)).toBe(shown.success ?? null);
}
const failing = (text: string, to = 'disabled.failed') => ({
  to,
  sees: ({ read }: Setup) => expect(read(selectFailure)).toBe(text),
});
/** Why another press would not help. */
const refused = (text: string) => failing(text, 'disabled.refused');
const offered = ({ read }: Setup) => expect(read(selectIsOffered)).toBe(true);
const notOffered = ({ read }: Setup) => expect(read(selectIsOffered)).toBe(false);
// DECISIONS P12.
const FAILED = failing('Failed to enable notifications. Please try again.');

const walk = walkOf({
  machine: pushMachine,
  props,
  input: () => ({ userId: '7' }),
  samples: {
    'this browser cannot': done('lookAtPush', 'unsupported'),
    'the member has forbidden it': done('lookAtPush', 'denied'),
    'the offer was closed': done('lookAtPush', 'declined'),
    'this device is not subscribed': done('lookAtPush', 'off'),
    'this device is subscribed': done('lookAtPush', 'enabled'),
    'the browser cannot be asked': failed('lookAtPush'),
    'Enable Notifications': { type: 'push.enable' },
    'turned off': { type: 'push.disable' },
    'the offer is closed': { type: 'offer.close' },
    'that is remembered': done('closePushOffer'),
    'that is not remembered': failed('closePushOffer'),
    'there is nothing to ask': done('askPermission', 'unsupported'),
    'the member allows it': done('askPermission', 'granted'),
    'the member refuses': done('askPermission', 'refused'),
    'the question fails': failed('askPermission'),
    'there is a key': done('fetchPushKey', 'BKey'),
    'there is none': done('fetchPushKey', null),
    'the key does not come': failed('fetchPushKey'),
    'it is subscribed': done('subscribe'),
    'it is not subscribed': failed('subscribe'),
    'it is given up': done('unsubscribe'),
    'it is not given up': failed('unsubscribe'),
    '30 s pass without an answer': elapsed('xstate.after.questionTime.push.asking.waiting', 30_000),
    '3 s pass after failure': elapsed('xstate.after.aFewSeconds.push.disabled.failed', 3_000),
    '3 s pass after refusal': elapsed('xstate.after.aFewSeconds.push.disabled.refused', 3_000),
    '3 s pass after success': elapsed('xstate.after.aFewSeconds.push.enabled.fresh', 3_000),
    '3 s pass after another failure': elapsed('xstate.after.aFewSeconds.push.enabled.failed', 3_000),
  },
  logs: [
    'it is not given up',
    'it is not subscribed',
    'that is not remembered',
    'the browser cannot be asked',
    'the key does not come',
    'the question fails',
  ],
  states: {
    looking: {
      sees: (setup) => {
        looks(setup, 'lookAtPush');
        notOffered(setup);
        expect(setup.ports.lookAtPush.calls).toEqual([{ userId: '7' }]);
      },
      takes: {
        'this browser cannot': 'disabled.quiet',
        'the member has forbidden it': 'disabled.quiet',
        'the offer was closed': 'disabled.quiet',
        'this device is not subscribed': 'disabled.offered',
        'this device is subscribed': 'enabled.quiet',
        'the browser cannot be asked': 'disabled.quiet',
      },
    },
    disabled: { takes: { 'Enable Notifications': 'asking', 'the offer is closed': 'disabled.closing' } },
    'disabled.quiet': {
      sees: (setup) => {
        looks(setup, null);
        notOffered(setup);
        expect(setup.read(selectFailure)).toBe(null);
      },
      takes: {},
    },
    'disabled.offered': {
      sees: (setup) => {
        looks(setup, null);
        offered(setup);
        expect(setup.read(selectFailure)).toBe(null);
      },
      takes: {},
    },
    'disabled.closing': {
      sees: (setup) => {
        looks(setup, 'closePushOffer');
        notOffered(setup);
      },
      takes: { 'that is remembered': 'disabled.quiet', 'that is not remembered': 'disabled.quiet' },
    },
    // What came of the press stays to be read for 3 s where it was offered, too.
    'disabled.refused': { sees: offered, takes: { '3 s pass after refusal': 'disabled.quiet' } },
    'disabled.failed': { sees: offered, takes: { '3 s pass after failure': 'disabled.offered' } },
    asking: {
      takes: {
        // S2 §8, "Push".
        'there is nothing to ask': refused('Push notifications are not supported by this browser.'),
        'the member refuses': refused('Permission was not granted. Notifications will be disabled.'),
        'the member allows it': 'fetchingKey',
        'the question fails': FAILED,
      },
    },
    'asking.waiting': {
      sees: (setup) => looks(setup, 'askPermission'),
      takes: { '30 s pass without an answer': 'asking.unanswered' },
    },
    // DECISIONS 97.
    'asking.unanswered': {
      sees: (setup) => {
        looks(setup, 'askPermission', { isBusy: false });
        offered(setup);
        expect(setup.read(selectFailure)).toBe(
          'Your browser is waiting for your answer. Look for its question, often beside the address, or press again.',
        );
      },
      takes: { 'Enable Notifications': 'asking.waiting', 'the offer is closed': 'disabled.closing' },
    },
    fetchingKey: {
      sees: (setup) => looks(setup, 'fetchPushKey'),
      takes: {
        'there is a key': 'subscribing',
        // DECISIONS P12.
        'there is none': refused('Push notifications are not set up for this organisation.'),
        'the key does not come': FAILED,
      },
    },
    subscribing: {
      sees: (setup) => {
        looks(setup, 'subscribe');
        expect(setup.ports.subscribe.calls.at(-1)).toEqual({ key: 'BKey', userId: '7' });
      },
      takes: { 'it is subscribed': 'enabled.fresh', 'it is not subscribed': FAILED },
    },
    enabled: { takes: { 'turned off': 'unsubscribing' } },
    'enabled.quiet': {
      sees: (setup) => {
        looks(setup, null, { isEnabled: true });
        notOffered(setup);
        expect(setup.read(selectFailure)).toBe(null);
      },
      takes: {},
    },
    'enabled.fresh': {
      sees: (setup) => looks(setup, null, { isEnabled: true, success: 'Notifications enabled!' }),
      takes: { '3 s pass after success': 'enabled.quiet' },
    },
    'enabled.failed': {
      sees: (setup) => looks(setup, null, { isEnabled: true }),
      takes: { '3 s pass after another failure': 'enabled.quiet' },
    },
    unsubscribing: {
      sees: (setup) => looks(setup, 'unsubscribe', { isEnabled: true }),
      takes: {
        'it is given up': 'disabled.quiet',
        'it is not given up': failing('Failed to turn notifications off. Please try again.', 'enabled.failed'),
      },
    },
  },
});
testWalk(walk);
testMutants(walk);
