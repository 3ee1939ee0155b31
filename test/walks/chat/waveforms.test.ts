import { expect } from 'vitest';
import { CallFailure } from '../../../src/contract/failure';
import { selectWaveform, type WaveformsSnapshot, waveformsMachine } from '../../../src/machines/chat/waveforms.machine';
import type { Waveform } from '../../../src/rules/media/sound';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, testWalk, walkOf } from '../../kit/walk';
import { file } from './samples';

const waveform: Waveform = { peaks: [0.5, 1], duration: 3 };
const recording = file('voice-message.webm', 'audio/webm');
const isWanted = ({ context }: WaveformsSnapshot, id: string) =>
  !(id in context.known) && !context.queue.some((wanted) => wanted.id === id);
const firstOf = ({ context }: WaveformsSnapshot) => context.queue[0]?.id ?? '';
const next = (as: Waveform | null | undefined) => (snapshot: WaveformsSnapshot) => ({
  to: snapshot.context.queue.length > 1 ? 'decoding' : 'idle',
  sees: ({ read }: { read: <T>(select: (snapshot: WaveformsSnapshot) => T) => T }) =>
    expect(read(selectWaveform(firstOf(snapshot)))).toBe(as),
});

const walk = walkOf({
  machine: waveformsMachine.provide({ actions: { logFailure: () => {} } }),
  props: () => ({ ports: { decodeWaveform: promisePort<Waveform, string | Blob>() } }),
  input: () => undefined,
  key: ({ context }) => [Object.keys(context.known), context.queue.slice(0, 3).map(({ id }) => id)],
  samples: {
    'one in view': { type: 'waveform.request', id: '1', source: '/media/1' },
    'an own one in view': { type: 'waveform.request', id: '2', source: recording },
    decoded: done('decodeWaveform', waveform),
    'not to be decoded': failed('decodeWaveform'),
    'not to be fetched': failed('decodeWaveform', new CallFailure('network', 0)),
  },
  logs: ['not to be decoded', 'not to be fetched'],
  states: {
    idle: {
      sees: ({ ports, read }) => {
        expect(ports.decodeWaveform.running).toBe(false);
        expect(read(selectWaveform('3'))).toBeUndefined();
      },
      takes: {
        'one in view': (snapshot) => (isWanted(snapshot, '1') ? 'decoding' : null),
        'an own one in view': (snapshot) => (isWanted(snapshot, '2') ? 'decoding' : null),
      },
    },
    decoding: {
      sees: ({ ports, actor, read }) => {
        const id = firstOf(actor.getSnapshot());
        // One after the other.
        expect(ports.decodeWaveform.running).toBe(true);
        expect(ports.decodeWaveform.calls.at(-1)).toBe(id === '1' ? '/media/1' : recording);
        expect(read(selectWaveform(id))).toBeUndefined();
      },
      takes: {
        'one in view': (snapshot) => (isWanted(snapshot, '1') ? 'decoding' : null),
        'an own one in view': (snapshot) => (isWanted(snapshot, '2') ? 'decoding' : null),
        decoded: next(waveform),
        'not to be decoded': next(null),
        // It is requested again when the network returns.
        'not to be fetched': next(undefined),
      },
    },
  },
});
testWalk(walk);
testMutants(walk);
