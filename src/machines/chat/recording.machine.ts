import {
  type ActorRef,
  type ActorRefFrom,
  assertEvent,
  assign,
  enqueueActions,
  not,
  type Snapshot,
  type SnapshotFrom,
  sendTo,
} from 'xstate';
import type { ChatAddress } from '../../contract/topics';
import { type MicrophoneFailure, microphoneText } from '../../rules/media/mediaTexts';
import { keepOnRestart, workflow } from '../supervision';
import { type MicrophoneEvent, microphone, type Recording } from './ports.media';

/** The events that a recording sends to its composer. */
export type RecordingFact =
  | { type: 'recording.began' }
  /** What the device must keep: what is recorded so far, or the finished recording. Null if it is sent or discarded. */
  | { type: 'recording.changed'; recording: Recording | null }
  /** The microphone is off, and the recording can be played. */
  | { type: 'recording.stopped' }
  /** The microphone is off, and the recording is to be sent without being heard. */
  | { type: 'recording.completed' }
  | { type: 'recording.ended' }
  | { type: 'recording.ready'; recording: Recording }
  | { type: 'recording.failed'; reason: string }
  /** A kept recording that cannot be offered, because there is another one already: it is attached like a file. */
  | { type: 'files.restored'; files: readonly File[] };

type RecordingEvent =
  | MicrophoneEvent
  | { type: 'record.start' }
  /** Ends the recording and sends it. */
  | { type: 'record.stop' }
  /** Ends the recording, so that it can be heard first. */
  | { type: 'record.review' }
  | { type: 'record.cancel' }
  /** Brings a discarded recording back. */
  | { type: 'record.undo' }
  | { type: 'record.send' }
  /** A stored recording that was not sent. */
  | { type: 'recording.restored'; recording: Recording }
  /** Another tab that offers it, too, has sent or discarded it. */
  | { type: 'recording.gone' }
  /** The queue has uploaded it, or keeps it until there is a network. */
  | { type: 'upload.ended' }
  | { type: 'supervision.restarted' };

interface RecordingInput {
  composer: ActorRef<Snapshot<unknown>, RecordingFact>;
  chat: ChatAddress;
}

const UNFINISHED =
  'Some browsers never say that they have finished. What was recorded until then is offered. DECISIONS 197';

/** A voice message from the press of the button until the queue has it (S1 §4, "Recording"; S1 §5). */
export const recordingMachine = workflow({
  types: {
    input: {} as RecordingInput,
    /**
     * `recording`: what is recorded so far, or the finished recording. `aside`: the finished one that was discarded last, or that
     * the member records again.
     */
    context: {} as RecordingInput & { seconds: number; recording: Recording | null; aside: Recording | null },
    events: {} as RecordingEvent,
  },
  actors: { microphone },
  delays: {
    undoTime: 10_000,
    /** How long a browser may take to finish a recording, in milliseconds. */
    finishing: 5_000,
  },
  guards: {
    hasRecording: ({ context }) => context.recording !== null,
    hasAside: ({ context }) => context.aside !== null,
  },
  actions: {
    keepRecording: enqueueActions(({ context: { composer }, enqueue, event }) => {
      assertEvent(event, ['microphone.progressed', 'microphone.finished', 'recording.restored']);
      const { recording } = event;
      enqueue.assign({ recording });
      enqueue.sendTo(composer, { type: 'recording.changed', recording });
    }),
    forgetRecording: enqueueActions(({ context: { composer }, enqueue }) => {
      enqueue.assign({ recording: null, seconds: 0 });
      enqueue.sendTo(composer, { type: 'recording.changed', recording: null });
    }),
    putAside: assign({ aside: ({ context }) => context.recording }),
    bringBack: enqueueActions(({ context: { aside, composer }, enqueue }) => {
      enqueue.assign({ recording: aside });
      enqueue.sendTo(composer, { type: 'recording.changed', recording: aside });
    }),
    attachRecording: sendTo(
      ({ context }) => context.composer,
      ({ event }): RecordingFact => {
        assertEvent(event, 'recording.restored');
        return { type: 'files.restored', files: [event.recording.file] };
      },
    ),
    stopMicrophone: sendTo('microphone', { type: 'microphone.stop' }),
    discardRest: sendTo('microphone', { type: 'microphone.discard' }),
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
  context: ({ input }) => ({ ...input, seconds: 0, recording: null, aside: null }),
  initial: 'idle',
  on: {
    'recording.restored': [
      {
        guard: ({ context, event }) => context.recording?.file === event.recording.file,
        description: 'It is here already.',
      },
      {
        guard: 'hasRecording',
        actions: 'attachRecording',
        description: 'Another recording is here already, so this one is attached like a file.',
      },
      {
        target: '.reviewing',
        actions: 'keepRecording',
        description: 'A recording that was not sent before is offered again. DECISIONS 197',
      },
    ],
    'supervision.restarted': {
      guard: 'hasRecording',
      target: '.reviewing',
      description: 'The recording is still there.',
    },
  },
  states: {
    idle: { entry: 'reportEnded', on: { 'record.start': { target: 'capturing' } } },
    capturing: {
      description:
        'The microphone is in use exactly as long as this state is active: leaving it in any way releases it. Only if the chat is left does the device keep what was recorded until then. DECISIONS 197',
      entry: ['putAside', 'forgetRecording', sendTo(({ context }) => context.composer, { type: 'recording.began' })],
      // Not run if the whole chart is stopped.
      exit: 'discardRest',
      invoke: {
        id: 'microphone',
        src: 'microphone',
        input: ({ context: { chat } }) => ({ chat }),
        onError: { target: 'ended', actions: { type: 'reportFailed', params: { failure: 'unavailable' } } },
      },
      initial: 'asking',
      on: {
        'microphone.failed': {
          target: 'ended',
          actions: { type: 'reportFailed', params: ({ event }) => ({ failure: event.failure }) },
          description: 'Not supported, denied, unavailable, or nothing was recorded: each has a text of its own. S1 §8',
        },
        'record.cancel': { target: '.dropping' },
        'recording.restored': {
          guard: not('hasRecording'),
          actions: 'attachRecording',
          description: 'Another one is being recorded, so this one is attached like a file.',
        },
      },
      states: {
        asking: {
          description: 'The browser asks the member for the microphone.',
          on: {
            'microphone.granted': { target: 'recording' },
            'record.review': { target: '#recording.ended', description: 'There is nothing to keep yet.' },
            'record.cancel': { target: '#recording.ended' },
          },
        },
        recording: {
          description: 'Recording blocks sending and attaching. S1 §4',
          on: {
            'microphone.ticked': {
              actions: assign({ seconds: ({ event }) => event.seconds }),
            },
            'microphone.progressed': {
              actions: 'keepRecording',
              description: 'What is recorded so far is kept, so that a killed page does not lose it. DECISIONS 197',
            },
            'record.stop': { target: 'completing' },
            'record.review': { target: 'stopping' },
            'microphone.finished': {
              target: '#recording.reviewing',
              actions: 'keepRecording',
              description:
                'The browser has ended the recording, for example because the microphone was unplugged: what was recorded is kept.',
            },
          },
        },
        stopping: {
          description: "'Listen first' was pressed. DECISIONS C1",
          entry: 'stopMicrophone',
          after: { finishing: { target: '#recording.ended', description: UNFINISHED } },
          on: { 'microphone.finished': { target: '#recording.reviewing', actions: 'keepRecording' } },
        },
        completing: {
          description: "'Stop Recording' was pressed: it is uploaded and sent without being heard. S1 §4",
          entry: 'stopMicrophone',
          after: { finishing: { target: '#recording.ended', description: UNFINISHED } },
          on: { 'microphone.finished': { target: '#recording.reviewing.leaving', actions: 'keepRecording' } },
        },
        dropping: {
          description: 'Cancelled. The recording is finished all the same, so that it can be brought back as a whole.',
          entry: 'stopMicrophone',
          after: { finishing: { target: '#recording.ended', description: UNFINISHED } },
          on: {
            'microphone.finished': [
              { guard: 'hasAside', target: '#recording.reviewing', actions: 'bringBack' },
              { target: '#recording.discarded', actions: 'keepRecording' },
            ],
            'microphone.failed': { target: '#recording.ended', description: 'It was too short to hold any sound.' },
          },
        },
      },
    },
    ended: {
      description: 'The microphone has brought no whole recording.',
      always: [
        {
          guard: 'hasRecording',
          target: 'reviewing',
          description: 'It failed while it was recording: what was recorded until then is kept. DECISIONS 197',
        },
        {
          guard: 'hasAside',
          target: 'reviewing',
          actions: 'bringBack',
          description: 'It was to replace an earlier recording, which is offered again. DECISIONS 317',
        },
        { target: 'idle' },
      ],
    },
    discarded: {
      description: 'The device has deleted it, but for 10 s it can be brought back. DECISIONS 317',
      entry: ['putAside', 'forgetRecording', 'reportEnded'],
      after: { undoTime: { target: 'idle' } },
      on: { 'record.undo': { target: 'reviewing', actions: 'bringBack' }, 'record.start': { target: 'capturing' } },
    },
    reviewing: {
      description: 'The recording is finished, and is not sent yet.',
      initial: 'listening',
      states: {
        listening: {
          description: 'The member can listen before it is sent.',
          entry: sendTo(({ context }) => context.composer, { type: 'recording.stopped' }),
        },
        leaving: {
          description: 'The composer sends it at once, or after an upload that is under way.',
          entry: sendTo(({ context }) => context.composer, { type: 'recording.completed' }),
        },
      },
      on: {
        'record.send': {
          target: 'uploading',
          actions: [
            sendTo(
              ({ context }) => context.composer,
              ({ context: { recording } }): RecordingFact => {
                if (!recording) throw new Error('there is nothing to send');
                return { type: 'recording.ready', recording };
              },
            ),
            'forgetRecording',
          ],
        },
        'record.cancel': { target: 'discarded' },
        'recording.gone': {
          target: 'idle',
          actions: 'forgetRecording',
          description: 'Another tab that offers it, too, has sent or discarded it. DECISIONS 265',
        },
        'record.start': {
          target: 'capturing',
          description:
            'Another recording is to replace this one. Until it is finished, cancelling it brings this one back.',
        },
      },
    },
    uploading: {
      description: 'Uploading blocks sending. S1 §4',
      entry: 'reportEnded',
      on: { 'upload.ended': { target: 'sent' }, 'record.start': { target: 'capturing' } },
    },
    sent: {
      description: 'The recording is uploaded and its message is being sent, or both wait in the queue for a network.',
      on: { 'record.start': { target: 'capturing' } },
    },
  },
});
keepOnRestart(recordingMachine, 'recording');

export type RecordingRef = ActorRefFrom<typeof recordingMachine>;
export type RecordingSnapshot = SnapshotFrom<typeof recordingMachine>;
