import { and, assign, type SnapshotFrom, sendTo } from 'xstate';
import { NEARBY_COUNTS, type Place } from '../../rules/incidents/incidents';
import { deviceLocationText } from '../../rules/incidents/locationTexts';
import type { World } from '../../rules/world';
import { call, stream } from '../ports';
import { pageReturns } from '../session/ports';
import { workflow } from '../supervision';

type NearbyEvent = { type: 'near.choose' } | { type: 'near.leave' };

/** What is known about 'Near me' without asking the member. */
export interface NearbyRecalled {
  readonly type: 'nearby.recalled';
  /** Whether the browser gives the position without asking the member. */
  readonly isAllowed: boolean;
  /** Whether the member has turned it on on this device. */
  readonly isChosen: boolean;
  /** Where the device was a short time ago, if this page has located it since it was loaded. */
  readonly place: (Place & { readonly at: number }) | null;
}
/** Where the device is. Rejects if that is not found, or if the browser would have to ask the member who has not pressed anything. */
const locate = call<Place, { readonly mayAsk: boolean }>('locate');
type NearbyWorld = Pick<World, 'now'>;
/** Remembers the choice on this device. */
export type NearbyCommand = { type: 'nearby.keep'; isChosen: boolean };

/** Whether the live incidents are sorted by their distance from the member. */
export const nearbyMachine = workflow({
  types: {
    input: {} as { readonly world: NearbyWorld },
    context: {} as {
      readonly world: NearbyWorld;
      readonly place: Place | null;
      /** When the device was there. */
      readonly at: number;
      readonly failure: string | null;
    },
    events: {} as NearbyEvent | NearbyRecalled | { type: 'page.shown'; at: number },
    tags: {} as 'locating',
  },
  actors: { locate, pageReturns, choice: stream<NearbyCommand, undefined>('choice') },
  actions: {
    keepOff: sendTo('choice', { type: 'nearby.keep', isChosen: false }),
    keepOn: sendTo('choice', { type: 'nearby.keep', isChosen: true }),
    keepPlace: assign(({ context: { world } }, place: Place) => ({ place, at: world.now() })),
  },
  guards: {
    isAllowed: ({ event }) => 'isAllowed' in event && event.isAllowed,
    isChosen: ({ event }) => 'isChosen' in event && event.isChosen,
    hasPlace: ({ event }) => 'place' in event && event.place !== null,
    isOld: ({ context, event }) => event.type === 'page.shown' && event.at - context.at >= NEARBY_COUNTS,
  },
  delays: { untilOld: ({ context: { world, at } }) => Math.max(0, at + NEARBY_COUNTS - world.now()) },
}).createMachine({
  id: 'nearby',
  context: ({ input: { world } }) => ({ world, place: null, at: 0, failure: null }),
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
            actions: assign({ place: ({ event }) => event.place, at: ({ event }) => event.place?.at ?? 0 }),
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
        input: { mayAsk: true },
        onDone: { target: 'on', actions: ['keepOn', { type: 'keepPlace', params: ({ event }) => event.output }] },
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
        input: { mayAsk: false },
        onDone: { target: 'on', actions: { type: 'keepPlace', params: ({ event }) => event.output } },
        onError: { target: 'on', description: 'The place from before still counts, so nothing moves.' },
      },
    },
    on: {
      invoke: { id: 'pageReturns', src: 'pageReturns' },
      after: { untilOld: { target: 'outdated' } },
      on: {
        'near.leave': { target: 'off', actions: 'keepOff' },
        'page.shown': {
          guard: 'isOld',
          target: 'outdated',
          description: 'Timers stop while a device sleeps.',
        },
      },
    },
    outdated: {
      tags: 'locating',
      description: 'The member may be far from that place by now, so the device is located again. DECISIONS 174',
      on: { 'near.leave': { target: 'off', actions: 'keepOff' } },
      invoke: {
        id: 'locate',
        src: 'locate',
        input: { mayAsk: false },
        onDone: { target: 'on', actions: { type: 'keepPlace', params: ({ event }) => event.output } },
        onError: {
          target: 'failed',
          actions: assign({ place: null, failure: ({ event }) => deviceLocationText(event.error) }),
          description: 'No distance is told any more.',
        },
      },
    },
    failed: {
      description: 'The usual order stays. S2 §8 has the words.',
      exit: assign({ failure: null }),
      on: { 'near.choose': { target: 'locating' } },
    },
  },
});
export type NearbySnapshot = SnapshotFrom<typeof nearbyMachine>;

/** These selectors also accept undefined, if the chart does not run. The position is known while the incidents are sorted by it. */
export const selectMyPlace = (snapshot?: NearbySnapshot) => snapshot?.context.place ?? null;
export const selectIsLocating = (snapshot?: NearbySnapshot) => snapshot?.hasTag('locating') ?? false;
export const selectNearbyFailure = (snapshot?: NearbySnapshot) => snapshot?.context.failure ?? null;
