import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import { CallFailure } from '../../contract/failure';
import type { Incident } from '../../contract/incidents';
import { type OutgoingReport, offersFor, type ReportOutcome } from '../../rules/reports';
import { network } from '../ports';
import type { World } from '../world';
import { fetchLive, type SendReportEvent, sendReport } from './ports.report';

interface ReportDeliveryInput {
  readonly report: OutgoingReport;
  readonly world: World;
}

interface ReportDeliveryContext extends ReportDeliveryInput {
  /** How much has gone out, 0 to 1. */
  fraction: number;
  outcome: ReportOutcome;
}

type Lookup = { incidents: readonly Incident[] };

/** A line that says nothing any more is as good as none. */
const silence = { silence: { target: '#reportDelivery.failed', actions: 'giveUp' } } as const;

// Its owner answers its failure: it is not supervised.
/** One try to send a report: first it is asked whether the incident is known already, then everything is uploaded (S1 §7). */
export const reportDeliveryMachine = setup({
  types: {
    input: {} as ReportDeliveryInput,
    context: {} as ReportDeliveryContext,
    events: {} as SendReportEvent | { type: 'network.lost' },
    output: {} as ReportOutcome,
  },
  actors: { fetchLive, network, sendReport },
  delays: { lookupPatience: 8_000, silence: 60_000 },
  guards: {
    isKnown: ({ context: { report, world } }, { incidents }: Lookup) =>
      offersFor(report, incidents, world.now()).length > 0,
    isAllOut: (_, { fraction }: { fraction: number }) => fraction >= 1,
  },
  actions: {
    keepFraction: assign({ fraction: (_, { fraction }: { fraction: number }) => fraction }),
    keepOffers: assign({
      outcome: ({ context: { report, world } }, { incidents }: Lookup): ReportOutcome => ({
        kind: 'similar',
        incidents: offersFor(report, incidents, world.now()),
      }),
    }),
    keepOutcome: assign({ outcome: (_, outcome: ReportOutcome) => outcome }),
    giveUp: assign({ outcome: { kind: 'failed', error: new CallFailure('network', 0) } }),
    logFailure: ({ event }) => console.error('A report on its way met an error', event),
  },
}).createMachine({
  id: 'reportDelivery',
  context: ({ input }) => ({ ...input, fraction: 0, outcome: { kind: 'failed', error: null } }),
  initial: 'lookingUp',
  invoke: { id: 'network', src: 'network' },
  on: {
    'network.lost': {
      target: '.failed',
      actions: 'giveUp',
      description: 'What is under way may hang for minutes then: it is cut off, and tried again with the same key.',
    },
  },
  output: ({ context }) => context.outcome,
  states: {
    lookingUp: {
      description: 'Is it one of these? Asked before anything is sent, so that two teams do not look for one animal.',
      invoke: {
        id: 'fetchLive',
        src: 'fetchLive',
        onDone: [
          {
            guard: { type: 'isKnown', params: ({ event }) => ({ incidents: event.output }) },
            target: 'known',
            actions: { type: 'keepOffers', params: ({ event }) => ({ incidents: event.output }) },
            description: 'The same animal, within 250 m or with the same words in the location, in the last 48 h.',
          },
          { target: 'sending', description: 'Nothing like it, or the member has said that it is none of them.' },
        ],
        onError: {
          target: 'sending',
          actions: 'logFailure',
          description: 'Nobody is kept from reporting because this could not be found out.',
        },
      },
      after: { lookupPatience: { target: 'sending', description: 'Nor because it takes long.' } },
    },
    sending: {
      description: 'Upload progress is shown as a percent. S1 §2',
      invoke: {
        id: 'sendReport',
        src: 'sendReport',
        input: ({ context }) => context.report,
        onError: {
          target: 'failed',
          actions: { type: 'keepOutcome', params: ({ event }) => ({ kind: 'failed', error: event.error }) },
        },
      },
      on: {
        'upload.progressed': [
          {
            guard: { type: 'isAllOut', params: ({ event }) => event },
            target: '.processing',
            actions: { type: 'keepFraction', params: ({ event }) => event },
          },
          { target: '.uploading', actions: { type: 'keepFraction', params: ({ event }) => event } },
        ],
        'upload.done': {
          target: 'delivered',
          actions: { type: 'keepOutcome', params: ({ event }) => ({ kind: 'delivered', answer: event.answer }) },
        },
        'upload.failed': {
          target: 'failed',
          actions: { type: 'keepOutcome', params: ({ event }) => ({ kind: 'failed', error: event.error }) },
        },
      },
      initial: 'uploading',
      states: {
        uploading: { after: silence },
        processing: { description: "'Processing...' at 100. S1 §2", after: silence },
      },
    },
    known: { type: 'final' },
    delivered: { type: 'final' },
    failed: { type: 'final' },
  },
});
export type ReportDeliveryRef = ActorRefFrom<typeof reportDeliveryMachine>;
export type ReportDeliverySnapshot = SnapshotFrom<typeof reportDeliveryMachine>;

/** Whether it is still being found out if the incident is known already. */
export const selectIsLookingUp = (snapshot: ReportDeliverySnapshot) => snapshot.matches('lookingUp');
/** Everything is out, and the answer is awaited: 'Processing...' (S1 §2). */
export const selectIsProcessing = (snapshot: ReportDeliverySnapshot) => snapshot.matches({ sending: 'processing' });
/** How much has gone out, in whole percent; 100 only when nothing is left (S1 §2). */
export const selectPercent = (snapshot: ReportDeliverySnapshot) => Math.floor(snapshot.context.fraction * 100);
