import { type ActorRefFrom, assign, type SnapshotFrom } from 'xstate';
import { workflow } from '../supervision';

export type ViewportEvent =
  /** Where the list is, and how far its end is below the view; both in px. */
  | { type: 'list.scrolled'; top: number; distance: number }
  /** The view has brought the end of the list into view, and the list is there now. */
  | { type: 'list.stuck'; top: number }
  | { type: 'newest.show' }
  | { type: 'foreign.appeared' }
  | { type: 'original.found'; messageId: string }
  | { type: 'supervision.restarted' };

interface ViewportContext {
  /** The furthest scroll position since the end was in view, in px. A smaller one means that the reader has scrolled up. */
  end: number;
  /** A fresh object each time that the newest end was asked for; null until then. */
  newest: object | null;
  highlighted: string | null;
  /** The original that was asked for last: a fresh object each time, so that the same one is scrolled to again. */
  original: { readonly messageId: string } | null;
}

/** Which part of a message list is in view (its newest end, or older messages), and which message is highlighted. S1 §2, §4 */
export const viewportMachine = workflow({
  types: { context: {} as ViewportContext, events: {} as ViewportEvent },
  delays: { replyHighlight: 1_500 },
}).createMachine({
  id: 'viewport',
  context: { end: 0, newest: null, highlighted: null, original: null },
  type: 'parallel',
  states: {
    position: {
      initial: 'following',
      on: {
        'newest.show': {
          target: '.following',
          actions: assign({ newest: () => ({}) }),
          description: 'Pressing New Messages, or sending, scrolls to the bottom. S1 §2',
        },
        'supervision.restarted': {
          target: '.following',
          actions: assign({ newest: () => ({}) }),
          description: 'It does not know where the list is, so the list goes to its newest end.',
        },
      },
      states: {
        following: {
          description: 'Auto-scroll to the bottom happens only when the user is within 50 px of the bottom. S1 §4',
          on: {
            'list.scrolled': [
              {
                guard: ({ context, event: { top, distance } }) => Math.min(context.end - top, distance) > 50,
                target: 'away',
                description: 'Only scrolling up leaves the end. A message that arrives below the view does not.',
              },
              { actions: assign({ end: ({ context, event }) => Math.max(context.end, event.top) }) },
            ],
            'list.stuck': { actions: assign({ end: ({ event }) => event.top }) },
            'original.found': { target: 'away' },
          },
        },
        away: {
          initial: 'quiet',
          on: {
            'list.scrolled': {
              guard: ({ event }) => event.distance <= 50,
              target: 'following',
              actions: assign({ end: ({ event }) => event.top }),
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
