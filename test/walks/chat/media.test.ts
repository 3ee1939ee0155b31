import { expect } from 'vitest';
import type { ActorRef, Snapshot } from 'xstate';
import { type MediaFact, mediaMachine } from '../../../src/machines/chat/media.machine';
import { selectAudio, selectIsThere, selectViewer, selectWaveforms } from '../../../src/machines/chat/media.select';
import { testMutants } from '../../kit/mutants';
import { broken, done, elapsed, failed, promisePort, recorder, streamPort, testWalk, walkOf } from '../../kit/walk';
import { message } from '../../rules/samples';

const picture = message({ id: '8', mediaUrl: '/media/8.jpg', mediaType: 'IMAGE' });

const walk = walkOf({
  machine: mediaMachine.provide({ actions: { logFailure: () => {} } }),
  props: () => ({
    ports: { fetchTools: promisePort(), audio: streamPort(), viewer: streamPort(), waveforms: streamPort() },
    conversation: recorder<ActorRef<Snapshot<unknown>, MediaFact>>(),
  }),
  input: ({ conversation }) => ({ conversation: conversation.ref }),
  samples: {
    'the code arrives': done('fetchTools'),
    'the code does not arrive': failed('fetchTools'),
    'five seconds': elapsed('xstate.after.retryDelay.media.waiting', 5_000),
    'a picture opened': { type: 'viewer.open', message: picture },
    silenced: { type: 'audio.pause' },
    'audio broke': broken('audio'),
    'viewer broke': broken('viewer'),
    'waveforms broke': broken('waveforms'),
  },
  states: {
    fetching: {
      sees: ({ read, ports, conversation }) => {
        expect(read(selectIsThere)).toBe(false);
        expect(ports.fetchTools.running).toBe(true);
        expect(() => read(selectViewer)).toThrow('viewer is not there yet');
        expect(conversation.received).toEqual([]);
      },
      takes: { 'the code arrives': 'there', 'the code does not arrive': 'waiting' },
    },
    waiting: {
      sees: ({ read, ports, conversation }) => {
        expect(read(selectIsThere)).toBe(false);
        expect(ports.fetchTools.running).toBe(false);
        expect(conversation.received).toEqual([]);
      },
      takes: { 'five seconds': 'fetching' },
    },
    there: {
      sees: ({ read, ports, conversation }) => {
        expect(read(selectIsThere)).toBe(true);
        for (const part of ['audio', 'viewer', 'waveforms'] as const) expect(ports[part].calls).toHaveLength(1);
        expect([read(selectAudio).id, read(selectViewer).id, read(selectWaveforms).id]).toEqual([
          'audio',
          'viewer',
          'waveforms',
        ]);
        expect(conversation.received).toEqual([{ type: 'tools.arrived' }]);
      },
      takes: {
        'a picture opened': {
          to: 'there',
          sees: ({ ports }) => expect(ports.viewer.received.at(-1)).toEqual({ type: 'viewer.open', message: picture }),
        },
        silenced: {
          to: 'there',
          sees: ({ ports }) => expect(ports.audio.received.at(-1)).toEqual({ type: 'audio.pause' }),
        },
        'audio broke': 'there',
        'viewer broke': 'there',
        'waveforms broke': 'there',
      },
    },
  },
});
testWalk(walk);
testMutants(walk);
