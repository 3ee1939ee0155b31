import { type ActorRef, type ActorRefFrom, assign, type Snapshot, type SnapshotFrom, sendTo } from 'xstate';
import { myPlaceText } from '../../rules/chat/chatTexts';
import { deviceLocationText } from '../../rules/incidents/locationTexts';
import { locate } from '../ports';
import { workflow } from '../supervision';

/** Told to the conversation: the text of the message that says where the member is. */
export type PlaceSharingFact = { type: 'place.found'; text: string };

type PlaceSharingEvent = { type: 'place.ask' } | { type: 'place.share' } | { type: 'place.cancel' };

interface PlaceSharingInput {
  conversation: ActorRef<Snapshot<unknown>, PlaceSharingFact>;
}

/** Share my place (DECISIONS 166): the device's position goes into the chat as an ordinary message. */
export const placeSharingMachine = workflow({
  types: {
    input: {} as PlaceSharingInput,
    context: {} as PlaceSharingInput & { failure: string },
    events: {} as PlaceSharingEvent,
  },
  actors: { locate },
}).createMachine({
  id: 'placeSharing',
  context: ({ input }) => ({ ...input, failure: '' }),
  initial: 'closed',
  states: {
    closed: { on: { 'place.ask': { target: 'asking' } } },
    asking: {
      description: 'The member is asked first, because everybody in the chat will see the place.',
      on: { 'place.share': { target: 'locating' }, 'place.cancel': { target: 'closed' } },
    },
    locating: {
      description: "'Getting your location...'",
      on: { 'place.cancel': { target: 'closed', description: 'Nothing is sent.' } },
      invoke: {
        id: 'locate',
        src: 'locate',
        onDone: {
          target: 'closed',
          actions: sendTo(
            ({ context }) => context.conversation,
            ({ event }): PlaceSharingFact => ({ type: 'place.found', text: myPlaceText(event.output) }),
          ),
          description: 'Sent like any other message: without a network it waits in the tray. DECISIONS 166',
        },
        onError: { target: 'failed', actions: assign({ failure: ({ event }) => deviceLocationText(event.error) }) },
      },
    },
    failed: {
      description: 'Permission was refused, or there is no position: the text says which. S2 §8',
      on: { 'place.share': { target: 'locating' }, 'place.cancel': { target: 'closed' } },
    },
  },
});
export type PlaceSharingRef = ActorRefFrom<typeof placeSharingMachine>;
type PlaceSharingSnapshot = SnapshotFrom<typeof placeSharingMachine>;

export const selectIsOpen = (snapshot: PlaceSharingSnapshot) => !snapshot.matches('closed');
export const selectIsLocating = (snapshot: PlaceSharingSnapshot) => snapshot.matches('locating');
/** Why there is no position, or null. */
export const selectFailure = (snapshot: PlaceSharingSnapshot) =>
  snapshot.matches('failed') ? snapshot.context.failure : null;
