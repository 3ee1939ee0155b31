import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { reportSetup, requireReport } from './report.setup';

/** Report an Incident (S1 §2, §4, §5): the form, its way to the server, and what became of it. */
export const reportMachine = reportSetup.createMachine({
  id: 'report',
  context: ({ input }) => ({
    ...input,
    report: null,
    tried: null,
    offers: [],
    failure: null,
    answer: null,
    isKept: false,
  }),
  entry: 'wantQueue',
  on: {
    'tried.restored': {
      actions: { type: 'restoreTried', params: ({ event }) => event },
      description: 'What was under way when the page was left, and may have arrived: unchanged, it is the same report.',
    },
  },
  invoke: [
    {
      id: 'triedReport',
      src: 'triedReport',
      input: ({ context }) => ({ userId: context.me }),
      onError: { actions: 'logFailure' },
    },
    {
      id: 'reportForm',
      src: 'reportForm',
      input: ({ context, self }) => ({ parent: self, me: context.me }),
      onError: { actions: 'logFailure' },
    },
    {
      id: 'handover',
      src: 'handover',
      input: ({ context: { reporting } }) => ({ reporting }),
      onError: { actions: 'logFailure' },
    },
  ],
  initial: 'editing',
  states: {
    editing: {
      on: {
        'form.submitted': { target: 'delivering', actions: { type: 'keepReport', params: ({ event }) => event } },
        'form.filled': {
          actions: [
            { type: 'adoptReport', params: ({ event }) => event },
            'keepTried',
            { type: 'withdrawQueued', params: ({ event }) => event },
          ],
          description: 'A waiting report is edited: it does not go out meanwhile.',
        },
      },
    },
    delivering: {
      description: "Upload progress is shown as a percent, and 'Processing...' at 100. S1 §2",
      entry: ['hold', 'keepTried'],
      exit: 'letGo',
      invoke: {
        id: 'reportDelivery',
        src: 'reportDelivery',
        input: ({ context }) => ({ report: requireReport(context), world: context.world }),
        onDone: [
          {
            guard: { type: 'isDelivered', params: ({ event }) => event.output },
            target: 'succeeded',
            actions: { type: 'keepAnswer', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isKnown', params: ({ event }) => event.output },
            target: 'offering',
            actions: { type: 'keepOffers', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isUnreachable', params: ({ event }) => event.output },
            target: 'storing',
            actions: [
              { type: 'keepFailure', params: ({ event }) => event.output },
              { type: 'change', params: { wasTried: true } },
            ],
            description: 'There is no network: it waits on this device, photos included.',
          },
          {
            target: 'failed',
            actions: [
              { type: 'keepFailure', params: ({ event }) => event.output },
              { type: 'change', params: { wasTried: true } },
            ],
          },
        ],
        onError: {
          target: 'failed',
          actions: [
            'logFailure',
            { type: 'keepFailure', params: ({ event }) => ({ kind: 'failed', error: event.error }) },
          ],
        },
      },
      on: {
        'report.defer': {
          target: 'storing',
          actions: ['forgetFailure', { type: 'change', params: { wasTried: true } }],
          description: 'The member does not want to wait for it.',
        },
      },
    },
    offering: {
      description: 'Is it one of these?',
      initial: 'asking',
      states: {
        asking: { on: { 'report.discard': { target: 'confirming' } } },
        confirming: {
          on: {
            'report.discard': { target: '#report.editing', actions: 'clear' },
            'modal.close': { target: 'asking' },
          },
        },
      },
      on: {
        'report.confirm': {
          target: 'delivering',
          actions: { type: 'change', params: { isNew: true } },
          description: 'No, report it anyway.',
        },
        'modal.close': { target: 'editing' },
      },
    },
    failed: {
      description: 'A failure modal shows the error. S1 §2, §8',
      on: {
        'report.retry': { target: 'delivering' },
        'report.defer': { target: 'storing', actions: 'forgetFailure' },
        'modal.close': { target: 'editing' },
      },
    },
    storing: {
      description:
        'What is written stays in the form, and in its draft, until the report is known to be kept elsewhere.',
      entry: 'queueReport',
      on: {
        'report.stored': {
          guard: { type: 'isMine', params: ({ event }) => event },
          target: 'kept',
          actions: [{ type: 'keepStored', params: ({ event }) => event }, 'clear'],
        },
      },
      after: {
        storeTimeout: {
          target: 'kept',
          actions: { type: 'keepStored', params: { isKept: false } },
          description: 'It waits in memory. The form keeps it, too, under the same id.',
        },
      },
    },
    kept: {
      description:
        'It waits and goes out by itself when the network is back: on this device, also after a reload, where that can be had.',
      on: { 'modal.close': { target: 'editing' } },
    },
    succeeded: {
      description: "A modal titled 'Report Submitted!'; its button closes it and navigates to /. S1 §2",
      entry: 'clear',
      on: { 'modal.close': { target: 'editing' } },
    },
  },
});
export type ReportRef = ActorRefFrom<typeof reportMachine>;
export type ReportSnapshot = SnapshotFrom<typeof reportMachine>;
