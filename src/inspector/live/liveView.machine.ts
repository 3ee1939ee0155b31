import { type ActorRefFrom, assign, fromCallback, fromPromise, type SnapshotFrom, setup } from 'xstate';
import { type Recording, type Told, withTold } from './record';

export type LiveEvent =
  | { type: 'live.follow' }
  | { type: 'live.pause' }
  | { type: 'live.forget' }
  | { type: 'pages.told'; told: Told }
  | { type: 'recording.open'; file: File }
  | { type: 'filter.type'; text: string }
  | { type: 'actor.choose'; key: string }
  /** Shows the states after the first `count` events of the recording; null shows the present ones. */
  | { type: 'time.choose'; count: number | null };

interface LiveContext {
  readonly recording: Recording;
  readonly filter: string;
  /** The chosen actor's key; null for none. */
  readonly actor: string | null;
  readonly count: number | null;
}

const missing = (port: string) => () => {
  throw new Error(`${port} must be provided`);
};
const nothing: Recording = { actors: [], entries: [] };

/** Follows the actors of the app's open tabs if the reviewer asks for it. A recording can be replayed, saved and loaded. */
export const liveViewMachine = setup({
  types: { context: {} as LiveContext, events: {} as LiveEvent },
  actors: {
    /** Sends `pages.told`. */
    pages: fromCallback(missing('pages')),
    readRecording: fromPromise<Recording, { readonly file: File }>(async () => missing('readRecording')()),
  },
}).createMachine({
  id: 'liveView',
  context: { recording: nothing, filter: '', actor: null, count: null },
  initial: 'off',
  on: {
    'filter.type': { actions: assign({ filter: ({ event }) => event.text }) },
    'actor.choose': { actions: assign({ actor: ({ event }) => event.key }) },
    'time.choose': { actions: assign({ count: ({ event }) => event.count }) },
    'live.forget': { actions: assign({ recording: nothing, actor: null, count: null }) },
  },
  states: {
    off: {
      description: 'Nothing is asked, so the app records nothing for anybody.',
      on: { 'live.follow': { target: 'following' }, 'recording.open': { target: 'reading' } },
    },
    following: {
      description: 'All open tabs of the app in this browser report what their actors do.',
      entry: assign({ count: null }),
      invoke: { id: 'pages', src: 'pages', onError: { target: 'unavailable' } },
      on: {
        'pages.told': {
          actions: assign({ recording: ({ context, event }) => withTold(context.recording, event.told) }),
        },
        'live.pause': { target: 'off', description: 'The recording so far stays.' },
      },
    },
    reading: {
      description: 'A saved recording is read.',
      invoke: {
        id: 'readRecording',
        src: 'readRecording',
        input: ({ event }) => {
          if (event.type !== 'recording.open') throw new Error('There is no file');
          return { file: event.file };
        },
        onDone: {
          target: 'off',
          actions: assign({ recording: ({ event }) => event.output, actor: null, count: null }),
        },
        onError: { target: 'unreadable' },
      },
    },
    unreadable: {
      description: 'The file is not a saved recording.',
      on: { 'live.follow': { target: 'following' }, 'recording.open': { target: 'reading' } },
    },
    unavailable: {
      description: 'This browser does not let tabs talk to each other.',
      on: { 'live.follow': { target: 'following' }, 'recording.open': { target: 'reading' } },
    },
  },
});
export type LiveRef = ActorRefFrom<typeof liveViewMachine>;
export type LiveSnapshot = SnapshotFrom<typeof liveViewMachine>;
