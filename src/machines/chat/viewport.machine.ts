import { type ActorRefFrom, and, assertEvent, assign, type SnapshotFrom } from 'xstate';
import { workflow } from '../supervision';

type ViewportEvent =
  /**
   * The scroll position of the list and the distance of its end below the view, both in px. `first` is the message at the top of
   * the view, null at the beginning of the list.
   */
  | { type: 'list.scrolled'; top: number; distance: number; first?: string | null }
  /** The view has scrolled the first unread message to its top; `top` is its position now. */
  | { type: 'list.placed'; top: number }
  /** The view has scrolled to the end of the list; `top` is its position now. */
  | { type: 'list.stuck'; top: number }
  | { type: 'newest.show' }
  | { type: 'foreign.appeared' }
  | { type: 'history.opened' | 'history.refreshed'; unread: string | null }
  | { type: 'original.found'; messageId: string }
  /** The view has scrolled to the original. */
  | { type: 'original.shown' }
  | { type: 'supervision.restarted' };

interface ViewportContext {
  /** The furthest scroll position since the list was last at its end, in px. A smaller one means that the reader has scrolled up. */
  end: number;
  /** The distance of the list's end below the view, in px. */
  distance: number;
  /** The position in which the first unread message is at the top of the view, or as near to it as the end of the list allows, in px. */
  placed: number;
  /** The first unread message when the chat was opened, or null. The divider is above it. */
  unread: string | null;
  /**
   * The message at the top of the view when the list opened or was last scrolled by the reader; null at the beginning of the list and
   * before the first scroll.
   */
  first: string | null;
  /** A new object each time the member asks for the newest end, so that the view scrolls again; null before that. */
  newest: object | null;
  highlighted: string | null;
  /** The original message to scroll to: a new object each time, so that the view scrolls to the same one again. Null once it is shown. */
  original: { readonly messageId: string } | null;
}

/** The visible part of a message list (its newest end, or older messages), and the highlighted message. S1 §2, §4 */
export const viewportMachine = workflow({
  types: { context: {} as ViewportContext, events: {} as ViewportEvent },
  delays: {
    replyHighlight: 1_500,
    /** The time in which rows and pictures are measured after the list was scrolled to a place. */
    placing: 400,
  },
  guards: {
    isNearEnd: ({ event }) => {
      assertEvent(event, 'list.scrolled');
      return event.distance <= 50;
    },
    /** A row or picture that is measured moves the list, too, but then the view places it again in the same frame. */
    isMovedByReader: ({ context, event }) => {
      assertEvent(event, 'list.scrolled');
      return Math.abs(event.top - context.placed) > 50;
    },
  },
  actions: {
    keepView: assign(({ event }) => {
      assertEvent(event, 'list.scrolled');
      return { distance: event.distance, first: event.first ?? null };
    }),
    keepEnd: assign({
      end: ({ event }) => {
        assertEvent(event, ['list.scrolled', 'list.stuck']);
        return event.top;
      },
    }),
    keepFollowed: assign(({ context, event }) => {
      assertEvent(event, 'list.scrolled');
      const { top, distance, first = null } = event;
      return { distance, first: context.first ?? first, end: distance < 1 ? top : Math.max(context.end, top) };
    }),
    goToNewest: assign({ newest: () => ({}) }),
  },
}).createMachine({
  id: 'viewport',
  context: {
    end: 0,
    distance: 0,
    placed: 0,
    unread: null,
    first: null,
    newest: null,
    highlighted: null,
    original: null,
  },
  type: 'parallel',
  states: {
    position: {
      initial: 'following',
      on: {
        'history.opened': [
          {
            guard: ({ event }) => event.unread !== null,
            target: '.opening',
            actions: assign({ unread: ({ event }) => event.unread }),
            description: 'A divider marks where reading stopped, and the chat opens there. DECISIONS 163',
          },
          { target: '.following', actions: assign({ unread: null }) },
        ],
        'history.refreshed': {
          guard: ({ context, event }) =>
            event.unread !== null && event.unread !== context.unread && context.highlighted === null,
          target: '.opening',
          actions: assign({ unread: ({ event }) => event.unread }),
          description:
            'What was shown ended before the unread messages: a copy of this device, or the list when the connection was lost. A reader who has gone to a message stays there. DECISIONS 181, 290',
        },
        'supervision.restarted': {
          target: '.following',
          actions: 'goToNewest',
          description: 'The restarted chart does not know the scroll position, so the list goes to its newest end.',
        },
      },
      states: {
        opening: {
          description:
            'The first unread message is kept at the top of the view until the rows around it are measured. If all unread messages fit, the list is at its end then.',
          initial: 'waiting',
          on: {
            'list.placed': { target: '.placing', actions: assign({ placed: ({ event }) => event.top }) },
            'list.scrolled': { actions: 'keepView' },
            'newest.show': {
              target: 'following',
              actions: 'goToNewest',
              description: 'Sending scrolls to the bottom. S1 §2',
            },
            'original.found': { target: 'away' },
          },
          states: {
            waiting: {},
            placing: {
              on: {
                'list.scrolled': [
                  {
                    guard: and(['isMovedByReader', 'isNearEnd']),
                    target: '#viewport.position.following',
                    actions: ['keepView', 'keepEnd'],
                  },
                  {
                    guard: 'isMovedByReader',
                    target: '#viewport.position.away',
                    actions: 'keepView',
                    description: 'The list would otherwise take its reader back with each row that is measured.',
                  },
                  { actions: 'keepView' },
                ],
              },
              after: {
                placing: [
                  {
                    guard: ({ context }) => context.distance <= 50,
                    target: '#viewport.position.following',
                    actions: assign({ end: ({ context }) => context.placed }),
                    description: 'All unread messages are in view.',
                  },
                  { target: '#viewport.position.away' },
                ],
              },
            },
          },
        },
        following: {
          description:
            'Auto-scroll to the bottom happens only when the user is within 50 px of the bottom. S1 §4. An own message needs nothing more.',
          on: {
            'list.scrolled': [
              {
                guard: ({ context, event: { top, distance } }) => Math.min(context.end - top, distance) > 50,
                target: 'away',
                actions: 'keepView',
                description: 'Only scrolling up leaves the end. A message that arrives below the view does not.',
              },
              {
                actions: 'keepFollowed',
                description:
                  'A list that gets more room, as when the keyboard closes, is at its end further up. The day and sender at the top of the view are not told again, because only messages have moved it.',
              },
            ],
            'list.stuck': { actions: 'keepEnd' },
            'original.found': { target: 'away' },
          },
        },
        away: {
          initial: 'quiet',
          on: {
            'list.scrolled': [
              { guard: 'isNearEnd', target: 'following', actions: ['keepView', 'keepEnd'] },
              { actions: 'keepView' },
            ],
            'newest.show': {
              target: 'following',
              actions: 'goToNewest',
              description: 'Pressing New Messages, or sending, scrolls to the bottom. S1 §2',
            },
            'history.refreshed': {
              guard: ({ event }) => event.unread !== null,
              target: '.newBelow',
              actions: assign({ unread: ({ event }) => event.unread }),
              description: 'A reader who has scrolled up meanwhile stays there. DECISIONS 181',
            },
          },
          states: {
            quiet: {
              on: {
                'foreign.appeared': {
                  target: 'newBelow',
                  description:
                    "The 'New Messages' button appears when a message arrives while the user is scrolled up. S1 §2",
                },
              },
            },
            newBelow: {},
          },
        },
      },
    },
    highlight: {
      initial: 'none',
      on: {
        'history.opened': { target: '.none' },
        'original.shown': {
          actions: assign({ original: null }),
          description: 'A list that is drawn again later does not go back there.',
        },
        'original.found': {
          target: '.lit',
          actions: assign(({ event: { messageId } }) => ({ highlighted: messageId, original: { messageId } })),
        },
      },
      states: {
        none: {},
        lit: {
          description: 'The original of a tapped reply snippet is highlighted for 1.5 s. S1 §2',
          exit: assign({ highlighted: null }),
          after: { replyHighlight: { target: 'none' } },
        },
      },
    },
  },
});
export type ViewportRef = ActorRefFrom<typeof viewportMachine>;
export type ViewportSnapshot = SnapshotFrom<typeof viewportMachine>;
