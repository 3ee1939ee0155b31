import { type ActorRefFrom, assign, type SnapshotFrom } from 'xstate';
import type { Message } from '../../contract/chats';
import { isTemp } from '../../rules/chat/messages';
import { workflow } from '../supervision';

/** A message and a place on the screen, in CSS pixels from its top left corner. */
interface Pointed {
  readonly message: Message;
  readonly x: number;
  readonly y: number;
}

type OverlayEvent =
  | ({ type: 'menu.open' } & Pointed)
  | { type: 'reactions.open'; message: Message }
  | { type: 'readers.open'; message: Message }
  | { type: 'deletion.ask'; message: Message }
  | { type: 'versions.open'; message: Message }
  | { type: 'details.open' }
  | { type: 'overlay.close' };

/**
 * The dialogs and menus over a conversation: the menu of a message, its reactions, its readers, its deletion, its earlier versions, or
 * the incident's details (S1 §2).
 */
export const overlayMachine = workflow({
  types: { context: {} as { pointed: Pointed | null }, events: {} as OverlayEvent },
}).createMachine({
  id: 'overlay',
  context: { pointed: null },
  initial: 'closed',
  on: {
    'menu.open': {
      guard: ({ event }) => !isTemp(event.message),
      target: '.menu',
      actions: assign({ pointed: ({ event: { message, x, y } }) => ({ message, x, y }) }),
      description: 'A long press of 350 ms opens the reaction menu. It does not open on temp messages. S1 §4',
    },
    'reactions.open': {
      target: '.reactions',
      actions: assign({ pointed: ({ event: { message } }) => ({ message, x: 0, y: 0 }) }),
    },
    'readers.open': {
      target: '.readers',
      actions: assign({ pointed: ({ event: { message } }) => ({ message, x: 0, y: 0 }) }),
    },
    'deletion.ask': {
      target: '.deletion',
      actions: assign({ pointed: ({ event: { message } }) => ({ message, x: 0, y: 0 }) }),
    },
    'versions.open': {
      target: '.versions',
      actions: assign({ pointed: ({ event: { message } }) => ({ message, x: 0, y: 0 }) }),
    },
    'details.open': { target: '.details', actions: assign({ pointed: null }), description: 'The info button. S1 §2' },
    'overlay.close': { target: '.closed', actions: assign({ pointed: null }) },
  },
  states: {
    closed: {},
    deletion: { description: 'The confirmation before an own message is deleted. DECISIONS 164' },
    details: { description: 'The incident details modal, a chart of its own. S1 §2' },
    menu: { description: 'The six reactions, Reply, and what else can be done with the message. S1 §2, §9' },
    readers: { description: 'The first names of those who have seen it.' },
    reactions: { description: 'Each emoji with the first names of those who reacted. S1 §2' },
    versions: { description: 'What a message said before it was edited or deleted, for admins. DECISIONS 164' },
  },
});
export type OverlayRef = ActorRefFrom<typeof overlayMachine>;
type OverlaySnapshot = SnapshotFrom<typeof overlayMachine>;

/** The message whose menu is open, with the place of the press, or null. */
export const selectMenu = (snapshot: OverlaySnapshot) => (snapshot.matches('menu') ? snapshot.context.pointed : null);
/** The message whose reactions are listed, or null. */
export const selectListedMessage = (snapshot: OverlaySnapshot) =>
  snapshot.matches('reactions') ? (snapshot.context.pointed?.message ?? null) : null;
/** The message whose readers are listed, or null. */
export const selectMessageOfReaders = (snapshot: OverlaySnapshot) =>
  snapshot.matches('readers') ? (snapshot.context.pointed?.message ?? null) : null;
/** The message in the question before a deletion, or null. */
export const selectToDelete = (snapshot: OverlaySnapshot) =>
  snapshot.matches('deletion') ? (snapshot.context.pointed?.message ?? null) : null;
/** The message whose earlier versions are shown, or null. */
export const selectRevisedMessage = (snapshot: OverlaySnapshot) =>
  snapshot.matches('versions') ? (snapshot.context.pointed?.message ?? null) : null;
/** Whether something about a message is open. */
export const selectIsAboutMessage = (snapshot: OverlaySnapshot) => snapshot.context.pointed !== null;
/** Whether the details of the chat's incident are open. */
export const selectShowsDetails = (snapshot: OverlaySnapshot) => snapshot.matches('details');
