import { type ActorRefFrom, assign, emit, enqueueActions, type SnapshotFrom, sendTo } from 'xstate';
import { draftKeys, formKeys } from '../../contract/drafts';
import type { ReportAnswer } from '../../contract/incidents';
import type { ReportSubmission } from '../../contract/submissions';
import { noteOfReport } from '../../rules/incidents/reportAsNote';
import { reportOf, similarOf } from '../../rules/incidents/reports';
import type { Noted } from '../../rules/submissions/note';
import type { Item } from '../../rules/submissions/queue';
import type { World } from '../../rules/world';
import type { QueueRef } from '../submissions/queue.machine';
import { isHeldUp, type TrackingEvent, tracking } from '../submissions/tracking';
import { workflow } from '../supervision';
import { type ReportFormFact, reportFormMachine } from './reportForm.machine';

type ReportEvent =
  | ReportFormFact
  | TrackingEvent
  /** The member's answer: the report is none of the similar incidents, or it is to be sent again although it may have arrived. */
  | { type: 'report.confirm' }
  /** The member says that it is one of them, so it is not sent. */
  | { type: 'report.discard' }
  /** The report is about this incident, so it is added to the incident as a note. */
  | { type: 'report.merge'; incident: Noted }
  | { type: 'report.retry' }
  /** The member wants it sent later. */
  | { type: 'report.defer' }
  | { type: 'modal.close' };

interface ReportInput {
  readonly myId: string;
  readonly world: World;
  /** The queue of all submissions. */
  readonly queue: QueueRef;
}

interface ReportContext extends ReportInput {
  /** The last submitted report. If it is submitted again unchanged, it keeps its id. */
  report: ReportSubmission | null;
  /** The report's item in the queue; null if it is not there. */
  item: Item | null;
  answer: ReportAnswer | null;
}

/** The submitted report. @throws if there is none, which cannot happen in the states that use it. */
const requireReport = ({ report }: ReportContext): ReportSubmission => {
  if (!report) throw new Error('nothing was submitted');
  return report;
};
/** Whether the member must answer a question: whether the report is one of the similar incidents, or whether to send it again. */
const isAsking = (item: Item | null) => item?.submission.status === 'asking';
/** Whether the server has refused it. Sent again as it is, it would be refused again. */
export const isRefused = (item: Item | null) => item?.submission.status === 'refused';

/** Takes a report out of the queue into the form. The device deletes it as soon as it has stored the draft. */
const takingBack = (id: string) => ({ type: 'submission.withdraw', id, drafts: formKeys(draftKeys.report) }) as const;

/** Whether this browser has stored it, or could not. Before that the member is not told that it is kept. */
const isDecided = (item: Item | null) => item !== null && item.keeping !== 'storing';

/** The transitions to the question that the member must answer. */
const questions = [
  {
    guard: 'offersSimilar',
    target: 'offering',
    actions: 'keepItem',
    description: 'It was tried, perhaps by another tab. It does not go out without an answer.',
  },
  { guard: 'isUnclear', target: 'unclear', actions: 'keepItem' },
] as const;

/** Report an Incident (S1 §2, §4, §5): the form, and the progress of the report while the screen is open. */
export const reportMachine = workflow({
  types: {
    input: {} as ReportInput,
    context: {} as ReportContext,
    events: {} as ReportEvent,
    /** The report has become a note to an incident. */
    emitted: {} as { type: 'report.merged'; incidentId: string },
    children: {} as { reportForm: 'reportForm'; tracking: 'tracking' },
  },
  actors: { reportForm: reportFormMachine, tracking },
  guards: {
    offersSimilar: ({ event }) =>
      event.type === 'submission.updated' && isAsking(event.item) && similarOf(event.item).length > 0,
    /** An earlier try may have arrived. */
    isUnclear: ({ event }) =>
      event.type === 'submission.updated' && isAsking(event.item) && similarOf(event.item).length === 0,
  },
  actions: {
    /** While a change of the report is being stored, the copy from before is still there, so what is known of that stays. */
    keepItem: assign(({ context, event }) => {
      if (event.type !== 'submission.updated') return {};
      const keeping = context.item?.keeping;
      const isChanging = event.item?.keeping === 'storing' && keeping !== undefined;
      return { item: event.item && isChanging ? { ...event.item, keeping } : event.item };
    }),
    /**
     * The report now waits in the queue, and the form is free for another one. If this browser has not stored the report, the form
     * keeps it, because the draft is its only copy on the device.
     */
    leave: enqueueActions(({ context: { item }, enqueue }) => {
      if (item?.keeping !== 'kept') return;
      enqueue.assign({ report: null });
      enqueue.sendTo('reportForm', { type: 'form.clear' });
    }),
    withdraw: sendTo(
      ({ context }) => context.queue,
      ({ context }) => ({ type: 'submission.withdraw', id: requireReport(context).id }),
    ),
    /** Nothing more can be done with the report here. */
    clear: enqueueActions(({ enqueue }) => {
      enqueue.assign({ report: null });
      enqueue.sendTo('reportForm', { type: 'form.clear' });
    }),
    /**
     * The report is edited again in the form. `wasTried` is kept, because an earlier try may have arrived.
     */
    takeBack: enqueueActions(({ context, enqueue }) => {
      const report = requireReport(context);
      enqueue.sendTo(context.queue, takingBack(report.id));
      enqueue.assign({ report: { ...report, wasTried: context.item?.submission.wasTried ?? report.wasTried } });
      enqueue.sendTo('reportForm', { type: 'form.keep' });
    }),
    /** Sends the report even if it is similar to others or may have arrived already. */
    sendAnyway: enqueueActions(({ context, enqueue }) => {
      const { content, ...report } = requireReport(context);
      const submission = { ...report, wasTried: false, content: { ...content, isNew: true, similar: [] } };
      enqueue.assign({ report: submission });
      enqueue.sendTo(context.queue, { type: 'submission.change', submission });
    }),
  },
}).createMachine({
  id: 'report',
  context: ({ input }) => ({ ...input, report: null, item: null, answer: null }),
  invoke: {
    id: 'reportForm',
    src: 'reportForm',
    input: ({ context: { myId, queue }, self }) => ({ parent: self, myId, queue }),
  },
  initial: 'editing',
  states: {
    editing: {
      on: {
        'form.submitted': {
          target: 'submitted',
          actions: [
            assign({
              report: ({ context, event: { details, files } }) =>
                reportOf({ details, files }, context.report, context.world),
              item: null,
            }),
            sendTo(
              ({ context }) => context.queue,
              ({ context }) => ({
                type: 'submission.queue',
                submission: requireReport(context),
                drafts: formKeys(draftKeys.report),
              }),
            ),
          ],
          description: 'It is sent through the submission queue, which stores it on the device with its photos.',
        },
        'form.filled': {
          actions: [
            assign({ report: ({ event }) => event.report }),
            sendTo(
              ({ context }) => context.queue,
              ({ event }) => takingBack(event.report.id),
            ),
          ],
          description: 'A waiting report is edited: it is not sent meanwhile.',
        },
      },
    },
    submitted: {
      description:
        'The form keeps its content until the report is sent or the member leaves it to the queue, because it may come back to the form.',
      invoke: {
        id: 'tracking',
        src: 'tracking',
        input: ({ context }) => ({ queue: context.queue, id: requireReport(context).id, isItsScreen: true }),
      },
      initial: 'underWay',
      on: {
        'submission.delivered': {
          target: '.succeeded',
          actions: assign({ answer: ({ event }) => (event.answer ?? null) as ReportAnswer | null }),
        },
        'submission.updated': [
          {
            guard: ({ event }) => event.isWithdrawn === true,
            target: 'editing',
            actions: 'clear',
            description: 'It was deleted from the queue meanwhile.',
          },
          { guard: ({ event }) => event.item === null, target: '.succeeded', description: 'Another tab has sent it.' },
        ],
      },
      states: {
        underWay: {
          description: "Upload progress is shown as a percent, and 'Processing...' at 100. S1 §2",
          on: {
            'submission.updated': [
              ...questions,
              {
                guard: ({ event }) => isRefused(event.item),
                target: 'failed',
                actions: 'keepItem',
                description: "The server's message, or 'Failed to report incident.' S1 §8",
              },
              {
                guard: ({ event }) => event.item?.head === 'backingOff' && event.item.trouble?.isAnswered === true,
                target: 'failed',
                actions: 'keepItem',
                description:
                  'The server has a problem. The report is tried again automatically, and the member is told why.',
              },
              {
                guard: ({ event }) => isHeldUp(event) && isDecided(event.item),
                target: 'kept',
                actions: 'keepItem',
                description:
                  'It waits on this device, with its photos: for the network, for another report, or for the tab that sends.',
              },
              { guard: ({ event }) => event.item !== null, actions: 'keepItem' },
            ],
            'report.defer': {
              guard: ({ context }) => isDecided(context.item),
              target: 'kept',
              description: 'The member does not want to wait for it.',
            },
          },
        },
        offering: {
          description: 'Asks whether it is one of the similar incidents.',
          initial: 'asking',
          states: {
            asking: {
              on: {
                'report.discard': { target: 'confirming' },
                'report.merge': {
                  target: '#report.editing',
                  actions: [
                    sendTo(
                      ({ context }) => context.queue,
                      ({ context, event: { incident } }) => ({
                        type: 'submission.queue',
                        submission: noteOfReport(requireReport(context), incident, context.world),
                        replaces: requireReport(context).id,
                      }),
                    ),
                    'clear',
                    emit(({ event: { incident } }) => ({ type: 'report.merged', incidentId: incident.id })),
                  ],
                  description: 'Its text and photos are added to that incident as a note. DECISIONS 170',
                },
              },
            },
            confirming: {
              on: {
                'report.discard': { target: '#report.editing', actions: ['withdraw', 'clear'] },
                'modal.close': { target: 'asking' },
              },
            },
          },
          on: {
            'report.confirm': {
              target: 'underWay',
              actions: 'sendAnyway',
              description: 'No, report it anyway.',
            },
            'modal.close': { target: '#report.editing', actions: 'takeBack' },
          },
        },
        unclear: {
          description:
            'The answer was lost, and the server does not recognise repeats, so the member is asked. DECISIONS W3',
          on: {
            'submission.updated': { guard: ({ event }) => isAsking(event.item), actions: 'keepItem' },
            'report.confirm': { target: 'underWay', actions: 'sendAnyway', description: 'Send again.' },
            'modal.close': {
              target: '#report.editing',
              actions: 'leave',
              description: 'It stays in the tray, with the question.',
            },
          },
        },
        failed: {
          description: 'A failure modal shows the error. S1 §2, §8',
          on: {
            'submission.updated': [...questions, { guard: ({ event }) => isRefused(event.item), actions: 'keepItem' }],
            'report.retry': {
              target: 'underWay',
              actions: enqueueActions(({ context, enqueue }) => {
                enqueue.sendTo(context.queue, { type: 'submission.retry', id: requireReport(context).id });
                enqueue.sendTo(context.queue, { type: 'queue.send' });
              }),
            },
            'report.defer': {
              target: 'kept',
              actions: sendTo(
                ({ context }) => context.queue,
                ({ context }) => ({ type: 'submission.retry', id: requireReport(context).id }),
              ),
            },
            'modal.close': { target: '#report.editing', actions: 'takeBack' },
          },
        },
        kept: {
          description:
            'It waits and is sent automatically when the network is back, even after a reload if this device can store it.',
          on: {
            'submission.updated': [
              ...questions,
              { guard: ({ event }) => isRefused(event.item), target: 'failed', actions: 'keepItem' },
              { guard: ({ event }) => event.item !== null, actions: 'keepItem' },
            ],
            'modal.close': { target: '#report.editing', actions: 'leave' },
          },
        },
        succeeded: {
          description: "A modal titled 'Report Submitted!'; its button closes it and navigates to /. S1 §2",
          entry: 'clear',
          on: { 'modal.close': { target: '#report.editing' } },
        },
      },
    },
  },
});
export type ReportRef = ActorRefFrom<typeof reportMachine>;
export type ReportSnapshot = SnapshotFrom<typeof reportMachine>;
