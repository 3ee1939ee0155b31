import { type ActorRefFrom, assign, type SnapshotFrom } from 'xstate';
import { workflow } from '../supervision';

type PlaceEvent = { type: 'place.open'; incidentIds: readonly string[] } | { type: 'place.close' };

/** The place on the map whose incidents are shown in a popup: one at a time, or none. */
export const placeMachine = workflow({
  types: { context: {} as { incidentIds: readonly string[] }, events: {} as PlaceEvent },
}).createMachine({
  id: 'place',
  context: { incidentIds: [] },
  initial: 'closed',
  on: {
    'place.open': {
      target: '.opened',
      actions: assign({ incidentIds: ({ event }) => event.incidentIds }),
      description: 'A marker of several incidents that no zoom separates shows all of them.',
    },
  },
  states: {
    closed: {},
    opened: { on: { 'place.close': { target: 'closed' } } },
  },
});
export type PlaceRef = ActorRefFrom<typeof placeMachine>;
type PlaceSnapshot = SnapshotFrom<typeof placeMachine>;

/** The incidents at the open place of the map, or null if none is open. */
export const selectOpened = (snapshot: PlaceSnapshot) =>
  snapshot.matches('opened') ? snapshot.context.incidentIds : null;
