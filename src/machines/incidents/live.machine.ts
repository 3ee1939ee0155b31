import { type ActorRefFrom, assign, not, type SnapshotFrom, sendTo } from 'xstate';
import type { Incident } from '../../contract/incidents';
import { filtered, type LiveFilter, type LiveSource, sourceOf } from '../../rules/incidents/liveFilter';
import type { World } from '../../rules/world';
import { type FeedFact, feedOf } from '../feed.machine';
import { workflow } from '../supervision';
import { nearbyMachine } from './nearby.machine';
import { placeMachine } from './place.machine';

interface LiveInput {
  world: Pick<World, 'now'>;
  filter: LiveFilter;
}

interface LiveContext extends LiveInput {
  /** The server's last answer for the filter's source. */
  fetched: readonly Incident[];
  /** The incidents that match the filter. */
  listed: readonly Incident[];
  /** The time of that answer, in milliseconds since 1970. */
  updatedAt: number;
}

/** Changes of incidents come in bursts, so changes within this time, in milliseconds, lead to one fetch. */
const BURST = 500;

/** The live incidents (S1 §2, /live), as a list and on the map. The feed knows how fresh they are. */
export const liveMachine = workflow({
  types: {
    input: {} as LiveInput,
    context: {} as LiveContext,
    events: {} as FeedFact<readonly Incident[]> | { type: 'filter.choose'; filter: LiveFilter },
    children: {} as { feed: 'feed'; place: 'place'; nearby: 'nearby' },
  },
  actors: { feed: feedOf<readonly Incident[], { source: LiveSource }>(), place: placeMachine, nearby: nearbyMachine },
  guards: { hasNone: ({ context }) => context.listed.length === 0 },
}).createMachine({
  id: 'live',
  context: ({ input }) => ({ ...input, fetched: [], listed: [], updatedAt: 0 }),
  invoke: [
    {
      id: 'feed',
      src: 'feed',
      input: ({ context, self }) => ({ query: { source: sourceOf(context.filter) }, gather: BURST, parent: self }),
    },
    { id: 'place', src: 'place' },
    { id: 'nearby', src: 'nearby', input: ({ context: { world } }) => ({ world }) },
  ],
  initial: 'waiting',
  on: {
    'filter.choose': [
      {
        guard: ({ context, event }) => sourceOf(event.filter) !== sourceOf(context.filter),
        target: '.waiting',
        actions: [
          assign({ filter: ({ event }) => event.filter, listed: [] }),
          sendTo('feed', ({ event }) => ({ type: 'query.change', query: { source: sourceOf(event.filter) } })),
        ],
        description: 'The Live filter uses the live list, any other the summary of all incidents. S1 §4',
      },
      {
        guard: ({ context, event }) => event.filter !== context.filter,
        actions: [
          assign(({ context, event }) => ({
            filter: event.filter,
            listed: filtered(event.filter, context.fetched),
          })),
          sendTo('feed', { type: 'feed.retry' }),
        ],
        description:
          'The summary of all incidents, filtered by the chosen status. It is fetched again if the last fetch failed. S1 §4',
      },
    ],
    'feed.fetched': {
      target: '.shown',
      actions: assign(({ context, event }) => ({
        fetched: event.data,
        listed: filtered(context.filter, event.data),
        updatedAt: event.asOf ?? context.world.now(),
      })),
    },
  },
  states: {
    waiting: { description: 'There is no list yet: it is being fetched, or could not be fetched. S1 §8' },
    shown: {
      initial: 'populated',
      states: {
        populated: { always: { guard: 'hasNone', target: 'empty' } },
        empty: { description: "'No Incidents Found'. S1 §2", always: { guard: not('hasNone'), target: 'populated' } },
      },
    },
  },
});
export type LiveRef = ActorRefFrom<typeof liveMachine>;
export type LiveSnapshot = SnapshotFrom<typeof liveMachine>;
