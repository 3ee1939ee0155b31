import { assertEvent, setup } from 'xstate';

/** What may happen to one message, as plain facts: who does it and whose message it is. */
export type MessageLifecycleEvent =
  | { type: 'message.echoed' }
  | { type: 'message.read'; by: string; sender: string }
  | { type: 'message.reacted'; by: string };

/**
 * The lifecycle of a message (S1 §4). Pure: the server asks it before it stores a read or a reaction. The client, which draws
 * thousands, keeps no actor for a settled message: its tick and its receipts are plain rules (rules/messages.ts), held against
 * this chart by its walk.
 */
export const messageLifecycle = setup({
  types: { events: {} as MessageLifecycleEvent },
  guards: {
    isAnother: ({ event }) => {
      assertEvent(event, 'message.read');
      return event.by !== event.sender;
    },
  },
}).createMachine({
  id: 'messageLifecycle',
  initial: 'temp',
  states: {
    temp: {
      description:
        'Shown at once with a temp id and a clock. Nobody else knows it: it cannot be read or reacted to. S1 §4',
      on: {
        'message.echoed': {
          target: 'confirmed',
          description: 'The server echo matches by clientMessageId (or by id); the message is swapped in place. S1 §4',
        },
      },
    },
    confirmed: {
      description: 'Stored and sent to everyone in the chat: one tick. S1 §4',
      on: {
        'message.echoed': { target: 'confirmed', description: 'A repeated echo changes nothing. DECISIONS 11' },
        'message.read': {
          guard: 'isAnother',
          target: 'seen',
          description: 'Another user has seen at least 70 % of it. S1 §4',
        },
        'message.reacted': {
          target: 'confirmed',
          description: 'One reaction per user; the same emoji again takes it away. DECISIONS 11',
        },
      },
    },
    seen: {
      description: 'Seen by another user: the read tick, for good. S1 §4, DECISIONS 40',
      on: {
        'message.echoed': { target: 'seen', description: 'A late echo never un-sees a message. DECISIONS 40' },
        'message.read': {
          guard: 'isAnother',
          target: 'seen',
          description: 'One more reader.',
        },
        'message.reacted': {
          target: 'seen',
          description: 'One reaction per user; the same emoji again takes it away. DECISIONS 11',
        },
      },
    },
  },
});
