import { type ActorRefFrom, assign, type SnapshotFrom } from 'xstate';
import { isNetworkFailure } from '../../contract/failure';
import type { Waveform } from '../../rules/media/sound';
import { workflow } from '../supervision';
import { decodeWaveform, type SoundSource } from './ports.media';

interface Wanted {
  readonly id: string;
  readonly source: SoundSource;
}

type WaveformsEvent = { type: 'waveform.request' } & Wanted;

interface WaveformsContext {
  /** By the id of the recording; null if neither it nor its duration could be read. */
  known: Readonly<Record<string, Waveform | null>>;
  /** The recordings to decode. The first one is being decoded. */
  queue: readonly Wanted[];
}

/** Takes the result of the first recording in the queue; null if it could not be decoded, undefined if it could not be fetched. */
function withFirst({ known, queue }: WaveformsContext, waveform: Waveform | null | undefined) {
  const [first, ...rest] = queue;
  if (!first) return {};
  return { known: waveform === undefined ? known : { ...known, [first.id]: waveform }, queue: rest };
}

/** The real waveforms of a chat's voice messages, decoded one after the other as they come into view (S1 §9 has them decorative). */
export const waveformsMachine = workflow({
  types: { context: {} as WaveformsContext, events: {} as WaveformsEvent },
  actors: { decodeWaveform },
  guards: {
    isNew: ({ context: { known, queue }, event }) => !(event.id in known) && !queue.some(({ id }) => id === event.id),
    hasMore: ({ context }) => context.queue.length > 1,
  },
  actions: {
    enqueue: assign({ queue: ({ context, event: { id, source } }) => [...context.queue, { id, source }] }),
    /** A recording that could not be fetched may still get its real waveform: it can be requested again when the network returns. */
    passOver: assign(({ context, event }) =>
      withFirst(context, isNetworkFailure((event as { error?: unknown }).error) ? undefined : null),
    ),
    logFailure: ({ event }) => console.warn('A recording could not be decoded', event),
  },
}).createMachine({
  id: 'waveforms',
  context: { known: {}, queue: [] },
  initial: 'idle',
  states: {
    idle: {
      on: {
        'waveform.request': {
          guard: 'isNew',
          target: 'decoding',
          actions: 'enqueue',
        },
      },
    },
    decoding: {
      on: {
        'waveform.request': {
          guard: 'isNew',
          actions: 'enqueue',
        },
      },
      invoke: {
        id: 'decodeWaveform',
        src: 'decodeWaveform',
        input: ({ context: { queue } }) => queue[0]?.source ?? '',
        onDone: [
          {
            guard: 'hasMore',
            target: 'decoding',
            reenter: true,
            actions: assign(({ context, event }) => withFirst(context, event.output)),
          },
          { target: 'idle', actions: assign(({ context, event }) => withFirst(context, event.output)) },
        ],
        onError: [
          {
            guard: 'hasMore',
            target: 'decoding',
            reenter: true,
            actions: ['logFailure', 'passOver'],
          },
          {
            target: 'idle',
            actions: ['logFailure', 'passOver'],
            description: 'Its bars stay decorative.',
          },
        ],
      },
    },
  },
});
export type WaveformsRef = ActorRefFrom<typeof waveformsMachine>;
export type WaveformsSnapshot = SnapshotFrom<typeof waveformsMachine>;

/** The waveform of a recording; null if neither it nor its duration could be read, undefined if that is not known yet. */
export const selectWaveform = (id: string) => (snapshot: WaveformsSnapshot) => snapshot.context.known[id];
