import { type ActorRefFrom, assign, fromCallback, fromPromise, type SnapshotFrom, setup } from 'xstate';
import { type Recording, type Told, withTold } from './record';

export type LiveEvent =
  | { type: 'live.follow' }
  | { type: 'live.pause' }
  | { type: 'live.forget' }
  | { type: 'pages.told'; told: Told }
  | { type: 'recording.open'; file: File }
  /** Swaps the recording with the previous one. */
  | { type: 'recording.restore' }
  | { type: 'filter.type'; text: string }
  /** Chooses an actor, or none if it is the chosen one. */
  | { type: 'actor.choose'; key: string }
  /** Shows the states after the first `count` events of the recording; null shows the present ones. */
  | { type: 'time.choose'; count: number | null };

interface LiveContext {
  readonly recording: Recording;
  /** What was here before it was forgotten or a file was opened; empty for nothing. */
  readonly previous: Recording;
  readonly filter: string;
  /** The chosen actor's key; null for none. */
  readonly actor: string | null;
  readonly count: number | null;
}

const missing = (port: string) => () => {
  throw new Error(`${port} must be provided`);
};
const nothing: Recording = { actors: [], entries: [] };

/** Shows another recording at its end. An empty one does not become the previous one, so that forgetting twice loses nothing. */
const replacedBy = ({ recording, previous }: LiveContext, next: Recording) => ({
  recording: next,
  previous: recording.actors.length > 0 ? recording : previous,
  actor: null,
  count: null,
});

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
  context: { recording: nothing, previous: nothing, filter: '', actor: null, count: null },
  initial: 'off',
  on: {
    'filter.type': { actions: assign({ filter: ({ event }) => event.text }) },
    'actor.choose': {
      actions: assign({ actor: ({ context, event }) => (event.key === context.actor ? null : event.key) }),
    },
    'time.choose': { actions: assign({ count: ({ event }) => event.count }) },
    'live.forget': {
      actions: assign(({ context }) => replacedBy(context, nothing)),
      description: 'What was recorded becomes the previous recording, and can be brought back.',
    },
    'recording.restore': {
      target: '.off',
      actions: assign(({ context: { recording, previous } }) => ({
        recording: previous,
        previous: recording,
        actor: null,
        count: null,
      })),
      description: 'Following ends, so that nothing is added to what is brought back.',
    },
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
        'recording.open': {
          target: 'reading',
          description: 'Following ends, so that what the tabs do is not added to what is in the file.',
        },
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
          actions: assign(({ context, event }) => replacedBy(context, event.output)),
          description: 'What was recorded before becomes the previous recording.',
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
