import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import {
  type CompletionBarSnapshot,
  completionBarMachine,
  selectFlash,
} from '../../../src/machines/cases/completionBar.machine';
import { testMutants } from '../../kit/mutants';
import { done, elapsed, failed, promisePort, testWalk, walkOf } from '../../kit/walk';

const removed = { tone: 'info', text: 'Removed dog.jpg.' } as const;
interface Scene {
  read<T>(select: (snapshot: CompletionBarSnapshot) => T): T;
}
const flashing = (tone: string, text: string) => ({
  to: 'flashing',
  sees: ({ read }: Scene) => expect(read(selectFlash)).toEqual({ tone, text }),
});
const always = { copied: 'copying', 'something to say': flashing('info', 'Removed dog.jpg.') } as const;

const walk = walkOf({
  machine: completionBarMachine,
  props: () => ({ ports: { copyText: promisePort<void, { text: string }>() } }),
  samples: {
    copied: { type: 'report.copy', text: 'Case report' },
    'something to say': { type: 'flash.show', flash: removed },
    'it is on the clipboard': done('copyText'),
    'the clipboard refuses': failed('copyText'),
    'time to read': elapsed('xstate.after.flash.completionBar.flashing', 2_000),
  },
  states: {
    quiet: { sees: ({ read }) => expect(read(selectFlash)).toBe(null), takes: always },
    copying: {
      sees: ({ ports }) => {
        expect(ports.copyText.running).toBe(true);
        expect(ports.copyText.calls.at(-1)).toEqual({ text: 'Case report' });
      },
      takes: {
        ...always,
        'it is on the clipboard': flashing('success', 'Report copied to clipboard!'),
        'the clipboard refuses': flashing('danger', 'Failed to copy details.'),
      },
    },
    flashing: {
      sees: ({ read }) => expect(read(selectFlash)).not.toBe(null),
      takes: { ...always, 'time to read': 'quiet' },
    },
  },
});
testWalk(walk);
testMutants(walk);

describe('a flash (S2 §9)', () => {
  it('gives the last message its whole 2 s', () => {
    const clock = new SimulatedClock();
    const bar = createActor(completionBarMachine, { clock }).start();
    bar.send({ type: 'flash.show', flash: removed });
    clock.increment(1_900);
    bar.send({ type: 'flash.show', flash: { tone: 'info', text: 'Removed cat.jpg.' } });
    clock.increment(1_999);
    expect(selectFlash(bar.getSnapshot())?.text).toBe('Removed cat.jpg.');
    clock.increment(1);
    expect(selectFlash(bar.getSnapshot())).toBe(null);
  });
});
