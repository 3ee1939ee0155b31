import { assertEvent, setup } from 'xstate';
import { isCaptainOrHigher } from '../../rules/roles';

/** The events of a message. `by` is the caller's id, `sender` the id of the message's sender. */
export type MessageLifecycleEvent =
  | { type: 'message.echoed' }
  | { type: 'message.read'; by: string; sender: string }
  | { type: 'message.reacted'; by: string }
  /** `isInTime`: the message was sent less than 15 minutes ago, by the server's clock. */
  | { type: 'message.edited' | 'message.deleted'; by: string; sender: string; isInTime: boolean }
  /** `roles`: the caller's, with or without the ROLE_ prefix. */
  | { type: 'message.pinned' | 'message.unpinned'; roles: readonly string[] };

/**
 * The lifecycle of a message (S1 §4). The server asks it before it stores a read, a reaction or a change. The client runs no actor
 * per message, because it shows thousands of them: ticks and receipts there are plain rules (rules/chat/messages.ts), which this chart's
 * walk compares with the chart.
 */
export const messageLifecycle = setup({
  types: { events: {} as MessageLifecycleEvent },
  guards: {
    isAnother: ({ event }) => {
      assertEvent(event, 'message.read');
      return event.by !== event.sender;
    },
    isOwnInTime: ({ event }) => {
      assertEvent(event, ['message.edited', 'message.deleted']);
      return event.by === event.sender && event.isInTime;
    },
    isCaptainOrHigher: ({ event }) => {
      assertEvent(event, ['message.pinned', 'message.unpinned']);
      return isCaptainOrHigher(event.roles);
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
          description:
            'One reaction per user, in a chat that is open; the same emoji again removes it. DECISIONS 11, 57',
        },
        'message.edited': {
          guard: 'isOwnInTime',
          target: 'confirmed',
          description:
            'Its sender changes the text within 15 minutes of sending it, in a chat that is open: it is marked as edited. DECISIONS 164',
        },
        'message.deleted': {
          guard: 'isOwnInTime',
          target: 'deleted',
          description: 'Its sender deletes it within 15 minutes of sending it, in a chat that is open. DECISIONS 164',
        },
        'message.pinned': {
          guard: 'isCaptainOrHigher',
          target: 'confirmed',
          description:
            'A captain pins it to the top of its chat, where everybody sees it: only in the chat of a case that is not closed. DECISIONS 165',
        },
        'message.unpinned': {
          guard: 'isCaptainOrHigher',
          target: 'confirmed',
          description: 'A captain unpins it, in the chat of a case that is not closed. DECISIONS 165',
        },
      },
    },
    seen: {
      description: 'Seen by another user: the read tick, for good. S1 §4, DECISIONS 40',
      on: {
        'message.echoed': {
          target: 'seen',
          description: 'A late echo never makes a seen message unseen. DECISIONS 40',
        },
        'message.read': {
          guard: 'isAnother',
          target: 'seen',
          description: 'One more reader.',
        },
        'message.reacted': {
          target: 'seen',
          description:
            'One reaction per user, in a chat that is open; the same emoji again removes it. DECISIONS 11, 57',
        },
        'message.edited': {
          guard: 'isOwnInTime',
          target: 'seen',
          description:
            'Its sender changes it, in a chat that is open; those who have seen the earlier text still count as having seen it. DECISIONS 164',
        },
        'message.deleted': {
          guard: 'isOwnInTime',
          target: 'deleted',
          description: 'Its sender deletes it within 15 minutes of sending it, in a chat that is open. DECISIONS 164',
        },
        'message.pinned': {
          guard: 'isCaptainOrHigher',
          target: 'seen',
          description:
            'A captain pins it to the top of its chat, where everybody sees it: only in the chat of a case that is not closed. DECISIONS 165',
        },
        'message.unpinned': {
          guard: 'isCaptainOrHigher',
          target: 'seen',
          description: 'A captain unpins it, in the chat of a case that is not closed. DECISIONS 165',
        },
      },
    },
    deleted: {
      description:
        'Its text, media and reactions are gone. The chat, and messages that quote it, say that it was deleted. DECISIONS 164',
      on: {
        'message.echoed': { target: 'deleted', description: 'A repeated echo restores nothing.' },
        'message.read': {
          guard: 'isAnother',
          target: 'deleted',
          description: 'A receipt that was on its way is accepted, so that the chat counts as read.',
        },
        'message.deleted': {
          guard: 'isOwnInTime',
          target: 'deleted',
          description: 'A repeat, because the answer to the first try was lost.',
        },
        'message.unpinned': {
          guard: 'isCaptainOrHigher',
          target: 'deleted',
          description: 'Deleting it has already unpinned it. DECISIONS 165',
        },
      },
    },
  },
});
