import { assign, type SnapshotFrom, sendTo } from 'xstate';
import type { Incident } from '../../contract/incidents';
import { incidentFailureText } from '../../rules/incidents/incidentTexts';
import type { AboutIncident } from '../cases/ports';
import { type FeedFact, feedOf, isGone } from '../feed.machine';
import { workflow } from '../supervision';
import { incidentEditMachine } from './incidentEdit.machine';
import { type IncidentFact, isCurrent, refreshAnswered } from './incidentParts';

type IncidentUpdateEvent = FeedFact<Incident> | IncidentFact | { type: 'incident.retry' };

/** The edit form of an incident as a page of its own (S2 §2, /incident/{incidentId}/update, DECISIONS 30). */
export const incidentUpdateMachine = workflow({
  types: {
    input: {} as AboutIncident,
    context: {} as AboutIncident & { readonly incident: Incident | null; readonly failure: string },
    events: {} as IncidentUpdateEvent,
    children: {} as { incidentEdit: 'incidentEdit'; incidentFeed: 'incidentFeed' },
  },
  actors: { incidentEdit: incidentEditMachine, incidentFeed: feedOf<Incident, AboutIncident>() },
  guards: { isCurrent, isGone },
  actions: {
    refresh: sendTo('incidentFeed', refreshAnswered),
  },
}).createMachine({
  id: 'incidentUpdate',
  context: ({ input }) => ({ ...input, incident: null, failure: '' }),
  initial: 'loading',
  invoke: {
    id: 'incidentFeed',
    src: 'incidentFeed',
    input: ({ context: { incidentId }, self }) => ({ query: { incidentId }, gather: 0, parent: self }),
  },
  on: {
    'feed.failed': {
      guard: 'isGone',
      target: '.missing',
      description: "'Incident not found.' S2 §8; also when somebody deletes it meanwhile.",
    },
  },
  states: {
    loading: {
      on: {
        'feed.fetched': {
          target: 'editing',
          actions: assign({ incident: ({ event }) => event.data }),
        },
        'feed.failed': [
          { guard: 'isGone', target: 'missing' },
          { target: 'failed', actions: assign({ failure: ({ event }) => incidentFailureText(event.error) }) },
        ],
      },
    },
    failed: {
      on: {
        'incident.retry': { target: 'loading', actions: 'refresh' },
        'feed.fetched': {
          target: 'editing',
          actions: assign({ incident: ({ event }) => event.data }),
        },
      },
    },
    missing: { type: 'final' },
    editing: {
      description:
        'The form keeps what the member has written, even if others change the incident. After saving or cancelling, the screen is left.',
      invoke: {
        id: 'incidentEdit',
        src: 'incidentEdit',
        input: ({ context: { incidentId, incident }, self }) => ({
          incidentId,
          // The incident is always fetched before the form opens.
          incident: incident as Incident,
          parent: self,
        }),
        onDone: { target: 'left' },
      },
      on: {
        'feed.fetched': {
          guard: 'isCurrent',
          actions: sendTo('incidentEdit', ({ event: { data } }) => ({
            type: 'incident.refreshed' as const,
            incident: data,
          })),
        },
        'incident.conflict': { actions: 'refresh' },
      },
    },
    left: { type: 'final', description: 'Back to the incident.' },
  },
});
export type IncidentUpdateSnapshot = SnapshotFrom<typeof incidentUpdateMachine>;
