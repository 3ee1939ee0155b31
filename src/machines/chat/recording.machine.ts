import {
  type ActorRef,
  type ActorRefFrom,
  assertEvent,
  assign,
  type Snapshot,
  type SnapshotFrom,
  sendTo,
} from 'xstate';
import type { ChatAddress } from '../../contract/topics';
import { type MicrophoneFailure, microphoneText } from '../../rules/mediaTexts';
import { workflow } from '../supervision';
import { type MicrophoneEvent, microphone, type Recording } from './ports.media';

/** The events that a recording sends to its composer. */
export type RecordingFact =
  | { type: 'recording.began' }
  /** The microphone is off, and the recording can be played. */
  | { type: 'recording.stopped' }
  | { type: 'recording.ended' }
  | { type: 'recording.ready'; recording: Recording }
  | { type: 'recording.failed'; reason: string };

export type RecordingEvent =
  | MicrophoneEvent
  | { type: 'record.start' }
  | { type: 'record.stop' }
  | { type: 'record.cancel' }
  | { type: 'record.send' }
  /** The queue has uploaded it, or keeps it until there is a network. */
  | { type: 'upload.settled' };

interface RecordingInput {
  composer: ActorRef<Snapshot<unknown>, RecordingFact>;
  chat: ChatAddress;
}

/** A voice message from the press of the button until the queue has it (S1 §4, "Recording"; S1 §5). */
export const recordingMachine = workflow({
  types: {
    input: {} as RecordingInput,
    context: {} as RecordingInput & { seconds: number; recording: Recording | null },
    events: {} as RecordingEvent,
  },
  actors: { microphone },
  actions: {
    keepRecording: assign({
      recording: ({ event }) => {
        assertEvent(event, 'microphone.finished');
        return event.recording;
      },
    }),
    forgetRecording: assign({ recording: null, seconds: 0 }),
    reportEnded: sendTo(({ context }) => context.composer, { type: 'recording.ended' }),
    reportFailed: sendTo(
      ({ context }) => context.composer,
      ({ context }, { failure }: { failure: MicrophoneFailure }): RecordingFact => ({
        type: 'recording.failed',
        reason: microphoneText(context.chat, failure),
      }),
    ),
  },
}).createMachine({
  id: 'recording',
  context: ({ input }) => ({ ...input, seconds: 0, recording: null }),
  initial: 'idle',
  states: {
    idle: { entry: 'reportEnded', on: { 'record.start': { target: 'capturing' } } },
    capturing: {
      description:
        'The microphone is in use exactly as long as this state is active: leaving it in any way releases it.',
      entry: ['forgetRecording', sendTo(({ context }) => context.composer, { type: 'recording.began' })],
      invoke: {
        id: 'microphone',
        src: 'microphone',
        onError: { target: 'idle', actions: { type: 'reportFailed', params: { failure: 'unavailable' } } },
      },
      initial: 'asking',
      on: {
        'microphone.failed': {
          target: 'idle',
          actions: { type: 'reportFailed', params: ({ event }) => ({ failure: event.failure }) },
          description: 'Not supported, denied or unavailable: each has a text of its own. S1 §8',
        },
        'record.cancel': { target: 'idle' },
      },
      states: {
        asking: {
          description: 'The browser asks the member for the microphone.',
          on: { 'microphone.granted': { target: 'recording' } },
        },
        recording: {
          description: 'Recording blocks sending and attaching. S1 §4',
          on: {
            'microphone.ticked': {
              actions: assign({ seconds: ({ event }) => event.seconds }),
            },
            'record.stop': { target: 'stopping' },
            'microphone.finished': {
              target: '#recording.reviewing',
              actions: 'keepRecording',
              description:
                'The browser has ended the recording, for example because the microphone was unplugged: what was recorded is kept.',
            },
          },
        },
        stopping: {
          entry: sendTo('microphone', { type: 'microphone.stop' }),
          on: {
            'microphone.finished': {
              target: '#recording.reviewing',
              actions: 'keepRecording',
            },
          },
        },
      },
    },
    reviewing: {
      description: 'The member can listen before it is sent.',
      entry: sendTo(({ context }) => context.composer, { type: 'recording.stopped' }),
      on: {
        'record.send': {
          target: 'uploading',
          actions: sendTo(
            ({ context }) => context.composer,
            ({ context: { recording } }): RecordingFact => {
              if (!recording) throw new Error('there is nothing to send');
              return { type: 'recording.ready', recording };
            },
          ),
        },
        'record.cancel': { target: 'idle', actions: 'forgetRecording' },
        'record.start': { target: 'capturing', description: 'Discards this recording and starts another one.' },
      },
    },
    uploading: {
      description: 'Uploading blocks sending. S1 §4',
      entry: 'reportEnded',
      exit: 'forgetRecording',
      on: { 'upload.settled': { target: 'sent' }, 'record.start': { target: 'capturing' } },
    },
    sent: {
      description: 'The recording is uploaded and its message is being sent, or both wait in the outbox for a network.',
      on: { 'record.start': { target: 'capturing' } },
    },
  },
});
export type RecordingRef = ActorRefFrom<typeof recordingMachine>;
export type RecordingSnapshot = SnapshotFrom<typeof recordingMachine>;
