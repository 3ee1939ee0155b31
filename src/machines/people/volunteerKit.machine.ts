import { type ActorRefFrom, assign, type SnapshotFrom } from 'xstate';
import type { Kit } from '../../contract/supplies';
import { call } from '../ports';
import { workflow } from '../supervision';

/** GET /api/first-aid-kit/{userId}. Rejects with a CallFailure. */
const fetchVolunteerKit = call<Kit, { readonly userId: string }>('fetchVolunteerKit');

/** The contents of a volunteer's kit (S2 §2, /volunteer/{volunteerId}). If they cannot be fetched, the rest of the page stays. */
export const volunteerKitMachine = workflow({
  types: {
    input: {} as { readonly userId: string },
    context: {} as { readonly userId: string; readonly items: Kit['items'] },
    events: {} as
      | { type: 'kit.retry' }
      /** The kit may have changed. */
      | { type: 'kit.refresh' },
  },
  actors: { fetchVolunteerKit },
  actions: { logFailure: ({ event }) => console.error('A kit could not be fetched', event) },
}).createMachine({
  id: 'volunteerKit',
  context: ({ input }) => ({ ...input, items: [] }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'fetchVolunteerKit',
        src: 'fetchVolunteerKit',
        input: ({ context: { userId } }) => ({ userId }),
        onDone: { target: 'shown', actions: assign({ items: ({ event }) => event.output.items }) },
        onError: { target: 'failed', actions: 'logFailure' },
      },
    },
    failed: {
      description: "'Failed to fetch kit items.' replaces only the kit, not the page.",
      on: { 'kit.retry': { target: 'loading' }, 'kit.refresh': { target: 'loading' } },
    },
    shown: { on: { 'kit.refresh': { target: 'refreshing' } } },
    refreshing: {
      description: 'What is shown stays meanwhile, also if the kit cannot be fetched.',
      invoke: {
        id: 'fetchVolunteerKit',
        src: 'fetchVolunteerKit',
        input: ({ context: { userId } }) => ({ userId }),
        onDone: { target: 'shown', actions: assign({ items: ({ event }) => event.output.items }) },
        onError: { target: 'shown', actions: 'logFailure' },
      },
      on: {
        'kit.refresh': {
          target: 'refreshing',
          reenter: true,
          description: 'The answer that is on its way may not show this change.',
        },
      },
    },
  },
});
export type VolunteerKitRef = ActorRefFrom<typeof volunteerKitMachine>;
export type VolunteerKitSnapshot = SnapshotFrom<typeof volunteerKitMachine>;

export const selectIsLoading = (snapshot: VolunteerKitSnapshot) => snapshot.matches('loading');
export const selectHasFailed = (snapshot: VolunteerKitSnapshot) => snapshot.matches('failed');
/** The items of the kit, or null until they are known. */
export const selectItems = (snapshot: VolunteerKitSnapshot) =>
  snapshot.matches('shown') || snapshot.matches('refreshing') ? snapshot.context.items : null;
