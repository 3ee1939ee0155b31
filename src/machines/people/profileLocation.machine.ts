import { type ActorRefFrom, assign, type SnapshotFrom } from 'xstate';
import { deviceLocationText, isRough, LOCATION_NOT_UPDATED } from '../../rules/incidents/locationTexts';
import { profileLocationProgress, roughPlaceText } from '../../rules/people/profileTexts';
import { type LocatedPlace, locate } from '../ports';
import { A_FEW_SECONDS } from '../session/notices.machine';
import { workflow } from '../supervision';
import { saveLocation } from './ports';

type ProfileLocationEvent = { type: 'location.update' } | { type: 'location.set' } | { type: 'location.cancel' };

/** Update My Location (S2 §2, §4): the member's distances are computed from the device's position from now on. */
export const profileLocationMachine = workflow({
  types: {
    context: {} as { readonly place: LocatedPlace; readonly failure: string },
    events: {} as ProfileLocationEvent,
  },
  actors: { locate, saveLocation },
  delays: { aFewSeconds: A_FEW_SECONDS, aMinute: 60_000 },
}).createMachine({
  id: 'profileLocation',
  context: { place: { latitude: 0, longitude: 0 }, failure: '' },
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
            description: 'The distances by which captains choose a team would be wrong without anybody knowing.',
          },
          { target: 'updating', actions: assign({ place: ({ event }) => event.output }) },
        ],
        onError: { target: 'failed', actions: assign({ failure: ({ event }) => deviceLocationText(event.error) }) },
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
      description: "'Location found. Updating profile...' S2 §4, DECISIONS P5",
      invoke: {
        id: 'saveLocation',
        src: 'saveLocation',
        input: ({ context: { place } }) => ({ place: { latitude: place.latitude, longitude: place.longitude } }),
        onDone: { target: 'updated' },
        onError: { target: 'failed', actions: assign({ failure: LOCATION_NOT_UPDATED }) },
      },
    },
    updated: {
      description: "'Location updated successfully!', cleared after 3 s. S2 §4, §9",
      after: { aFewSeconds: { target: 'idle' } },
      on: { 'location.update': { target: 'locating' } },
    },
    failed: {
      description: 'Cleared after 3 s, or by a new try. S2 §8, §9',
      after: { aFewSeconds: { target: 'idle' } },
      on: { 'location.update': { target: 'locating' } },
    },
  },
});
export type ProfileLocationRef = ActorRefFrom<typeof profileLocationMachine>;
type ProfileLocationSnapshot = SnapshotFrom<typeof profileLocationMachine>;

/** The progress in words, or the question before a rough position is stored; null if there is none. */
export function selectProgress({ value, context }: ProfileLocationSnapshot): string | null {
  if (value === 'asking') return roughPlaceText(context.place.accuracy ?? 0);
  return value === 'locating' || value === 'updating' || value === 'updated' ? profileLocationProgress[value] : null;
}
export const selectFailure = (snapshot: ProfileLocationSnapshot) =>
  snapshot.matches('failed') ? snapshot.context.failure : null;
/** Whether the device is still being located; this can be cancelled. */
export const selectIsLocating = (snapshot: ProfileLocationSnapshot) => snapshot.matches('locating');
/** Whether the member is asked before the place is stored. */
export const selectIsAsking = (snapshot: ProfileLocationSnapshot) => snapshot.matches('asking');
export const selectIsBusy = (snapshot: ProfileLocationSnapshot) =>
  snapshot.matches('locating') || snapshot.matches('updating');
