import { expect } from 'vitest';
import {
  selectHasFailed,
  selectIsCopied,
  type TextCopyingSnapshot,
  textCopyingMachine,
} from '../../src/machines/textCopying.machine';
import { testMutants } from '../kit/mutants';
import { done, elapsed, failed, promisePort, testWalk, walkOf } from '../kit/walk';

const props = () => ({ ports: { copyText: promisePort<void, { text: string }>() } });
type Setup = ReturnType<typeof props> & { read<T>(select: (snapshot: TextCopyingSnapshot) => T): T };
const says =
  (isCopied: boolean, hasFailed: boolean) =>
  ({ read }: Setup) =>
    expect([read(selectIsCopied), read(selectHasFailed)]).toEqual([isCopied, hasFailed]);
const copying = (text: string) => ({
  to: 'writing',
  sees: ({ ports }: Setup) => expect(ports.copyText.calls.at(-1)).toEqual({ text }),
});

const walk = walkOf({
  machine: textCopyingMachine,
  props,
  samples: {
    'a number is copied': { type: 'text.copy', text: '98765' },
    'a word is copied': { type: 'text.copy', text: 'word' },
    copied: done('copyText'),
    'the browser refuses': failed('copyText'),
    // S2 §9: 2 s.
    'the confirmation is over': elapsed('xstate.after.flash.textCopying.copied', 2_000),
    'the refusal is over': elapsed('xstate.after.flash.textCopying.failed', 2_000),
  },
  states: {
    idle: {
      sees: says(false, false),
      takes: { 'a number is copied': copying('98765'), 'a word is copied': copying('word') },
    },
    writing: {
      sees: (setup) => {
        says(false, false)(setup);
        expect(setup.ports.copyText.running).toBe(true);
      },
      takes: {
        'a number is copied': copying('98765'),
        'a word is copied': copying('word'),
        copied: 'copied',
        'the browser refuses': 'failed',
      },
    },
    copied: {
      sees: says(true, false),
      takes: {
        'a number is copied': copying('98765'),
        'a word is copied': copying('word'),
        'the confirmation is over': 'idle',
      },
    },
    failed: {
      sees: says(false, true),
      takes: {
        'a number is copied': copying('98765'),
        'a word is copied': copying('word'),
        'the refusal is over': 'idle',
      },
    },
  },
});
testWalk(walk);
testMutants(walk);
