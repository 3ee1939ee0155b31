import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { type ViewportSnapshot, viewportMachine } from '../../../src/machines/chat/viewport.machine';
import {
  selectFirstInView,
  selectHasNewBelow,
  selectHighlighted,
  selectIsAway,
  selectIsFollowing,
  selectIsOpening,
  selectNewest,
  selectOriginal,
  selectUnread,
} from '../../../src/machines/chat/viewport.select';
import { testMutants } from '../../kit/mutants';
import { elapsed, testWalk, walkOf } from '../../kit/walk';

/** The object is new each time, so that the view scrolls down again. */
const asksForNewest = ({ context }: ViewportSnapshot) => ({
  to: 'position.following',
  sees: ({ read }: { read<T>(select: (snapshot: ViewportSnapshot) => T): T }) => {
    expect(read(selectNewest)).not.toBe(null);
    expect(read(selectNewest)).not.toBe(context.newest);
  },
});

/** The newest page tells each time where reading has stopped. */
const opens = {
  'opened, all read': { to: 'position.following', sees: ({ read }: Setup) => expect(read(selectUnread)).toBe(null) },
  'opened, with unread ones': {
    to: 'position.opening.waiting',
    sees: ({ read }: Setup) => expect(read(selectUnread)).toBe('5'),
  },
} as const;
/** DECISIONS 181: the copy that was shown first may end before other unread messages. A list at its end then opens at these. */
const refreshes = (here: (now: ViewportSnapshot) => string) =>
  Object.fromEntries(
    (['5', '6'] as const).map((unread) => [
      unread === '5' ? 'refreshed, with the same unread ones' : 'refreshed, with other unread ones',
      (now: ViewportSnapshot) =>
        now.context.unread === unread || now.context.highlighted !== null
          ? null
          : { to: here(now), sees: ({ read }: Setup) => expect(read(selectUnread)).toBe(unread) },
    ]),
  );
const opening = ({ position }: ViewportSnapshot['value']) =>
  `position.opening.${(position as { opening: string }).opening}`;
const opensIn = ({ value }: ViewportSnapshot) => opening(value).split('.').at(-1);
const away = ({ position }: ViewportSnapshot['value']) => `position.away.${(position as { away: string }).away}`;
interface Setup {
  read<T>(select: (snapshot: ViewportSnapshot) => T): T;
}
const notesFirst = (to: string) => ({
  to,
  sees: ({ read }: Setup) => expect(read(selectFirstInView)).toBe('3'),
});

/** The list is sent to an original once. */
const isShownOnce = {
  'original shown': ({ value }: ViewportSnapshot) => ({
    to: `highlight.${value.highlight}`,
    sees: ({ read }: Setup) => expect(read(selectOriginal)).toBe(null),
  }),
};

const walk = walkOf({
  machine: viewportMachine,
  props: () => ({}),
  key: ({ context: { end, distance, original } }) => `${end} ${distance} ${original !== null}`,
  samples: {
    // Positions are counted from where the end of the list was.
    'scrolled to 50 px': { type: 'list.scrolled', top: -50, distance: 50, first: '3' },
    'scrolled to 51 px': { type: 'list.scrolled', top: -51, distance: 51, first: '3' },
    'grown below': { type: 'list.scrolled', top: 0, distance: 400, first: '3' },
    'scrolled down': { type: 'list.scrolled', top: 40, distance: 0, first: '3' },
    'got more room at the end': { type: 'list.scrolled', top: -300, distance: 0, first: '3' },
    'opened, all read': { type: 'history.opened', unread: null },
    'opened, with unread ones': { type: 'history.opened', unread: '5' },
    'refreshed, nothing unread': { type: 'history.refreshed', unread: null },
    'refreshed, with the same unread ones': { type: 'history.refreshed', unread: '5' },
    'refreshed, with other unread ones': { type: 'history.refreshed', unread: '6' },
    placed: { type: 'list.placed', top: 0 },
    measured: elapsed('xstate.after.placing.viewport.position.opening.placing', 400),
    'stuck to the end': { type: 'list.stuck', top: 0 },
    'New Messages pressed': { type: 'newest.show' },
    'begun again': { type: 'supervision.restarted' },
    'a message of another': { type: 'foreign.appeared' },
    'original found': { type: 'original.found', messageId: '7' },
    'another original found': { type: 'original.found', messageId: '8' },
    'original shown': { type: 'original.shown' },
    'highlight is over': elapsed('xstate.after.replyHighlight.viewport.highlight.lit', 1_500),
  },
  ways: [
    {
      way: ['scrolled to 51 px', 'scrolled to 50 px', 'scrolled to 51 px'],
      sees: ({ read }) => expect(read(selectIsFollowing)).toBe(true),
    },
  ],
  states: {
    'position.opening': {
      sees: ({ read }) => {
        expect([read(selectIsOpening), read(selectIsFollowing), read(selectHasNewBelow)]).toEqual([true, false, false]);
        expect(['5', '6']).toContain(read(selectUnread));
      },
      takes: {
        ...opens,
        ...refreshes(() => 'position.opening.waiting'),
        'scrolled to 50 px': ({ value }) => notesFirst(opening(value)),
        'grown below': ({ value }) => notesFirst(opening(value)),
        'scrolled down': ({ value }) => notesFirst(opening(value)),
        placed: 'position.opening.placing',
        'New Messages pressed': asksForNewest,
        'begun again': asksForNewest,
        'original found': 'position.away.quiet',
        'another original found': 'position.away.quiet',
      },
    },
    'position.opening.waiting': {
      sees: ({ read }) => expect(read(opensIn)).toBe('waiting'),
      takes: {
        'scrolled to 51 px': notesFirst('position.opening.waiting'),
        'got more room at the end': notesFirst('position.opening.waiting'),
      },
    },
    'position.opening.placing': {
      sees: ({ read }) => expect(read(opensIn)).toBe('placing'),
      takes: {
        // More than 50 px from where it was placed.
        'scrolled to 51 px': notesFirst('position.away.quiet'),
        'got more room at the end': {
          to: 'position.following',
          sees: ({ read }) => expect(read(({ context }) => context.end)).toBe(-300),
        },
        // Either all unread messages are in view, or not.
        measured: ({ context: { distance } }) => (distance <= 50 ? 'position.following' : 'position.away.quiet'),
      },
    },
    'position.following': {
      sees: ({ read }) => expect([read(selectIsFollowing), read(selectHasNewBelow)]).toEqual([true, false]),
      takes: {
        ...opens,
        ...refreshes(() => 'position.opening.waiting'),
        'scrolled to 50 px': notesFirst('position.following'),
        // The way up counts from where the reader came back to within 50 px.
        'scrolled to 51 px': ({ context: { end } }) =>
          notesFirst(end >= 0 ? 'position.away.quiet' : 'position.following'),
        'grown below': notesFirst('position.following'),
        'scrolled down': {
          to: 'position.following',
          sees: ({ read }) => expect(read(({ context }) => context.end)).toBe(40),
        },
        // The browser has moved it up, not the reader.
        'got more room at the end': {
          to: 'position.following',
          sees: ({ read }) => expect(read(({ context }) => context.end)).toBe(-300),
        },
        'stuck to the end': 'position.following',
        'begun again': asksForNewest,
        'original found': 'position.away.quiet',
        'another original found': 'position.away.quiet',
      },
    },
    'position.away': {
      sees: ({ read }) => expect([read(selectIsFollowing), read(selectIsAway)]).toEqual([false, true]),
      takes: {
        ...opens,
        // A reader who has scrolled up stays there.
        'refreshed, with the same unread ones': {
          to: 'position.away.newBelow',
          sees: ({ read }) => expect(read(selectUnread)).toBe('5'),
        },
        'refreshed, with other unread ones': {
          to: 'position.away.newBelow',
          sees: ({ read }) => expect(read(selectUnread)).toBe('6'),
        },
        'scrolled to 50 px': notesFirst('position.following'),
        'scrolled down': notesFirst('position.following'),
        'got more room at the end': notesFirst('position.following'),
        'scrolled to 51 px': ({ value }) => notesFirst(away(value)),
        'grown below': ({ value }) => notesFirst(away(value)),
        'New Messages pressed': asksForNewest,
        'begun again': asksForNewest,
      },
    },
    'position.away.quiet': {
      sees: ({ read }) => expect(read(selectHasNewBelow)).toBe(false),
      takes: { 'a message of another': 'position.away.newBelow' },
    },
    'position.away.newBelow': { sees: ({ read }) => expect(read(selectHasNewBelow)).toBe(true) },
    'highlight.none': {
      sees: ({ read }) => expect(read(selectHighlighted)).toBe(null),
      takes: { ...isShownOnce, 'original found': 'highlight.lit', 'another original found': 'highlight.lit' },
    },
    'highlight.lit': {
      takes: {
        ...isShownOnce,
        'original found': { to: 'highlight.lit', sees: ({ read }) => expect(read(selectHighlighted)).toBe('7') },
        'another original found': {
          to: 'highlight.lit',
          sees: ({ read }) => expect(read(selectHighlighted)).toBe('8'),
        },
        'highlight is over': 'highlight.none',
        'opened, all read': 'highlight.none',
        'opened, with unread ones': 'highlight.none',
      },
      sees: ({ read }) => expect(['7', '8']).toContain(read(selectHighlighted)),
    },
  },
});
testWalk(walk);
testMutants(walk);

describe('the view of a message list', () => {
  it('opens where reading stopped, and does not move when the rows around it are measured', () => {
    const clock = new SimulatedClock();
    const viewport = createActor(viewportMachine, { clock }).start();
    viewport.send({ type: 'history.opened', unread: '5' });
    // However long the list takes to be drawn.
    clock.increment(10_000);
    expect(selectIsOpening(viewport.getSnapshot())).toBe(true);
    viewport.send({ type: 'list.placed', top: 200 });
    clock.increment(300);
    viewport.send({ type: 'list.scrolled', top: 200, distance: 20, first: '5' });
    // A picture has become higher.
    viewport.send({ type: 'list.placed', top: 300 });
    viewport.send({ type: 'list.scrolled', top: 300, distance: 900, first: '5' });
    clock.increment(399);
    expect(selectIsOpening(viewport.getSnapshot())).toBe(true);
    clock.increment(1);
    expect([selectIsAway(viewport.getSnapshot()), selectUnread(viewport.getSnapshot())]).toEqual([true, '5']);
    viewport.send({ type: 'list.scrolled', top: 1_200, distance: 0, first: '9' });
    expect([selectIsFollowing(viewport.getSnapshot()), selectUnread(viewport.getSnapshot())]).toEqual([true, '5']);
    viewport.send({ type: 'list.scrolled', top: 0, distance: 1_200, first: null });
    expect(selectFirstInView(viewport.getSnapshot())).toBe(null);
  });

  it('does not take a reader back who scrolls while messages are coming and rows are measured', () => {
    const viewport = createActor(viewportMachine, { clock: new SimulatedClock() }).start();
    viewport.send({ type: 'history.opened', unread: '5' });
    viewport.send({ type: 'list.placed', top: 1_000 });
    viewport.send({ type: 'list.scrolled', top: 950, distance: 50, first: '4' });
    expect(selectIsOpening(viewport.getSnapshot())).toBe(true);
    viewport.send({ type: 'list.placed', top: 1_064 });
    viewport.send({ type: 'list.scrolled', top: 1_004, distance: 60, first: '4' });
    expect(selectIsAway(viewport.getSnapshot())).toBe(true);
    viewport.send({ type: 'foreign.appeared' });
    expect(selectHasNewBelow(viewport.getSnapshot())).toBe(true);
  });

  it('tells the day and sender at its top when it opens and when the reader scrolls, not for each message that moves it', () => {
    const viewport = createActor(viewportMachine).start();
    const seen = (top: number, distance: number, first: string) => {
      viewport.send({ type: 'list.scrolled', top, distance, first });
      return selectFirstInView(viewport.getSnapshot());
    };
    expect(seen(1_000, 0, '3')).toBe('3');
    expect(seen(1_064, 0, '4')).toBe('3');
    expect(seen(900, 164, '2')).toBe('2');
    expect(seen(1_064, 0, '4')).toBe('4');
    expect(seen(1_128, 0, '5')).toBe('4');
  });

  it('lets go of a reader who goes up more than 50 px after the chat has opened at its unread messages, all in view', () => {
    const clock = new SimulatedClock();
    const viewport = createActor(viewportMachine, { clock }).start();
    viewport.send({ type: 'history.opened', unread: '5' });
    viewport.send({ type: 'list.placed', top: 1_000 });
    viewport.send({ type: 'list.scrolled', top: 1_000, distance: 0 });
    clock.increment(400);
    expect(selectIsFollowing(viewport.getSnapshot())).toBe(true);
    viewport.send({ type: 'list.scrolled', top: 950, distance: 50 });
    expect(selectIsFollowing(viewport.getSnapshot())).toBe(true);
    viewport.send({ type: 'list.scrolled', top: 949, distance: 51 });
    expect(selectIsFollowing(viewport.getSnapshot())).toBe(false);
  });

  it('gives every jump its own 1.5 s of highlight (S1 §2)', () => {
    const clock = new SimulatedClock();
    const viewport = createActor(viewportMachine, { clock }).start();
    viewport.send({ type: 'original.found', messageId: '7' });
    clock.increment(1_000);
    viewport.send({ type: 'original.found', messageId: '7' });
    clock.increment(1_499);
    expect(selectHighlighted(viewport.getSnapshot())).toBe('7');
    clock.increment(1);
    expect(selectHighlighted(viewport.getSnapshot())).toBe(null);
  });

  it('keeps the New Messages button while the member scrolls without reaching the bottom', () => {
    const viewport = createActor(viewportMachine).start();
    viewport.send({ type: 'foreign.appeared' });
    expect(selectHasNewBelow(viewport.getSnapshot())).toBe(false);
    viewport.send({ type: 'list.scrolled', top: -400, distance: 400 });
    viewport.send({ type: 'foreign.appeared' });
    viewport.send({ type: 'list.scrolled', top: -300, distance: 300 });
    viewport.send({ type: 'foreign.appeared' });
    expect(selectHasNewBelow(viewport.getSnapshot())).toBe(true);
    viewport.send({ type: 'list.scrolled', top: 0, distance: 0 });
    expect(selectHasNewBelow(viewport.getSnapshot())).toBe(false);
    viewport.send({ type: 'list.scrolled', top: -400, distance: 400 });
    expect(selectHasNewBelow(viewport.getSnapshot())).toBe(false);
  });

  it('follows while the list grows, shrinks and sticks, and leaves only when its reader goes up by more than 50 px (S1 §4)', () => {
    const viewport = createActor(viewportMachine).start();
    const follows = () => selectIsFollowing(viewport.getSnapshot());
    viewport.send({ type: 'list.stuck', top: 1_000 });
    viewport.send({ type: 'list.scrolled', top: 1_000, distance: 640 });
    expect(follows()).toBe(true);
    viewport.send({ type: 'list.stuck', top: 1_640 });
    // A long message is withdrawn, so the browser moves the list up with its end. The next message comes before the event of that.
    viewport.send({ type: 'list.stuck', top: 1_400 });
    viewport.send({ type: 'list.scrolled', top: 1_400, distance: 64 });
    expect(follows()).toBe(true);
    viewport.send({ type: 'list.scrolled', top: 1_370, distance: 94 });
    expect(follows()).toBe(true);
    viewport.send({ type: 'list.scrolled', top: 1_349, distance: 115 });
    expect(follows()).toBe(false);
    // It follows again from where its reader has come to within 50 px.
    viewport.send({ type: 'list.scrolled', top: 1_420, distance: 44 });
    expect(follows()).toBe(true);
    viewport.send({ type: 'list.scrolled', top: 1_380, distance: 84 });
    expect(follows()).toBe(true);
    viewport.send({ type: 'list.scrolled', top: 1_369, distance: 95 });
    expect(follows()).toBe(false);
  });
});
