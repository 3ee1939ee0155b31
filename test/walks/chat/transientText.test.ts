import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import {
  selectIsSilent,
  selectShownText,
  selectTimes,
  transientTextMachine,
} from '../../../src/machines/chat/transientText.machine';
import { testMutants } from '../../kit/mutants';
import { elapsed, testWalk, walkOf } from '../../kit/walk';

const walk = walkOf({
  machine: transientTextMachine,
  props: () => ({}),
  samples: {
    shown: { type: 'text.show', text: 'Upload failed' },
    'shown again': { type: 'text.show', text: 'Unsupported file type.', isSilent: true },
    'time is over': elapsed('xstate.after.errorBar.transientText.shown', 5_000),
  },
  states: {
    hidden: {
      sees: ({ read }) => expect(read(selectShownText)).toBe(null),
      takes: { shown: 'shown', 'shown again': 'shown' },
    },
    shown: {
      sees: ({ read, last }) => {
        expect(read(selectShownText)).toBe(last === 'shown' ? 'Upload failed' : 'Unsupported file type.');
        expect(read(selectIsSilent)).toBe(last === 'shown again');
      },
      takes: { shown: 'shown', 'shown again': 'shown', 'time is over': 'hidden' },
    },
  },
});
testWalk(walk);
testMutants(walk);

describe('the error bar', () => {
  it('shows the latest message for 5 s of its own (S1 §8)', () => {
    const clock = new SimulatedClock();
    const bar = createActor(transientTextMachine, { clock }).start();
    bar.send({ type: 'text.show', text: 'Upload failed' });
    clock.increment(4_000);
    bar.send({ type: 'text.show', text: 'Mic permission denied.' });
    clock.increment(4_999);
    expect(selectShownText(bar.getSnapshot())).toBe('Mic permission denied.');
    clock.increment(1);
    expect(selectShownText(bar.getSnapshot())).toBe(null);
  });

  it('counts the texts, so that the same one is read out again (DECISIONS 318)', () => {
    const bar = createActor(transientTextMachine).start();
    for (const times of [1, 2]) {
      bar.send({ type: 'text.show', text: 'Upload failed' });
      expect(selectTimes(bar.getSnapshot())).toBe(times);
    }
    bar.stop();
  });
});
