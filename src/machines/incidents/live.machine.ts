import { type ActorRefFrom, assign, not, type SnapshotFrom, setup, stateIn } from 'xstate';
import type { Incident } from '../../contract/incidents';
import { filtered, type LiveFilter, sourceOf } from '../../rules/liveFilter';
import { liveFailureText } from '../../rules/liveTexts';
import type { World } from '../world';
import { placeMachine } from './place.machine';
import { fetchIncidents, type IncidentsTopicEvent, incidentsTopic } from './ports.live';

interface LiveInput {
  world: Pick<World, 'now'>;
  filter: LiveFilter;
}

interface LiveContext extends LiveInput {
  /** All that the server last sent for the filter's source. */
  fetched: readonly Incident[];
  /** What the filter leaves of it. */
  listed: readonly Incident[];
  /** When it came, in milliseconds since 1970. */
  updatedAt: number;
  failure: string;
}

export type LiveEvent = IncidentsTopicEvent | { type: 'filter.choose'; filter: LiveFilter } | { type: 'list.retry' };

/** The live incidents (S1 §2, /live), as a list and on the map. */
export const liveMachine = setup({
  types: {
    input: {} as LiveInput,
    context: {} as LiveContext,
    events: {} as LiveEvent,
    children: {} as { place: 'place' },
    tags: {} as 'loading' | 'failed' | 'empty' | 'populated',
  },
  actors: { fetchIncidents, incidentsTopic, place: placeMachine },
  delays: {
    /** Changes come in bursts: what happens within this time is fetched at once. */
    gather: 500,
  },
  guards: {
    hasMoreNews: stateIn({ shown: { freshness: { refreshing: 'outdated' } } }),
    hadNewsMeanwhile: stateIn({ loading: 'outdated' }),
    hasNone: ({ context }) => context.listed.length === 0,
    isAnother: ({ context }, filter: LiveFilter) => filter !== context.filter,
    hasOtherSource: ({ context }, filter: LiveFilter) => sourceOf(filter) !== sourceOf(context.filter),
  },
  actions: {
    keepIncidents: assign(({ context }, fetched: readonly Incident[]) => ({
      fetched,
      listed: filtered(context.filter, fetched),
      updatedAt: context.world.now(),
    })),
    keepFilter: assign(({ context }, filter: LiveFilter) => ({ filter, listed: filtered(filter, context.fetched) })),
    keepFailure: assign({ failure: (_, { error }: { error: unknown }) => liveFailureText(error) }),
    logFailure: ({ event }) => console.error('The live incidents met an error', event),
  },
}).createMachine({
  id: 'live',
  context: ({ input }) => ({ ...input, fetched: [], listed: [], updatedAt: 0, failure: '' }),
  invoke: [
    {
      id: 'incidentsTopic',
      src: 'incidentsTopic',
      onError: { actions: 'logFailure', description: 'Without the topic the list is as fresh as its last visit.' },
    },
    { id: 'place', src: 'place', onError: { actions: 'logFailure' } },
  ],
  initial: 'loading',
  on: {
    'filter.choose': [
      {
        guard: { type: 'hasOtherSource', params: ({ event }) => event.filter },
        target: '.loading',
        actions: { type: 'keepFilter', params: ({ event }) => event.filter },
        description: 'The Live filter uses the live list, any other the summary of all incidents. S1 §4',
      },
      {
        guard: { type: 'isAnother', params: ({ event }) => event.filter },
        actions: { type: 'keepFilter', params: ({ event }) => event.filter },
        description: 'The summary of all incidents, filtered by the chosen status. S1 §4',
      },
    ],
  },
  states: {
    loading: {
      tags: 'loading',
      initial: 'current',
      invoke: {
        id: 'fetchIncidents',
        src: 'fetchIncidents',
        input: ({ context }) => ({ source: sourceOf(context.filter) }),
        onDone: [
          {
            guard: 'hadNewsMeanwhile',
            target: '#live.shown.freshness.gathering',
            actions: { type: 'keepIncidents', params: ({ event }) => event.output },
          },
          { target: 'shown', actions: { type: 'keepIncidents', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
      states: {
        current: { on: { 'incident.changed': { target: 'outdated' }, 'topic.opened': { target: 'outdated' } } },
        outdated: {
          description:
            'The list on its way may not have the news yet: it is shown, and fetched once more. It is not asked for anew, or it would never come over a line that comes and goes.',
        },
      },
    },
    failed: {
      tags: 'failed',
      description: "'Failed to fetch incidents.' or 'Could not connect to the server.' S1 §8",
      on: {
        'list.retry': { target: 'loading' },
        'topic.opened': { target: 'loading' },
        'incident.changed': { target: 'loading' },
        'filter.choose': {
          guard: { type: 'isAnother', params: ({ event }) => event.filter },
          target: 'loading',
          actions: { type: 'keepFilter', params: ({ event }) => event.filter },
        },
      },
    },
    shown: {
      type: 'parallel',
      states: {
        content: {
          initial: 'populated',
          states: {
            populated: { tags: 'populated', always: { guard: 'hasNone', target: 'empty' } },
            empty: {
              tags: 'empty',
              description: "'No Incidents Found'. S1 §2",
              always: { guard: not('hasNone'), target: 'populated' },
            },
          },
        },
        freshness: {
          initial: 'fresh',
          states: {
            fresh: {
              on: { 'incident.changed': { target: 'gathering' }, 'topic.opened': { target: 'refreshing' } },
            },
            gathering: {
              description: 'News have come, and more may follow.',
              after: { gather: { target: 'refreshing' } },
            },
            refreshing: {
              description: 'The list is fetched again while the old one stays on the screen.',
              initial: 'current',
              invoke: {
                id: 'refetchIncidents',
                src: 'fetchIncidents',
                input: ({ context }) => ({ source: sourceOf(context.filter) }),
                onDone: [
                  {
                    guard: 'hasMoreNews',
                    target: 'gathering',
                    actions: { type: 'keepIncidents', params: ({ event }) => event.output },
                  },
                  { target: 'fresh', actions: { type: 'keepIncidents', params: ({ event }) => event.output } },
                ],
                onError: {
                  target: 'stale',
                  actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
                },
              },
              states: {
                current: {
                  on: { 'incident.changed': { target: 'outdated' }, 'topic.opened': { target: 'outdated' } },
                },
                outdated: { description: 'However fast the news come, each list that was asked for is shown.' },
              },
            },
            stale: {
              description: 'The old list stays, with its age and why there is no newer one.',
              on: {
                'list.retry': { target: 'refreshing' },
                'topic.opened': { target: 'refreshing' },
                'incident.changed': { target: 'gathering' },
              },
            },
          },
        },
      },
    },
  },
});
export type LiveRef = ActorRefFrom<typeof liveMachine>;
export type LiveSnapshot = SnapshotFrom<typeof liveMachine>;
