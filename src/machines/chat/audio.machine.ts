import { type ActorRefFrom, assertEvent, assign, not, type SnapshotFrom, sendTo } from 'xstate';
import { workflow } from '../supervision';
import { type SoundEvent, sound } from './ports.media';

/** A voice message, or a recording that the member listens to before sending it. */
interface Track {
  readonly id: string;
  readonly address: string;
}

type AudioEvent =
  | { type: 'audio.play'; track: Track }
  | { type: 'audio.pause' }
  | { type: 'audio.seek'; track: Track; seconds: number }
  | { type: 'rate.change' | 'failure.forget' }
  | SoundEvent;

interface AudioContext {
  track: Track | null;
  seconds: number;
  /** In seconds; null while it is not known. */
  duration: number | null;
  rate: number;
}

/** The playback rates, in the order in which the button goes through them. */
const RATES = [1, 1.5, 2];

/** The audio player of a chat: of all its voice messages, one plays at a time (S1 §2, §9). */
export const audioMachine = workflow({
  types: { context: {} as AudioContext, events: {} as AudioEvent, tags: {} as 'loading' | 'playing' | 'failed' },
  actors: { sound },
  guards: {
    isSame: ({ context, event }) => {
      assertEvent(event, ['audio.play', 'audio.seek']);
      return event.track.id === context.track?.id;
    },
  },
  actions: {
    keepTrack: assign(({ event }) => {
      assertEvent(event, ['audio.play', 'audio.seek']);
      return { track: event.track, seconds: event.type === 'audio.seek' ? event.seconds : 0, duration: null };
    }),
    pause: sendTo('sound', { type: 'sound.pause' }),
  },
}).createMachine({
  id: 'audio',
  context: { track: null, seconds: 0, duration: null, rate: 1 },
  initial: 'idle',
  on: {
    'audio.play': {
      guard: not('isSame'),
      target: '.open',
      actions: 'keepTrack',
      description: 'The recording that played before is stopped.',
    },
    'audio.seek': {
      guard: not('isSame'),
      target: '.open.paused',
      actions: 'keepTrack',
      description: 'The player moves to that position and starts from it when play is pressed.',
    },
  },
  states: {
    idle: {},
    open: {
      initial: 'loading',
      invoke: {
        id: 'sound',
        src: 'sound',
        input: ({ context: { track, seconds, rate }, event }) => ({
          address: track?.address ?? '',
          seconds,
          rate,
          plays: event.type === 'audio.play',
        }),
        onError: { target: 'failed' },
      },
      on: {
        'audio.seek': {
          guard: 'isSame',
          actions: [
            assign({ seconds: ({ event }) => event.seconds }),
            sendTo('sound', ({ event: { seconds } }) => ({ type: 'sound.seek' as const, seconds })),
          ],
        },
        'rate.change': {
          actions: [
            assign({ rate: ({ context }) => RATES[(RATES.indexOf(context.rate) + 1) % RATES.length] ?? 1 }),
            sendTo('sound', ({ context: { rate } }) => ({ type: 'sound.setRate' as const, rate })),
          ],
          description: '1×, 1.5×, 2×, and 1× again.',
        },
        'sound.loaded': { actions: assign({ duration: ({ event }) => event.duration }) },
        'sound.progressed': { actions: assign({ seconds: ({ event }) => event.seconds }) },
        'sound.failed': { target: 'failed' },
      },
      states: {
        loading: {
          tags: 'loading',
          description: 'It starts to play as soon as enough of it has arrived.',
          on: {
            'sound.started': { target: 'playing' },
            'sound.paused': {
              target: 'paused',
              description: 'The browser does not play sound before the member has pressed something.',
            },
            'audio.pause': { target: 'paused', actions: 'pause' },
          },
        },
        playing: {
          tags: 'playing',
          on: {
            'audio.pause': { target: 'paused', actions: 'pause' },
            'sound.paused': { target: 'paused', description: 'Paused by a key of the headset, or by a phone call.' },
            'sound.ended': {
              target: 'paused',
              actions: [assign({ seconds: 0 }), sendTo('sound', { type: 'sound.seek', seconds: 0 })],
              description: 'It can be heard again from the beginning.',
            },
          },
        },
        paused: {
          on: {
            'audio.play': { guard: 'isSame', target: 'loading', actions: sendTo('sound', { type: 'sound.play' }) },
            'sound.started': { target: 'playing' },
          },
        },
      },
    },
    failed: {
      tags: 'failed',
      description: 'It cannot be played; another press tries again.',
      on: {
        'audio.play': { target: 'open', actions: 'keepTrack' },
        'failure.forget': {
          target: 'idle',
          actions: assign({ track: null, seconds: 0, duration: null }),
          description: 'The network is back, so it may be playable now.',
        },
      },
    },
  },
});
export type AudioRef = ActorRefFrom<typeof audioMachine>;
export type AudioSnapshot = SnapshotFrom<typeof audioMachine>;
