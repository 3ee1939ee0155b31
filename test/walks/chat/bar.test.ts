import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { barMachine, selectBarText, selectIsSilent } from '../../../src/machines/chat/bar.machine';
import { testMutants } from '../../kit/mutants';
import { elapsed, testWalk, walkOf } from '../../kit/walk';

const walk = walkOf({
  machine: barMachine,
  props: () => ({}),
  samples: {
    shown: { type: 'bar.show', text: 'Upload failed' },
    'shown again': { type: 'bar.show', text: 'Unsupported file type.', isSilent: true },
    'time is over': elapsed('xstate.after.errorBar.bar.shown', 5_000),
  },
  states: {
    hidden: {
      sees: ({ read }) => expect(read(selectBarText)).toBe(null),
      takes: { shown: 'shown', 'shown again': 'shown' },
    },
    shown: {
      sees: ({ read, last }) => {
        expect(read(selectBarText)).toBe(last === 'shown' ? 'Upload failed' : 'Unsupported file type.');
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
    const bar = createActor(barMachine, { clock }).start();
    bar.send({ type: 'bar.show', text: 'Upload failed' });
    clock.increment(4_000);
    bar.send({ type: 'bar.show', text: 'Mic permission denied.' });
    clock.increment(4_999);
    expect(selectBarText(bar.getSnapshot())).toBe('Mic permission denied.');
    clock.increment(1);
    expect(selectBarText(bar.getSnapshot())).toBe(null);
  });
});
