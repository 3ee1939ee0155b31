import { type ActorRefFrom, assign, emit, enqueueActions, type SnapshotFrom, sendTo } from 'xstate';
import { draftKeys, formKeys, type NoteDraft } from '../../contract/drafts';
import type { Incident } from '../../contract/incidents';
import { NoteDetails } from '../../contract/notes';
import { problemsOf } from '../../contract/problems';
import { uploadLimits } from '../../contract/uploads';
import { joinedText } from '../../rules/joinedDrafts';
import { fittingFiles, uploadTexts } from '../../rules/media/attachedFiles';
import { noteOf } from '../../rules/submissions/note';
import type { World } from '../../rules/world';
import { announcement, type DoneAnnounced } from '../announcement';
import { type AttachmentsFact, attachmentsMachine } from '../attachments.machine';
import type { FormDraftEvent } from '../ports';
import type { QueueRef } from '../submissions/queue.machine';
import { keepOnRestart, workflow } from '../supervision';
import { textCopyingMachine } from '../textCopying.machine';
import { takesNotes } from './permission';
import { noteDraft } from './ports';

interface IncidentNoteInput {
  readonly incidentId: string;
  readonly me: { readonly id: string };
  readonly world: World;
  /** The queue of all submissions. */
  readonly queue: QueueRef;
}

type IncidentNoteEvent =
  | { type: 'note.write'; incident: Incident }
  /** What the page shows: at first, and whenever the incident may have changed. */
  | { type: 'note.recall'; incident: Incident }
  /** The incident does not exist any more. */
  | { type: 'incident.deleted' }
  | { type: 'note.changed'; text: string }
  | { type: 'files.choose'; files: readonly File[] }
  | { type: 'note.submit' }
  | { type: 'modal.close' }
  /** What was not added, and cannot be any more. */
  | { type: 'unsent.discard' | 'deletion.confirm' | 'dialog.close' }
  | FormDraftEvent<NoteDraft>
  | AttachmentsFact;

interface IncidentNoteContext extends IncidentNoteInput {
  /** The incident as it was when the dialog was opened. */
  readonly incident: Incident | null;
  /** The incident as the page shows it; null until it shows one. */
  readonly shown: Incident | null;
  readonly text: string;
  /** The chosen files, each compressed as soon as that is done, and whether all are ready. */
  readonly files: readonly File[];
  readonly isReady: boolean;
  /** Why a file was not accepted, or null. */
  readonly fileFailure: string | null;
  /** Whether this browser can store the draft. */
  readonly isDraftKept: boolean;
}

/** The error of the text by the contract's own rule; null if it is valid. */
const problemOf = ({ text }: IncidentNoteContext) => problemsOf(NoteDetails, { text }).text ?? null;
const isEmpty = ({ text, files }: IncidentNoteContext) => text.trim() === '' && files.length === 0;

/** The incident of the open dialog. @throws if there is none, which cannot happen in the states that use it. */
const requireIncident = ({ incident }: IncidentNoteContext): Incident => {
  if (!incident) throw new Error('no note is being written');
  return incident;
};

/** The dialog by which a member adds a note and photos to an incident (DECISIONS 170). */
export const incidentNoteMachine = workflow({
  types: {
    input: {} as IncidentNoteInput,
    context: {} as IncidentNoteContext,
    events: {} as IncidentNoteEvent,
    emitted: {} as DoneAnnounced,
    children: {} as { attachments: 'attachments'; noteDraft: 'noteDraft'; textCopying: 'textCopying' },
  },
  actors: { attachments: attachmentsMachine, noteDraft, textCopying: textCopyingMachine },
  guards: {
    isUnwritten: ({ context }) => context.text === '',
    isTooLate: ({ context: { shown } }) => shown !== null && !takesNotes(shown),
    takesNotes: ({ event }) => 'incident' in event && takesNotes(event.incident),
  },
  actions: {
    storeText: sendTo('noteDraft', ({ context: { text } }) => ({
      type: 'draft.keep' as const,
      draft: text.trim() === '' ? null : { text },
    })),
    storeFiles: sendTo('noteDraft', ({ context: { files } }) => ({ type: 'files.keep' as const, files })),
    keepFiles: assign(({ event }) =>
      event.type === 'attachments.changed' ? { files: event.files, isReady: event.isReady } : {},
    ),
    clear: assign({ text: '', fileFailure: null }),
    clearFiles: sendTo('attachments', { type: 'files.taken' }),
    /** What the device has stored is read again. What it could not store stays here as long as the page is open. */
    leaveDraft: enqueueActions(({ context: { isDraftKept }, enqueue }) => {
      enqueue.assign({ fileFailure: null });
      if (!isDraftKept) return;
      enqueue.assign({ text: '' });
      enqueue.sendTo('attachments', { type: 'files.taken' });
    }),
    keepShown: assign(({ event }) => ('incident' in event ? { shown: event.incident } : {})),
    /** Nothing is here that the device could not store. */
    trustStore: assign({ isDraftKept: ({ context }) => context.isDraftKept || isEmpty(context) }),
    keepNoted: assign(({ event }) => ('incident' in event ? { incident: event.incident } : {})),
    /** Of files that could not all be stored, some may be in the store nevertheless: each is attached once. */
    restoreFiles: sendTo('attachments', ({ context, event }) => ({
      type: 'files.restore' as const,
      files:
        event.type === 'files.restored'
          ? event.files.filter(({ name, size }) => !context.files.some((one) => one.name === name && one.size === size))
          : [],
    })),
  },
}).createMachine({
  id: 'incidentNote',
  context: ({ input: { incidentId, me, queue, world } }) => ({
    incidentId,
    me,
    queue,
    world,
    incident: null,
    shown: null,
    text: '',
    files: [],
    isReady: true,
    fileFailure: null,
    isDraftKept: true,
  }),
  invoke: { id: 'attachments', src: 'attachments', input: ({ self }) => ({ owner: self }) },
  initial: 'closed',
  on: { 'attachments.changed': { actions: 'keepFiles' }, 'note.recall': { actions: 'keepShown' } },
  states: {
    closed: {
      always: {
        guard: 'isTooLate',
        target: 'unsent',
        actions: 'trustStore',
        description: 'There may be a draft from before, which could not be opened any more.',
      },
      on: {
        'note.write': {
          guard: 'takesNotes',
          target: 'writing',
          actions: ['keepNoted', 'trustStore'],
          description: 'Any member, to an incident that is not resolved or closed. DECISIONS 170',
        },
        'incident.deleted': {
          target: 'unsent',
          description: 'The same, because there is no incident to open it from.',
        },
      },
    },
    unsent: {
      description:
        'The incident takes no notes any more, or is deleted: what was written and not added is shown, to be copied and saved. DECISIONS 365',
      invoke: [
        {
          id: 'noteDraft',
          src: 'noteDraft',
          input: ({ context: { incidentId, me } }) => ({ userId: me.id, incidentId }),
        },
        { id: 'textCopying', src: 'textCopying' },
      ],
      on: {
        'draft.restored': {
          actions: assign({ text: ({ context, event }) => joinedText(event.draft.text, context.text) }),
        },
        'files.restored': { actions: 'restoreFiles' },
        'note.write': {
          guard: 'takesNotes',
          target: 'writing',
          actions: ['leaveDraft', 'keepNoted', 'trustStore'],
          description: 'It was reactivated: the draft is read again.',
        },
        'note.recall': {
          guard: 'takesNotes',
          target: 'closed',
          actions: ['leaveDraft', 'keepShown'],
          description:
            'It was reactivated. The note may be added in another tab, so the draft is read when it is needed.',
        },
      },
      initial: 'shown',
      states: {
        shown: { on: { 'unsent.discard': { target: 'asking' } } },
        asking: {
          description: 'Photos and long texts would be lost, so the member is asked. DECISIONS 251',
          on: {
            'deletion.confirm': {
              target: 'shown',
              actions: [
                'clear',
                'storeText',
                'clearFiles',
                sendTo('noteDraft', { type: 'files.keep' as const, files: [] }),
              ],
              description: 'The text and the files are deleted from this device.',
            },
            'dialog.close': { target: 'shown' },
          },
        },
      },
    },
    writing: {
      invoke: {
        id: 'noteDraft',
        src: 'noteDraft',
        input: ({ context: { incidentId, me } }) => ({ userId: me.id, incidentId }),
      },
      on: {
        'draft.restored': [
          {
            guard: 'isUnwritten',
            actions: assign({ text: ({ event }) => event.draft.text }),
            description: 'Restores what was written before.',
          },
          {
            actions: [
              assign({ text: ({ context, event }) => joinedText(event.draft.text, context.text) }),
              'storeText',
            ],
            description: 'It was read late, so what was written meanwhile is added to it. DECISIONS 250',
          },
        ],
        'files.restored': { actions: 'restoreFiles' },
        'draft.keeping': {
          actions: assign({ isDraftKept: ({ event }) => event.isKept }),
          description: 'If this browser cannot store the draft, the member is told so.',
        },
        'note.changed': {
          target: '.quiet',
          actions: [assign({ text: ({ event }) => event.text }), 'storeText'],
        },
        'files.choose': {
          target: '.quiet',
          actions: [
            assign({
              fileFailure: ({ context, event }) =>
                fittingFiles(context.files.length, event.files).length < event.files.length
                  ? uploadTexts.tooMany(uploadLimits.formFiles)
                  : null,
            }),
            sendTo('attachments', ({ context, event }) => ({
              type: 'files.choose',
              files: fittingFiles(context.files.length, event.files),
            })),
          ],
          description: 'Images, videos and sounds, ten at most. DECISIONS 84',
        },
        'attachments.changed': { actions: ['keepFiles', 'storeFiles'] },
        'attachment.refused': { actions: assign({ fileFailure: ({ event }) => event.reason }) },
        'note.submit': [
          { guard: ({ context }) => isEmpty(context), target: '.incomplete' },
          {
            guard: ({ context }) => context.isReady && problemOf(context) === null,
            target: 'closed',
            actions: [
              sendTo(
                ({ context }) => context.queue,
                ({ context }) => ({
                  type: 'submission.queue' as const,
                  submission: noteOf(
                    requireIncident(context),
                    { text: context.text.trim(), files: context.files },
                    context.world,
                  ),
                  drafts: formKeys(draftKeys.note(context.incidentId)),
                }),
              ),
              'clear',
              'clearFiles',
              emit(announcement('Note added.')),
            ],
            description: 'It is sent through the submission queue, so it can be written without a network.',
          },
        ],
        'modal.close': {
          target: 'closed',
          actions: 'leaveDraft',
          description:
            'What was written and chosen is kept as a draft; as long as the page is open if it cannot be stored.',
        },
        'incident.deleted': {
          target: 'unsent',
          actions: 'leaveDraft',
          description: 'Somebody has deleted the incident while the note was being written.',
        },
      },
      initial: 'quiet',
      states: {
        quiet: {},
        incomplete: { description: 'A note needs a text or a file.' },
      },
    },
  },
});
keepOnRestart(incidentNoteMachine, 'text');

export type IncidentNoteRef = ActorRefFrom<typeof incidentNoteMachine>;
type IncidentNoteSnapshot = SnapshotFrom<typeof incidentNoteMachine>;

/** Whether the dialog is open. */
export const selectIsWriting = (snapshot: IncidentNoteSnapshot) => snapshot.matches('writing');
/** Whether something was written that cannot be added any more. */
export const selectHasUnsent = (snapshot: IncidentNoteSnapshot) =>
  snapshot.matches('unsent') && !isEmpty(snapshot.context);
/** Whether the member is asked before that is deleted. */
export const selectIsAsking = (snapshot: IncidentNoteSnapshot) =>
  snapshot.matches({ unsent: 'asking' }) && !isEmpty(snapshot.context);
/** The files of the note. */
export const selectFiles = (snapshot: IncidentNoteSnapshot) => snapshot.context.files;
/** The chart that copies what was not sent; undefined while that is not shown. */
export const selectCopying = (snapshot: IncidentNoteSnapshot) => snapshot.children.textCopying;
export const selectText = (snapshot: IncidentNoteSnapshot) => snapshot.context.text;
/** What is wrong with the note, or null. */
export const selectProblem = (snapshot: IncidentNoteSnapshot) =>
  snapshot.matches({ writing: 'incomplete' }) ? 'Write something, or add a photo.' : problemOf(snapshot.context);
/** Whether photos are still being made smaller. */
export const selectIsPreparing = ({ context }: IncidentNoteSnapshot) => !context.isReady;
/** Why a file was not accepted, or null. */
export const selectFileFailure = ({ context }: IncidentNoteSnapshot) => context.fileFailure;
/** Whether this browser can store the draft. */
export const selectIsDraftKept = ({ context }: IncidentNoteSnapshot) => context.isDraftKept;
/** The chart of the files. */
export const selectAttachmentsActor = (snapshot: IncidentNoteSnapshot) => snapshot.children.attachments;
