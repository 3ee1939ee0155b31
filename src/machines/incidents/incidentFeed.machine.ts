import { type ActorRef, type ActorRefFrom, type Snapshot, sendTo, setup, stateIn } from 'xstate';
import type { Incident } from '../../contract/incidents';
import { type AboutIncident, fetchIncident } from '../cases/ports';
import { incidentNews } from './ports';

/** What the feed tells whoever shows the incident. */
export type IncidentFeedFact =
  | { type: 'incident.fetched'; incident: Incident }
  /** `error` is a CallFailure. */
  | { type: 'incident.unfetched'; error: unknown };

interface IncidentFeedInput extends AboutIncident {
  readonly parent: ActorRef<Snapshot<unknown>, IncidentFeedFact>;
}

export type IncidentFeedEvent = { type: 'incident.changed' } | { type: 'feed.refresh' };

/** One incident, fetched at the start and again whenever it may have changed (S2 §7, DECISIONS 12). */
export const incidentFeedMachine = setup({
  types: { input: {} as IncidentFeedInput, context: {} as IncidentFeedInput, events: {} as IncidentFeedEvent },
  actors: { fetchIncident, incidentNews },
  guards: { hasMoreNews: stateIn({ fetching: 'outdated' }) },
  actions: {
    tellIncident: sendTo(
      ({ context }) => context.parent,
      (_, incident: Incident) => ({ type: 'incident.fetched', incident }),
    ),
    tellFailure: sendTo(
      ({ context }) => context.parent,
      (_, { error }: { error: unknown }) => ({ type: 'incident.unfetched', error }),
    ),
    logFailure: ({ event }) => console.error('The incident could not be followed', event),
  },
}).createMachine({
  id: 'incidentFeed',
  context: ({ input }) => input,
  initial: 'fetching',
  invoke: {
    id: 'incidentNews',
    src: 'incidentNews',
    input: ({ context: { incidentId } }) => ({ incidentId }),
    onError: { actions: 'logFailure', description: 'Without the topic the incident is as fresh as the last visit.' },
  },
  states: {
    fetching: {
      invoke: {
        id: 'fetchIncident',
        src: 'fetchIncident',
        input: ({ context: { incidentId } }) => ({ incidentId }),
        onDone: [
          {
            guard: 'hasMoreNews',
            target: 'fetching',
            reenter: true,
            actions: { type: 'tellIncident', params: ({ event }) => event.output },
          },
          { target: 'resting', actions: { type: 'tellIncident', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'resting',
          actions: ['logFailure', { type: 'tellFailure', params: ({ event }) => ({ error: event.error }) }],
          description: "'Check console for details.' S2 §8",
        },
      },
      initial: 'current',
      states: {
        current: {
          on: { 'incident.changed': { target: 'outdated' }, 'feed.refresh': { target: 'outdated' } },
        },
        outdated: {
          description: 'It has changed while it was on its way: it is fetched once more, for it may be from before.',
        },
      },
    },
    resting: {
      on: { 'incident.changed': { target: 'fetching' }, 'feed.refresh': { target: 'fetching' } },
    },
  },
});
export type IncidentFeedRef = ActorRefFrom<typeof incidentFeedMachine>;
