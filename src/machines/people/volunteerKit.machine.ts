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
    context: {} as {
      readonly userId: string;
      /** Null until they are known. */
      readonly items: Kit['items'] | null;
    },
    events: {} as
      | { type: 'kit.retry' }
      /** The kit may have changed. */
      | { type: 'kit.refresh' },
  },
  actors: { fetchVolunteerKit },
  guards: { isShown: ({ context }) => context.items !== null },
  actions: { logFailure: ({ event }) => console.error('A kit could not be fetched', event) },
}).createMachine({
  id: 'volunteerKit',
  context: ({ input }) => ({ ...input, items: null }),
  initial: 'fetching',
  states: {
    fetching: {
      description: 'What is shown stays meanwhile, also if the kit cannot be fetched.',
      invoke: {
        id: 'fetchVolunteerKit',
        src: 'fetchVolunteerKit',
        input: ({ context: { userId } }) => ({ userId }),
        onDone: { target: 'shown', actions: assign({ items: ({ event }) => event.output.items }) },
        onError: [
          { guard: 'isShown', target: 'shown', actions: 'logFailure' },
          { target: 'failed', actions: 'logFailure' },
        ],
      },
      on: {
        'kit.refresh': {
          target: 'fetching',
          reenter: true,
          description: 'The answer that is on its way may not show this change.',
        },
      },
    },
    failed: {
      description: "'Failed to fetch kit items.' replaces only the kit, not the page.",
      on: { 'kit.retry': { target: 'fetching' }, 'kit.refresh': { target: 'fetching' } },
    },
    shown: { on: { 'kit.refresh': { target: 'fetching' } } },
  },
});
export type VolunteerKitRef = ActorRefFrom<typeof volunteerKitMachine>;
export type VolunteerKitSnapshot = SnapshotFrom<typeof volunteerKitMachine>;

export const selectIsLoading = (snapshot: VolunteerKitSnapshot) =>
  snapshot.matches('fetching') && snapshot.context.items === null;
export const selectHasFailed = (snapshot: VolunteerKitSnapshot) => snapshot.matches('failed');
/** The items of the kit, or null until they are known. */
export const selectItems = (snapshot: VolunteerKitSnapshot) => snapshot.context.items;
