import { type ActorRefFrom, assign, type SnapshotFrom } from 'xstate';
import type { Place } from '../../rules/incidents';
import { deviceLocationText, LOCATION_NOT_UPDATED } from '../../rules/locationTexts';
import { profileLocationProgress } from '../../rules/profileTexts';
import { locate } from '../ports';
import { A_FEW_SECONDS } from '../session/notices.machine';
import { workflow } from '../supervision';
import { saveLocation } from './ports';

export type ProfileLocationEvent = { type: 'location.update' } | { type: 'location.cancel' };

/** Update My Location (S2 §2, §4): the member's distances are computed from the device's position from now on. */
export const profileLocationMachine = workflow({
  types: {
    context: {} as { readonly place: Place; readonly failure: string },
    events: {} as ProfileLocationEvent,
  },
  actors: { locate, saveLocation },
  delays: { aFewSeconds: A_FEW_SECONDS },
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
        onDone: { target: 'updating', actions: assign({ place: ({ event }) => event.output }) },
        onError: { target: 'failed', actions: assign({ failure: ({ event }) => deviceLocationText(event.error) }) },
      },
    },
    updating: {
      description: "'Location found. Updating profile...' S2 §4, DECISIONS P5",
      invoke: {
        id: 'saveLocation',
        src: 'saveLocation',
        input: ({ context: { place } }) => ({ place }),
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

/** The progress in words, or null. */
export function selectProgress({ value }: ProfileLocationSnapshot): string | null {
  return value === 'locating' || value === 'updating' || value === 'updated' ? profileLocationProgress[value] : null;
}
export const selectFailure = (snapshot: ProfileLocationSnapshot) =>
  snapshot.matches('failed') ? snapshot.context.failure : null;
/** Whether the device is still being located; this can be cancelled. */
export const selectIsLocating = (snapshot: ProfileLocationSnapshot) => snapshot.matches('locating');
export const selectIsBusy = (snapshot: ProfileLocationSnapshot) =>
  snapshot.matches('locating') || snapshot.matches('updating');
