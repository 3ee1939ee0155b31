import {
  type ActorRef,
  type ActorRefFrom,
  assign,
  enqueueActions,
  type Snapshot,
  type SnapshotFrom,
  sendTo,
} from 'xstate';
import { IncidentReport, type Severity } from '../../contract/incidents';
import type { ReportSubmission } from '../../contract/submissions';
import { uploadLimits } from '../../contract/uploads';
import { reportLocationText } from '../../rules/incidents/locationTexts';
import type { Informer, Submitted } from '../../rules/incidents/reports';
import { fittingFiles, uploadTexts } from '../../rules/media/attachedFiles';
import { type AttachmentsFact, attachmentsMachine } from '../attachments.machine';
import { type FormDraftCommand, type FormDraftEvent, type LocatedPlace, locate, stream } from '../ports';
import type { QueueRef } from '../submissions/queue.machine';
import { type TrackingEvent, tracking } from '../submissions/tracking';
import { workflow } from '../supervision';
import {
  changedForm,
  detailsOf,
  emptyIncidentForm,
  errorsAfter,
  errorsOf,
  formOf,
  hasErrors,
  type IncidentErrors,
  type IncidentField,
  type IncidentForm,
  isEmptyForm,
  isPlaceField,
  joinedForm,
  located,
} from './incidentForm';

/** Stores the draft of the report. */
const reportDraft = stream<FormDraftCommand<IncidentForm>, { userId: string }>('reportDraft');

type Chosen = { files: readonly File[] };

/** The events that the form sends to the chart of the report. */
export type ReportFormFact =
  | ({ type: 'form.submitted' } & Submitted)
  /** A waiting report was loaded into the form. */
  | { type: 'form.filled'; report: ReportSubmission };

type ReportFormEvent =
  | { type: 'field.changed'; name: IncidentField; value: string }
  | { type: 'location.use' }
  /** The member is the informer: fill in their own name and number. */
  | { type: 'informer.use'; informer: Informer }
  | { type: 'location.cancel' }
  | { type: 'files.choose'; files: readonly File[] }
  | { type: 'form.submit' }
  | { type: 'form.clear' }
  /** The report was not sent after all, so the form is a draft again. */
  | { type: 'form.keep' }
  /** The member wants to edit a waiting report. */
  | { type: 'form.fill'; report: ReportSubmission }
  | { type: 'form.replace' }
  | { type: 'modal.close' }
  | AttachmentsFact
  | TrackingEvent
  | FormDraftEvent<IncidentForm>;

interface ReportFormInput {
  readonly parent: ActorRef<Snapshot<unknown>, ReportFormFact>;
  readonly myId: string;
  /** The queue of all submissions. */
  readonly queue: QueueRef;
}

interface ReportFormContext extends ReportFormInput {
  form: IncidentForm;
  errors: IncidentErrors;
  /** The chosen files, each compressed as soon as that is done, and whether all are ready. */
  files: readonly File[];
  isReady: boolean;
  /** Why a file was not accepted, or null. */
  fileFailure: string | null;
  /** Why the device's position could not be determined, or null. */
  locationFailure: string | null;
  /** The accuracy of the device's position in metres; null if the coordinates were typed. */
  accuracy: number | null;
  /** Whether this browser can store the draft. */
  isDraftKept: boolean;
  /** Whether it is known what is stored of the draft. Until then no waiting report is filled in, because the two would be joined. */
  isDraftKnown: boolean;
  /** The waiting report that would replace the content of the form. */
  incoming: ReportSubmission | null;
}

const nothing = {
  form: emptyIncidentForm,
  errors: {},
  fileFailure: null,
  locationFailure: null,
  accuracy: null,
  incoming: null,
};

/** The waiting report that the member wants to edit. @throws if there is none, which cannot happen while its question is open. */
const requireIncoming = ({ incoming }: ReportFormContext): ReportSubmission => {
  if (!incoming) throw new Error('there is nothing to edit');
  return incoming;
};
const isUntouched = ({ form, files }: ReportFormContext) => files.length === 0 && isEmptyForm(form);

/** The form of a report and its files, stored as a draft until it is sent (S1 §2, §5). */
export const reportFormMachine = workflow({
  types: {
    input: {} as ReportFormInput,
    context: {} as ReportFormContext,
    events: {} as ReportFormEvent,
    children: {} as { attachments: 'attachments'; reportDraft: 'reportDraft'; locate: 'locate'; tracking: 'tracking' },
  },
  actors: { attachments: attachmentsMachine, reportDraft, locate, tracking },
  guards: {
    isReady: ({ context }) => context.isReady && !hasErrors(errorsOf(IncidentReport, context.form)),
    isFaulty: ({ context }) => hasErrors(errorsOf(IncidentReport, context.form)),
    isUntouched: ({ context }) => isUntouched(context),
    isUnwritten: ({ context }) => isEmptyForm(context.form),
  },
  actions: {
    keepInformer: assign(({ context }, informer: Informer) => {
      const form = { ...context.form, ...informer };
      // A number that the server does not send has not changed, so it gets no error.
      const changed = informer.contactNumber === undefined ? 'informerName' : 'contactNumber';
      return { form, errors: errorsAfter(IncidentReport, form, changed, context.errors) };
    }),
    keepPlace: assign(({ context }, place: LocatedPlace) => ({
      ...located(context, place),
      accuracy: place.accuracy ?? null,
    })),
    forgetIncoming: assign({ incoming: null }),
    keepFileFailure: assign({ fileFailure: (_, { reason }: { reason: string }) => reason }),
    forgetFileFailure: assign({ fileFailure: null }),
    keepLocationFailure: assign({ locationFailure: (_, { text }: { text: string }) => text }),
    forgetLocationFailure: assign({ locationFailure: null }),
    markErrors: assign({ errors: ({ context }) => errorsOf(IncidentReport, context.form) }),
    clear: enqueueActions(({ enqueue }) => {
      enqueue.assign(nothing);
      enqueue.sendTo('attachments', { type: 'files.taken' });
    }),
    fill: enqueueActions(({ context, enqueue }, { report }: { report: ReportSubmission }) => {
      enqueue.assign({ ...nothing, form: formOf(report.content.details) });
      enqueue.sendTo('attachments', { type: 'files.taken' });
      enqueue.sendTo('attachments', { type: 'files.restore', files: report.content.files });
      enqueue.sendTo(context.parent, { type: 'form.filled', report });
    }),
    choose: sendTo('attachments', ({ context }, { files }: Chosen) => ({
      type: 'files.choose',
      files: fittingFiles(context.files.length, files),
    })),
    storeDraft: sendTo('reportDraft', ({ context }) => ({
      type: 'draft.keep',
      draft: isEmptyForm(context.form) ? null : context.form,
    })),
    storeDraftPhotos: sendTo('reportDraft', ({ context }) => ({ type: 'files.keep', files: context.files })),
    reportSubmitted: sendTo(
      ({ context }) => context.parent,
      ({ context: { form, files } }) => ({
        type: 'form.submitted',
        details: { ...detailsOf(form), ...(form.severity !== '' && { severity: form.severity as Severity }) },
        files,
      }),
    ),
  },
}).createMachine({
  id: 'reportForm',
  context: ({ input }) => ({ ...input, ...nothing, files: [], isReady: true, isDraftKept: true, isDraftKnown: false }),
  invoke: [
    { id: 'attachments', src: 'attachments', input: ({ self }) => ({ owner: self }) },
    {
      id: 'reportDraft',
      src: 'reportDraft',
      input: ({ context }) => ({ userId: context.myId }),
    },
  ],
  initial: 'editing',
  on: {
    'field.changed': {
      actions: [
        assign(({ context, event: { name, value } }) => {
          const form = changedForm(context.form, name, value);
          return {
            form,
            errors: errorsAfter(IncidentReport, form, name, context.errors),
            accuracy: isPlaceField(name) ? null : context.accuracy,
          };
        }),
        'storeDraft',
      ],
      description: 'The contact number must be exactly 10 digits; it is checked on each change. S1 §5',
    },
    'informer.use': {
      actions: [{ type: 'keepInformer', params: ({ event }) => event.informer }, 'storeDraft'],
      description: "'I saw it myself' fills in the member's name and number, which can still be changed.",
    },
    'files.choose': [
      {
        guard: ({ context, event: { files } }) => fittingFiles(context.files.length, files).length < files.length,
        actions: [
          { type: 'choose', params: ({ event }) => event },
          { type: 'keepFileFailure', params: { reason: uploadTexts.tooMany(uploadLimits.formFiles) } },
        ],
        description: 'A form takes at most ten files. DECISIONS 84',
      },
      {
        actions: ['forgetFileFailure', { type: 'choose', params: ({ event }) => event }],
        description: 'Media is optional: image, video or audio. S1 §5',
      },
    ],
    'attachment.refused': { actions: { type: 'keepFileFailure', params: ({ event }) => event } },
    'attachments.changed': {
      actions: [assign(({ event: { files, isReady } }) => ({ files, isReady })), 'storeDraftPhotos'],
    },
    'draft.restored': [
      {
        guard: 'isUnwritten',
        actions: assign({ form: ({ event }) => event.draft }),
        description: 'Restores what was written before a reload.',
      },
      {
        actions: [assign({ form: ({ context, event }) => joinedForm(event.draft, context.form) }), 'storeDraft'],
        description: 'It was read late, so what was written meanwhile is added to it. DECISIONS 250',
      },
    ],
    'files.restored': {
      actions: sendTo('attachments', ({ event: { files } }) => ({ type: 'files.restore', files })),
    },
    'draft.known': {
      actions: assign({ isDraftKnown: true }),
      description: "'Edit' in the tray waits for this. DECISIONS 321",
    },
    'draft.keeping': {
      actions: assign({ isDraftKept: ({ event }) => event.isKept }),
      description: 'If this browser cannot store the draft, the member is told so.',
    },
    'form.clear': { target: '.editing', actions: ['clear', 'storeDraft'] },
    'form.keep': { actions: ['storeDraft', 'storeDraftPhotos'] },
    'form.fill': [
      {
        guard: 'isUntouched',
        target: '.editing',
        actions: [{ type: 'fill', params: ({ event }) => event }, 'storeDraft'],
        description: 'The place of the device is no longer looked for: the waiting report has its own.',
      },
      {
        target: '.replacing',
        actions: assign({ incoming: ({ event }) => event.report }),
        description: 'What is being written would be lost, so the member is asked.',
      },
    ],
  },
  states: {
    editing: {
      on: {
        'location.use': { target: 'locating' },
        'form.submit': [
          { guard: 'isReady', actions: 'reportSubmitted' },
          {
            guard: 'isFaulty',
            actions: 'markErrors',
            description: 'Required: informerName, contactNumber, location, description. S1 §5',
          },
        ],
      },
    },
    locating: {
      description: "'Use my location' fills latitude and longitude. S1 §2",
      entry: 'forgetLocationFailure',
      invoke: {
        id: 'locate',
        src: 'locate',
        onDone: {
          target: 'editing',
          actions: [{ type: 'keepPlace', params: ({ event }) => event.output }, 'storeDraft'],
        },
        onError: {
          target: 'editing',
          actions: { type: 'keepLocationFailure', params: ({ event }) => ({ text: reportLocationText(event.error) }) },
          description: 'Geolocation timeout 10 s with high accuracy. S1 §8, §9',
        },
      },
      on: { 'location.cancel': { target: 'editing' } },
    },
    replacing: {
      description: 'The waiting report may be sent before the member has answered.',
      invoke: {
        id: 'tracking',
        src: 'tracking',
        input: ({ context }) => ({ queue: context.queue, id: requireIncoming(context).id }),
      },
      on: {
        'submission.updated': [
          {
            guard: ({ event }) => event.item === null,
            target: 'editing',
            actions: 'forgetIncoming',
            description: 'It is no longer in the queue: sent by another tab, or deleted. What is written stays.',
          },
          {
            actions: assign({ incoming: ({ event }) => event.item?.submission as ReportSubmission }),
            description: 'It was tried meanwhile, or is asking now.',
          },
        ],
        'submission.delivered': {
          target: 'editing',
          actions: 'forgetIncoming',
          description: 'It has been sent. What is written stays.',
        },
        'form.replace': {
          target: 'editing',
          actions: [{ type: 'fill', params: ({ context }) => ({ report: requireIncoming(context) }) }, 'storeDraft'],
        },
        'modal.close': { target: 'editing', actions: 'forgetIncoming' },
      },
    },
  },
});
export type ReportFormRef = ActorRefFrom<typeof reportFormMachine>;
export type ReportFormSnapshot = SnapshotFrom<typeof reportFormMachine>;
