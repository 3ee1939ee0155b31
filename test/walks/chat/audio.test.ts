import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { type AudioSnapshot, audioMachine } from '../../../src/machines/chat/audio.machine';
import { selectDuration, selectPlaying, selectRate, selectSeconds } from '../../../src/machines/chat/audio.select';
import type { SoundInput } from '../../../src/machines/chat/ports.media';
import { testMutants } from '../../kit/mutants';
import { broken, said, streamPort, testWalk, walkOf } from '../../kit/walk';

const first = { id: '1', address: '/media/1' };
const second = { id: '2', address: '/media/2' };
const trackOf = ({ context }: AudioSnapshot) => context.track?.id;
const props = () => ({ ports: { sound: streamPort<never, SoundInput>() } });
type Props = ReturnType<typeof props>;
const ordered = ({ ports }: Props) => ports.sound.received.at(-1);
const opened = ({ ports }: Props) => ports.sound.calls.at(-1);

/** Another recording is opened and starts to play. */
const opens = (track: typeof first) => ({
  to: 'open.loading',
  sees: (setup: Props) => expect(opened(setup)).toMatchObject({ address: track.address, seconds: 0, plays: true }),
});
/** Another recording is opened at a position, paused. */
const places = (track: typeof first, seconds: number) => ({
  to: 'open.paused',
  sees: (setup: Props) => expect(opened(setup)).toMatchObject({ address: track.address, seconds, plays: false }),
});
const seeks = (snapshot: AudioSnapshot) =>
  trackOf(snapshot) === '1'
    ? {
        to: 'open',
        sees: (setup: Props & { actor: { getSnapshot(): AudioSnapshot } }) => {
          expect(ordered(setup)).toEqual({ type: 'sound.seek', seconds: 7 });
          expect(selectSeconds('1')(setup.actor.getSnapshot())).toBe(7);
        },
      }
    : places(first, 7);

const walk = walkOf({
  machine: audioMachine,
  props,
  input: () => undefined,
  key: ({ context }) => [context.track?.id, context.rate],
  samples: {
    'first played': { type: 'audio.play', track: first },
    'second played': { type: 'audio.play', track: second },
    paused: { type: 'audio.pause' },
    'sought in the first': { type: 'audio.seek', track: first, seconds: 7 },
    'rate pressed': { type: 'rate.change' },
    loaded: said('sound', { type: 'sound.loaded', duration: 12 }),
    heard: said('sound', { type: 'sound.started' }),
    'paused by the headset': said('sound', { type: 'sound.paused' }),
    'at 3 s': said('sound', { type: 'sound.progressed', seconds: 3 }),
    'at its end': said('sound', { type: 'sound.ended' }),
    'cannot be played': said('sound', { type: 'sound.failed' }),
    'sound broke': broken('sound'),
    'the network is back': { type: 'failure.forget' },
  },
  ways: [{ way: ['first played', 'heard', 'at 3 s', 'at its end'] }],
  states: {
    idle: {
      sees: ({ read, ports, last }) => {
        expect([read(selectPlaying('1')), ports.sound.running]).toEqual(['resting', false]);
        if (last === null) expect(read(selectRate)).toBe(1);
      },
      takes: { 'first played': opens(first), 'second played': opens(second), 'sought in the first': places(first, 7) },
    },
    open: {
      sees: ({ read, ports, actor }) => {
        expect(ports.sound.running).toBe(true);
        const other = trackOf(actor.getSnapshot()) === '1' ? '2' : '1';
        // Only one plays at a time.
        expect([read(selectPlaying(other)), read(selectSeconds(other)), read(selectDuration(other))]).toEqual([
          'resting',
          0,
          null,
        ]);
      },
      takes: {
        'first played': (snapshot) => (trackOf(snapshot) === '1' ? null : opens(first)),
        'second played': (snapshot) => (trackOf(snapshot) === '2' ? null : opens(second)),
        'sought in the first': seeks,
        'rate pressed': ({ context: { rate } }) => ({
          to: 'open',
          sees: (setup) => {
            const next = { 1: 1.5, 1.5: 2, 2: 1 }[rate];
            expect(setup.read(selectRate)).toBe(next);
            expect(ordered(setup)).toEqual({ type: 'sound.setRate', rate: next });
          },
        }),
        loaded: (snapshot) => ({
          to: 'open',
          sees: ({ read }) => expect(read(selectDuration(trackOf(snapshot) ?? ''))).toBe(12),
        }),
        'at 3 s': (snapshot) => ({
          to: 'open',
          sees: ({ read }) => expect(read(selectSeconds(trackOf(snapshot) ?? ''))).toBe(3),
        }),
        'cannot be played': 'failed',
        'sound broke': 'failed',
      },
    },
    'open.loading': {
      sees: ({ read, actor }) => expect(read(selectPlaying(trackOf(actor.getSnapshot()) ?? ''))).toBe('loading'),
      takes: {
        heard: 'open.playing',
        paused: { to: 'open.paused', sees: (setup) => expect(ordered(setup)).toEqual({ type: 'sound.pause' }) },
        'paused by the headset': 'open.paused',
      },
    },
    'open.playing': {
      sees: ({ read, actor }) => expect(read(selectPlaying(trackOf(actor.getSnapshot()) ?? ''))).toBe('playing'),
      takes: {
        paused: { to: 'open.paused', sees: (setup) => expect(ordered(setup)).toEqual({ type: 'sound.pause' }) },
        'paused by the headset': 'open.paused',
        'at its end': {
          to: 'open.paused',
          sees: (setup) => {
            expect(ordered(setup)).toEqual({ type: 'sound.seek', seconds: 0 });
            expect(setup.read(selectSeconds(trackOf(setup.actor.getSnapshot()) ?? ''))).toBe(0);
          },
        },
      },
    },
    'open.paused': {
      sees: ({ read, actor }) => expect(read(selectPlaying(trackOf(actor.getSnapshot()) ?? ''))).toBe('paused'),
      takes: {
        'first played': (snapshot) =>
          trackOf(snapshot) === '1'
            ? { to: 'open.loading', sees: (setup) => expect(ordered(setup)).toEqual({ type: 'sound.play' }) }
            : opens(first),
        'second played': (snapshot) =>
          trackOf(snapshot) === '2'
            ? { to: 'open.loading', sees: (setup) => expect(ordered(setup)).toEqual({ type: 'sound.play' }) }
            : opens(second),
        heard: 'open.playing',
      },
    },
    failed: {
      sees: ({ read, actor, ports }) => {
        expect(read(selectPlaying(trackOf(actor.getSnapshot()) ?? ''))).toBe('failed');
        expect(ports.sound.running).toBe(false);
      },
      takes: {
        'first played': opens(first),
        'second played': opens(second),
        'sought in the first': (snapshot) => (trackOf(snapshot) === '1' ? null : places(first, 7)),
        'the network is back': {
          to: 'idle',
          sees: ({ read }) => expect([read(selectPlaying('1')), read(selectSeconds('1'))]).toEqual(['resting', 0]),
        },
      },
    },
  },
});
testWalk(walk);
testMutants(walk);

describe('the audio player', () => {
  it('plays the next voice message as fast as the last one', () => {
    const { ports } = props();
    const player = createActor(audioMachine.provide({ actors: { sound: ports.sound.logic as never } })).start();
    player.send({ type: 'audio.play', track: first });
    player.send({ type: 'rate.change' });
    player.send({ type: 'audio.play', track: second });
    expect(ports.sound.calls.at(-1)).toEqual({ address: '/media/2', seconds: 0, rate: 1.5, plays: true });
  });

  it('falls silent when the chat is left', () => {
    const { ports } = props();
    const player = createActor(audioMachine.provide({ actors: { sound: ports.sound.logic as never } })).start();
    player.send({ type: 'audio.play', track: first });
    expect(ports.sound.running).toBe(true);
    player.stop();
    expect(ports.sound.running).toBe(false);
  });
});
