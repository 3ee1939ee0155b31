import { type ActorRefFrom, assign, type SnapshotFrom } from 'xstate';
import { workflow } from '../supervision';

export type ViewportEvent =
  | { type: 'list.scrolled'; distance: number }
  | { type: 'newest.show' }
  | { type: 'foreign.appeared' }
  | { type: 'original.found'; messageId: string };

interface ViewportContext {
  highlighted: string | null;
  /** The original that was asked for last: a fresh object each time, so that the same one is scrolled to again. */
  original: { readonly messageId: string } | null;
}

/** What of a message list is in view: its newest end or something further up, and the message that is pointed at. S1 §2, §4 */
export const viewportMachine = workflow({
  types: { context: {} as ViewportContext, events: {} as ViewportEvent },
  delays: { replyHighlight: 1_500 },
  guards: {
    isNearBottom: (_, { distance }: { distance: number }) => distance <= 50,
  },
  actions: {
    highlight: assign((_, { messageId }: { messageId: string }) => ({
      highlighted: messageId,
      original: { messageId },
    })),
    forgetHighlight: assign({ highlighted: null }),
  },
}).createMachine({
  id: 'viewport',
  context: { highlighted: null, original: null },
  type: 'parallel',
  states: {
    position: {
      initial: 'following',
      on: {
        'newest.show': {
          target: '.following',
          description: 'Pressing New Messages, or sending, scrolls to the bottom. S1 §2',
        },
      },
      states: {
        following: {
          description: 'Auto-scroll to the bottom happens only when the user is within 50 px of the bottom. S1 §4',
          on: {
            'list.scrolled': [
              { guard: { type: 'isNearBottom', params: ({ event }) => event }, target: 'following' },
              { target: 'away' },
            ],
            'original.found': { target: 'away' },
          },
        },
        away: {
          initial: 'quiet',
          on: {
            'list.scrolled': {
              guard: { type: 'isNearBottom', params: ({ event }) => event },
              target: 'following',
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
          actions: { type: 'highlight', params: ({ event }) => event },
        },
      },
      states: {
        none: {},
        lit: {
          description: 'The original of a tapped reply snippet is highlighted for 1.5 s. S1 §2',
          exit: 'forgetHighlight',
          after: { replyHighlight: { target: 'none' } },
        },
      },
    },
  },
});
export type ViewportRef = ActorRefFrom<typeof viewportMachine>;
export type ViewportSnapshot = SnapshotFrom<typeof viewportMachine>;
