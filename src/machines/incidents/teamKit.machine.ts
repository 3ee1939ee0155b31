import { type ActorRefFrom, assign, type SnapshotFrom } from 'xstate';

import { kitFailureText } from '../../rules/incidents/incidentPageTexts';
import type { AboutIncident } from '../cases/ports';
import { workflow } from '../supervision';
import { fetchKit } from './ports';

type TeamKitEvent = { type: 'modal.close' } | { type: 'items.retry' };

/** The team kit modal: the contents of the team's kits (S2 §2, §3). It is done when it is closed. */
export const teamKitMachine = workflow({
  types: {
    input: {} as AboutIncident,
    context: {} as AboutIncident & { readonly items: readonly string[] | null; readonly failure: string },
    events: {} as TeamKitEvent,
  },
  actors: { fetchKit },
}).createMachine({
  id: 'teamKit',
  context: ({ input }) => ({ ...input, items: null, failure: '' }),
  initial: 'loading',
  on: { 'modal.close': { target: '.closed' } },
  states: {
    loading: {
      invoke: {
        id: 'fetchKit',
        src: 'fetchKit',
        input: ({ context: { incidentId } }) => ({ incidentId }),
        onDone: { target: 'shown', actions: assign({ items: ({ event }) => event.output }) },
        onError: {
          target: 'failed',
          actions: assign({ failure: ({ event }) => kitFailureText(event.error) }),
        },
      },
    },
    shown: {},
    failed: { on: { 'items.retry': { target: 'loading' } } },
    closed: { type: 'final' },
  },
});
export type TeamKitRef = ActorRefFrom<typeof teamKitMachine>;
type TeamKitSnapshot = SnapshotFrom<typeof teamKitMachine>;

/** Null until it is fetched. */
export const selectItems = (snapshot: TeamKitSnapshot) => snapshot.context.items;
export const selectIsLoading = (snapshot: TeamKitSnapshot) => snapshot.matches('loading');
export const selectFailure = (snapshot: TeamKitSnapshot) =>
  snapshot.matches('failed') ? snapshot.context.failure : null;
