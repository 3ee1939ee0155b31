import { type ActorRefFrom, and, assign, type SnapshotFrom, sendTo } from 'xstate';
import type { Place } from '../../rules/incidents';
import { deviceLocationText } from '../../rules/locationTexts';
import { locate, stream } from '../ports';
import { workflow } from '../supervision';

export type NearbyEvent = { type: 'near.choose' } | { type: 'near.leave' };

/** What is known about 'Near me' without asking the member. */
export interface NearbyRecalled {
  readonly type: 'nearby.recalled';
  /** Whether the browser gives the position without asking the member. */
  readonly isAllowed: boolean;
  /** The last choice on this device. Without one: true on a phone. */
  readonly isChosen: boolean;
  /** Where the device was a short time ago, if this page has located it since it was loaded. */
  readonly place: Place | null;
}
/** Remembers the choice on this device. */
export type NearbyCommand = { type: 'nearby.keep'; isChosen: boolean };

/** Whether the live incidents are sorted by their distance from the member. */
export const nearbyMachine = workflow({
  types: {
    context: {} as { readonly place: Place | null; readonly failure: string | null },
    events: {} as NearbyEvent | NearbyRecalled,
    tags: {} as 'locating',
  },
  actors: { locate, choice: stream<NearbyCommand, undefined>('choice') },
  actions: {
    keepOff: sendTo('choice', { type: 'nearby.keep', isChosen: false }),
    keepOn: sendTo('choice', { type: 'nearby.keep', isChosen: true }),
  },
  guards: {
    isAllowed: ({ event }) => 'isAllowed' in event && event.isAllowed,
    isChosen: ({ event }) => 'isChosen' in event && event.isChosen,
    hasPlace: ({ event }) => 'place' in event && event.place !== null,
  },
}).createMachine({
  id: 'nearby',
  context: { place: null, failure: null },
  invoke: { id: 'choice', src: 'choice' },
  initial: 'off',
  states: {
    off: {
      entry: assign({ place: null }),
      on: {
        'near.choose': { target: 'locating', description: 'Only this press asks the member for permission.' },
        'nearby.recalled': [
          {
            guard: and(['isAllowed', 'isChosen', 'hasPlace']),
            target: 'renewing',
            actions: assign({ place: ({ event }) => event.place }),
          },
          { guard: and(['isAllowed', 'isChosen']), target: 'locating' },
        ],
      },
    },
    locating: {
      tags: 'locating',
      on: { 'near.leave': { target: 'off', actions: 'keepOff' } },
      invoke: {
        id: 'locate',
        src: 'locate',
        onDone: { target: 'on', actions: ['keepOn', assign({ place: ({ event }) => event.output })] },
        onError: {
          target: 'failed',
          actions: assign({ failure: ({ event }) => deviceLocationText(event.error) }),
        },
      },
    },
    renewing: {
      tags: 'locating',
      description:
        'A member who comes back finds the list as they left it: it is sorted by where they were a short time ago.',
      on: { 'near.leave': { target: 'off', actions: 'keepOff' } },
      invoke: {
        id: 'locate',
        src: 'locate',
        onDone: { target: 'on', actions: assign({ place: ({ event }) => event.output }) },
        onError: { target: 'on', description: 'The place from before still counts, so nothing moves.' },
      },
    },
    on: {
      on: {
        'near.leave': { target: 'off', actions: 'keepOff' },
      },
    },
    failed: {
      description: 'The usual order stays. S2 §8 has the words.',
      exit: assign({ failure: null }),
      on: { 'near.choose': { target: 'locating' } },
    },
  },
});
export type NearbyRef = ActorRefFrom<typeof nearbyMachine>;
export type NearbySnapshot = SnapshotFrom<typeof nearbyMachine>;

/** These selectors also accept undefined, if the chart does not run. The position is known while the incidents are sorted by it. */
export const selectMyPlace = (snapshot?: NearbySnapshot) => snapshot?.context.place ?? null;
export const selectIsLocating = (snapshot?: NearbySnapshot) => snapshot?.hasTag('locating') ?? false;
export const selectNearbyFailure = (snapshot?: NearbySnapshot) => snapshot?.context.failure ?? null;
