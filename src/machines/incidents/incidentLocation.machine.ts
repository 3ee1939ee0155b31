import { type ActorRefFrom, assign, type SnapshotFrom } from 'xstate';
import { locationFailureText } from '../../rules/incidents/incidentPageTexts';
import { deviceLocationText, isRough } from '../../rules/incidents/locationTexts';
import { type LocatedPlace, locate } from '../ports';
import { A_FEW_SECONDS } from '../session/notices.machine';
import { workflow } from '../supervision';
import { type ActionInput, errorParams, failureGuards, tellParent } from './incidentParts';
import { updateLocation } from './ports';

type IncidentLocationEvent = { type: 'location.update' } | { type: 'location.set' } | { type: 'location.cancel' };

/** Update Location (S2 §4): sets the incident's coordinates to the device's position. */
export const incidentLocationMachine = workflow({
  types: {
    input: {} as ActionInput,
    context: {} as ActionInput & { readonly place: LocatedPlace; readonly failure: string },
    events: {} as IncidentLocationEvent,
  },
  actors: { locate, updateLocation },
  delays: { aFewSeconds: A_FEW_SECONDS, aMinute: 60_000 },
  guards: failureGuards,
  actions: {
    tell: tellParent(),
  },
}).createMachine({
  id: 'incidentLocation',
  context: ({ input }) => ({ ...input, place: { latitude: 0, longitude: 0 }, failure: '' }),
  initial: 'idle',
  states: {
    idle: { on: { 'location.update': { target: 'locating' } } },
    locating: {
      description: "'Getting your location...' S2 §4",
      on: { 'location.cancel': { target: 'idle' } },
      invoke: {
        id: 'locate',
        src: 'locate',
        onDone: [
          {
            guard: ({ event: { output } }) => isRough(output),
            target: 'asking',
            actions: assign({ place: ({ event }) => event.output }),
            description: 'The team is sent to this place, and only a captain can correct it.',
          },
          { target: 'updating', actions: assign({ place: ({ event }) => event.output }) },
        ],
        onError: {
          target: 'failed',
          actions: assign({ failure: ({ event }) => deviceLocationText(event.error) }),
        },
      },
    },
    asking: {
      description:
        'The device knows its position only roughly: the member sees how exact it is, and decides. DECISIONS 366',
      after: { aMinute: { target: 'idle', description: 'By then the member may be somewhere else.' } },
      on: {
        'location.set': { target: 'updating' },
        'location.update': { target: 'locating' },
        'location.cancel': { target: 'idle' },
      },
    },
    updating: {
      description: "'Location found. Updating incident...' S2 §4",
      invoke: {
        id: 'updateLocation',
        src: 'updateLocation',
        input: ({ context: { incidentId, place } }) => ({
          incidentId,
          place: { latitude: place.latitude, longitude: place.longitude },
        }),
        onDone: {
          target: 'updated',
          actions: { type: 'tell', params: ({ event }) => ({ type: 'incident.located', incident: event.output }) },
        },
        onError: [
          {
            guard: { type: 'isConflict', params: errorParams },
            target: 'failed',
            actions: [
              assign({ failure: ({ event }) => locationFailureText(event.error) }),
              { type: 'tell', params: { type: 'incident.conflict' } },
            ],
            description: 'Somebody else has set the location already. DECISIONS 26',
          },
          {
            target: 'failed',
            actions: assign({ failure: ({ event }) => locationFailureText(event.error) }),
          },
        ],
      },
    },
    updated: {
      description: "'Location updated successfully!', cleared after 3 s. S2 §4, §9",
      after: { aFewSeconds: { target: 'idle' } },
    },
    failed: {
      description: 'Cleared after 3 s, or by a new try. S2 §8, §9',
      after: { aFewSeconds: { target: 'idle' } },
      on: { 'location.update': { target: 'locating' } },
    },
  },
});
export type IncidentLocationRef = ActorRefFrom<typeof incidentLocationMachine>;
export type IncidentLocationSnapshot = SnapshotFrom<typeof incidentLocationMachine>;
