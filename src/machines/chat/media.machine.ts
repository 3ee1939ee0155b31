import { type ActorRef, type ActorRefFrom, forwardTo, type Snapshot, type SnapshotFrom, sendTo, setup } from 'xstate';
import type { AudioEvent, audioMachine } from './audio.machine';
import { fetchTools, late } from './ports';
import type { ViewerEvent, viewerMachine } from './viewer.machine';
import type { waveformsMachine } from './waveforms.machine';

/** What the media charts tell the conversation they belong to. */
export type MediaFact =
  /** The code of all late charts is there. */
  { type: 'tools.arrived' };

export type MediaEvent = Extract<ViewerEvent, { type: 'viewer.open' }> | Extract<AudioEvent, { type: 'audio.pause' }>;

/** What shows and plays the media of a conversation: its code comes when the chat can be used already. */
export const mediaMachine = setup({
  types: {
    input: {} as { conversation: ActorRef<Snapshot<unknown>, MediaFact> },
    context: {} as { conversation: ActorRef<Snapshot<unknown>, MediaFact> },
    events: {} as MediaEvent,
    children: {} as { audio: 'audio'; viewer: 'viewer'; waveforms: 'waveforms'; fetchTools: 'fetchTools' },
    tags: {} as 'there',
  },
  actors: {
    audio: late<typeof audioMachine>('audio'),
    fetchTools,
    viewer: late<typeof viewerMachine>('viewer'),
    waveforms: late<typeof waveformsMachine>('waveforms'),
  },
  delays: { retryDelay: 5_000 },
  actions: {
    forwardToAudio: forwardTo('audio'),
    forwardToViewer: forwardTo('viewer'),
    reportArrived: sendTo(({ context }) => context.conversation, { type: 'tools.arrived' }),
    logFailure: ({ event }) => console.error('The media of a conversation met an error', event),
  },
}).createMachine({
  id: 'media',
  context: ({ input }) => input,
  initial: 'fetching',
  states: {
    fetching: {
      description: 'Text can be read and written meanwhile.',
      invoke: {
        id: 'fetchTools',
        src: 'fetchTools',
        onDone: { target: 'there', actions: 'reportArrived' },
        onError: { target: 'waiting', actions: 'logFailure' },
      },
    },
    waiting: {
      after: { retryDelay: { target: 'fetching', description: 'Without connection the code does not arrive either.' } },
    },
    there: {
      tags: 'there',
      invoke: [
        { id: 'viewer', src: 'viewer', onError: { actions: 'logFailure' } },
        { id: 'audio', src: 'audio', onError: { actions: 'logFailure' } },
        { id: 'waveforms', src: 'waveforms', onError: { actions: 'logFailure' } },
      ],
      on: {
        'viewer.open': { actions: 'forwardToViewer', description: 'A tap on an image opens the viewer. S1 §4' },
        'audio.pause': { actions: 'forwardToAudio' },
      },
    },
  },
});
export type MediaRef = ActorRefFrom<typeof mediaMachine>;
export type MediaSnapshot = SnapshotFrom<typeof mediaMachine>;
