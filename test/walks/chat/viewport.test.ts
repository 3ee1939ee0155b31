import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { viewportMachine } from '../../../src/machines/chat/viewport.machine';
import { selectHasNewBelow, selectHighlighted, selectIsFollowing } from '../../../src/machines/chat/viewport.select';
import { testMutants } from '../../kit/mutants';
import { elapsed, testWalk, walkOf } from '../../kit/walk';

const walk = walkOf({
  machine: viewportMachine,
  props: () => ({}),
  samples: {
    'scrolled to 50 px': { type: 'list.scrolled', distance: 50 },
    'scrolled to 51 px': { type: 'list.scrolled', distance: 51 },
    'New Messages pressed': { type: 'newest.show' },
    'a message of another': { type: 'foreign.appeared' },
    'original found': { type: 'original.found', messageId: '7' },
    'another original found': { type: 'original.found', messageId: '8' },
    'highlight is over': elapsed('xstate.after.replyHighlight.viewport.highlight.lit', 1_500),
  },
  states: {
    'position.following': {
      sees: ({ read }) => expect([read(selectIsFollowing), read(selectHasNewBelow)]).toEqual([true, false]),
      takes: {
        'scrolled to 50 px': 'position.following',
        'scrolled to 51 px': 'position.away.quiet',
        'New Messages pressed': 'position.following',
        'original found': 'position.away.quiet',
        'another original found': 'position.away.quiet',
      },
    },
    'position.away': {
      sees: ({ read }) => expect(read(selectIsFollowing)).toBe(false),
      takes: { 'scrolled to 50 px': 'position.following', 'New Messages pressed': 'position.following' },
    },
    'position.away.quiet': {
      sees: ({ read }) => expect(read(selectHasNewBelow)).toBe(false),
      takes: { 'a message of another': 'position.away.newBelow' },
    },
    'position.away.newBelow': { sees: ({ read }) => expect(read(selectHasNewBelow)).toBe(true) },
    'highlight.none': {
      sees: ({ read }) => expect(read(selectHighlighted)).toBe(null),
      takes: { 'original found': 'highlight.lit', 'another original found': 'highlight.lit' },
    },
    'highlight.lit': {
      takes: {
        'original found': { to: 'highlight.lit', sees: ({ read }) => expect(read(selectHighlighted)).toBe('7') },
        'another original found': {
          to: 'highlight.lit',
          sees: ({ read }) => expect(read(selectHighlighted)).toBe('8'),
        },
        'highlight is over': 'highlight.none',
      },
      sees: ({ read }) => expect(['7', '8']).toContain(read(selectHighlighted)),
    },
  },
});
testWalk(walk);
testMutants(walk);

describe('the view of a message list', () => {
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
    viewport.send({ type: 'list.scrolled', distance: 400 });
    viewport.send({ type: 'foreign.appeared' });
    viewport.send({ type: 'list.scrolled', distance: 300 });
    viewport.send({ type: 'foreign.appeared' });
    expect(selectHasNewBelow(viewport.getSnapshot())).toBe(true);
    viewport.send({ type: 'list.scrolled', distance: 0 });
    expect(selectHasNewBelow(viewport.getSnapshot())).toBe(false);
    viewport.send({ type: 'list.scrolled', distance: 400 });
    expect(selectHasNewBelow(viewport.getSnapshot())).toBe(false);
  });
});
