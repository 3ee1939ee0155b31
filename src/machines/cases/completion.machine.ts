import { type ActorRefFrom, assign, enqueueActions, type SnapshotFrom, sendTo } from 'xstate';
import { CompletionDetails } from '../../contract/cases';
import { type CompletionDraft, formKeys } from '../../contract/drafts';
import { problemsOf } from '../../contract/problems';
import type { CompletionSubmission } from '../../contract/submissions';
import { uploadLimits } from '../../contract/uploads';
import { attachFiles } from '../../rules/attachedFiles';
import { caseKeyOf, caseReport } from '../../rules/cases';
import { completionTexts } from '../../rules/caseTexts';
import { joinedText } from '../../rules/joinedDrafts';
import { UNSUPPORTED_FILE } from '../../rules/mediaTexts';
import { completionOf, isCaseGone } from '../../rules/submissions/cases';
import { uploadTexts } from '../../rules/uploadTexts';
import { type FormDraftEvent, locate } from '../ports';
import { isHeldUp, type TrackingEvent, tracking } from '../submissions/tracking';
import { keepOnRestart, workflow } from '../supervision';
import { completionBarMachine, type Flash } from './completionBar.machine';
import { type CompletionContext, type CompletionInput, contextOf } from './completionContext';
import { completionDraft, draftStore, prepareFiles } from './ports';

export type CompletionEvent =
  | { type: 'notes.changed'; notes: string }
  | { type: 'files.choose'; files: readonly File[] }
  | { type: 'file.remove'; name: string }
  | { type: 'compression.toggle' }
  | { type: 'report.copy' }
  | { type: 'completion.submit' }
  | { type: 'submission.cancel' }
  | { type: 'dialog.close' }
  | FormDraftEvent<CompletionDraft>
  | TrackingEvent;

/** The submission. @throws if there is none, which cannot happen in the states that use it. */
const requireSubmission = ({ submission }: CompletionContext): CompletionSubmission => {
  if (!submission) throw new Error('nothing was submitted');
  return submission;
};

const itsEvent = <Event>({ event }: { event: Event }) => event;
const addStoredNotes = { type: 'joinNotes', params: itsEvent<{ draft: CompletionDraft }> } as const;
const addStoredFiles = { type: 'joinFiles', params: itsEvent<{ files: readonly File[] }> } as const;

/** The error of the notes by the contract's own rule; null if they are valid. */
const problemOf = (notes: string) => problemsOf(CompletionDetails, { resolutionNotes: notes }).resolutionNotes ?? null;

/**
 * The dialog that marks a case as done (S2 §2, §4, §5): notes, media, and the position at the end. It is done when the dialog is
 * closed.
 */
export const completionMachine = workflow({
  types: {
    input: {} as CompletionInput,
    context: {} as CompletionContext,
    events: {} as CompletionEvent,
    children: {} as { bar: 'bar'; draftStore: 'draftStore'; tracking: 'tracking' },
  },
  actors: { bar: completionBarMachine, draftStore, locate, prepareFiles, tracking },
  /** For all photos of a case together, in milliseconds. */
  delays: { prepareTimeout: 60_000 },
  actions: {
    attach: enqueueActions(({ context, enqueue }, { files }: { files: readonly File[] }) => {
      const attached = attachFiles(context.files, files).files;
      enqueue.assign({ files: attached });
      enqueue.sendTo('draftStore', { type: 'files.keep', files: attached });
    }),
    /** What was stored comes before what was written or chosen meanwhile, and is stored again with it. */
    joinNotes: enqueueActions(({ context: { notes, wasTried }, enqueue }, { draft }: { draft: CompletionDraft }) => {
      const joined = { notes: joinedText(draft.notes, notes), wasTried: draft.wasTried || wasTried };
      enqueue.assign(joined);
      if (notes !== '' || wasTried) enqueue.sendTo('draftStore', { type: 'draft.keep', draft: joined });
    }),
    joinFiles: enqueueActions(({ context, enqueue }, { files }: { files: readonly File[] }) => {
      const joined = attachFiles(files, context.files).files;
      enqueue.assign({ files: joined });
      if (context.files.length > 0) enqueue.sendTo('draftStore', { type: 'files.keep', files: joined });
    }),
    askAgain: assign({ failure: completionTexts.restored }),
    storeNotes: sendTo('draftStore', ({ context: { notes, wasTried } }) => ({
      type: 'draft.keep' as const,
      draft: notes === '' && !wasTried ? null : { notes, wasTried },
    })),
    storeFiles: sendTo('draftStore', ({ context: { files } }) => ({ type: 'files.keep' as const, files })),
    forgetDraft: enqueueActions(({ enqueue }) => {
      enqueue.sendTo('draftStore', { type: 'draft.keep', draft: null });
      enqueue.sendTo('draftStore', { type: 'files.keep', files: [] });
    }),
    flash: sendTo('bar', (_, flash: Flash) => ({ type: 'flash.show' as const, flash })),
    keepItem: assign(({ event }) => (event.type === 'submission.updated' ? { item: event.item } : {})),
    /** The completion is edited again, but the last try to send it may have arrived. */
    rememberTry: assign({ wasTried: ({ context: { item } }) => item?.submission.wasTried ?? false }),
    withdraw: sendTo(
      ({ context }) => context.queue,
      ({ context }) => ({ type: 'submission.withdraw', id: requireSubmission(context).id }),
    ),
  },
}).createMachine({
  id: 'completion',
  context: ({ input }) => contextOf(input),
  invoke: [
    { id: 'bar', src: 'bar' },
    {
      id: 'draftStore',
      src: 'draftStore',
      input: ({ context: { myCase, userId } }) => ({ caseKey: caseKeyOf(myCase), userId }),
    },
  ],
  initial: 'opening',
  on: {
    'draft.keeping': {
      actions: assign({ isDraftKept: ({ event }) => event.isKept }),
      description: 'If this browser cannot store the draft, the member is told so.',
    },
  },
  states: {
    opening: {
      always: [
        {
          guard: ({ context }) => context.submission !== null,
          target: 'editing',
          actions: ['storeNotes', 'storeFiles', 'withdraw'],
          description:
            'A completion that waits to be sent is edited. It is not sent meanwhile: what is on the screen would not be what has arrived. DECISIONS 336',
        },
        { target: 'editing' },
      ],
    },
    editing: {
      on: {
        'draft.restored': {
          actions: addStoredNotes,
          description:
            'Restores what was written before a reload. If it was read late, what was written meanwhile is added to it. DECISIONS 73, 250',
        },
        'files.restored': { actions: addStoredFiles },
        'notes.changed': {
          actions: [
            assign(({ context, event: { notes } }) => ({
              notes,
              notesError: context.notesError === null ? null : problemOf(notes),
            })),
            'storeNotes',
          ],
        },
        'files.choose': [
          {
            guard: ({ context, event }) => attachFiles(context.files, event.files).hasUnsupported,
            actions: [
              { type: 'flash', params: { tone: 'danger', text: UNSUPPORTED_FILE } },
              { type: 'attach', params: ({ event }) => event },
            ],
            description: 'Image, video and audio accepted. S2 §5',
          },
          {
            guard: ({ context, event }) => attachFiles(context.files, event.files).hasTooMany,
            actions: [
              { type: 'flash', params: { tone: 'danger', text: uploadTexts.tooMany(uploadLimits.formFiles) } },
              { type: 'attach', params: ({ event }) => event },
            ],
            description: 'A form takes at most ten files. DECISIONS 84',
          },
          {
            guard: ({ context, event }) => attachFiles(context.files, event.files).doubled !== null,
            actions: [
              {
                type: 'flash',
                params: ({ context, event }) => ({
                  tone: 'info',
                  text: completionTexts.doubled(attachFiles(context.files, event.files).doubled ?? ''),
                }),
              },
              { type: 'attach', params: ({ event }) => event },
            ],
            description: 'Files with the same name are not added twice. S2 §5',
          },
          { actions: { type: 'attach', params: ({ event }) => event } },
        ],
        'file.remove': {
          guard: ({ context, event }) => context.files.some(({ name }) => name === event.name),
          actions: [
            assign({ files: ({ context, event }) => context.files.filter(({ name }) => name !== event.name) }),
            { type: 'flash', params: ({ event }) => ({ tone: 'info', text: completionTexts.removed(event.name) }) },
            'storeFiles',
          ],
        },
        'compression.toggle': { actions: assign({ compresses: ({ context }) => !context.compresses }) },
        'report.copy': [
          {
            guard: ({ context }) => context.notes.trim() === '',
            actions: { type: 'flash', params: { tone: 'danger', text: completionTexts.noNotes } },
            description: "'Please write the resolution notes before copying.' S2 §5",
          },
          {
            actions: sendTo('bar', ({ context: { myCase, notes } }) => ({
              type: 'report.copy' as const,
              text: caseReport(myCase, notes),
            })),
          },
        ],
        'completion.submit': [
          {
            guard: ({ context }) => problemOf(context.notes) !== null,
            actions: assign({ notesError: ({ context }) => problemOf(context.notes) }),
            description: 'Notes are required. S2 §5',
          },
          {
            target: 'preparing',
            actions: assign(({ context: { files } }) => ({ failure: null, place: null, prepared: files, item: null })),
          },
        ],
        'dialog.close': { target: 'left' },
      },
    },
    preparing: {
      initial: 'locating',
      on: {
        'submission.cancel': { target: 'editing', description: 'The notes and the files stay.' },
        'draft.restored': {
          target: 'editing',
          actions: [addStoredNotes, 'askAgain'],
          description:
            'It was read after the press on Complete: the member sees all of it before it is sent. DECISIONS 250',
        },
        'files.restored': { target: 'editing', actions: [addStoredFiles, 'askAgain'] },
      },
      states: {
        locating: {
          description: 'Finds the position at the end of the case. The case can be completed without it.',
          invoke: {
            id: 'locate',
            src: 'locate',
            onDone: { target: 'judging', actions: assign({ place: ({ event }) => event.output }) },
            onError: { target: 'judging' },
          },
        },
        judging: {
          always: [
            { guard: ({ context }) => context.compresses && context.files.length > 0, target: 'compressing' },
            { target: '#completion.submitted' },
          ],
        },
        compressing: {
          description: 'Images become at most 0.8 MB and 1280 px, JPEG, quality 0.7. S2 §5',
          invoke: {
            id: 'prepareFiles',
            src: 'prepareFiles',
            input: ({ context }) => context.files,
            onDone: { target: '#completion.submitted', actions: assign({ prepared: ({ event }) => event.output }) },
            onError: { target: '#completion.submitted', description: 'The original files are sent.' },
          },
          after: {
            prepareTimeout: {
              target: '#completion.submitted',
              description:
                'If the browser kills the worker because memory is short, no answer ever comes: the original files are sent.',
            },
          },
        },
      },
    },
    submitted: {
      description: 'It is sent through the submission queue, which stores it on the device with its files.',
      entry: [
        assign(({ context: { myCase, notes, place, prepared, wasTried, world } }) => ({
          submission: completionOf(myCase, { resolutionNotes: notes.trim(), place, files: prepared, wasTried }, world),
        })),
        sendTo(
          ({ context }) => context.queue,
          ({ context }) => ({
            type: 'submission.queue',
            submission: requireSubmission(context),
            drafts: formKeys(completionDraft(caseKeyOf(context.myCase))),
          }),
        ),
      ],
      invoke: {
        id: 'tracking',
        src: 'tracking',
        input: ({ context }) => ({ queue: context.queue, id: requireSubmission(context).id, isItsScreen: true }),
      },
      on: {
        'submission.delivered': [
          { guard: ({ event }) => event.wasEarlier, target: 'completed.earlier' },
          { target: 'completed' },
        ],
        'submission.updated': [
          {
            guard: ({ event }) => event.isWithdrawn === true,
            target: 'editing',
            actions: ['rememberTry', 'storeNotes', 'storeFiles'],
            description: 'It was deleted from the queue meanwhile. The notes and the files stay.',
          },
          { guard: ({ event }) => event.item === null, target: 'completed', description: 'Another tab has sent it.' },
          {
            guard: ({ event }) => event.item !== null && isCaseGone(event.item.submission),
            target: '.gone',
            actions: 'keepItem',
            description:
              'It stays in the tray, where it can become a note of the incident even after the dialog is closed.',
          },
          {
            guard: ({ event }) => event.item?.submission.status === 'refused',
            target: 'editing',
            actions: [
              assign(({ event }) => ({ failure: event.item?.submission.reason ?? null, wasTried: false })),
              'withdraw',
              'storeNotes',
              'storeFiles',
            ],
            description: "'Failed to complete the case.' or the server message. S2 §8",
          },
          {
            guard: ({ event }) => isHeldUp(event) && event.item?.keeping === 'kept',
            target: '.kept',
            actions: ['keepItem', 'forgetDraft'],
          },
          {
            guard: ({ event }) => isHeldUp(event),
            target: '.kept',
            actions: 'keepItem',
            description: 'The device has not stored the submission (yet), so the draft is the only copy and stays.',
          },
          { actions: 'keepItem' },
        ],
        'submission.cancel': {
          target: 'editing',
          actions: ['rememberTry', 'withdraw', 'storeNotes', 'storeFiles'],
          description: 'The notes and the files stay. The submission may have arrived nevertheless. DECISIONS 73',
        },
      },
      initial: 'underWay',
      states: {
        underWay: {},
        kept: {
          description: 'It waits on this device and is sent automatically, even after the dialog is closed.',
          on: { 'dialog.close': { target: '#completion.left' } },
        },
        gone: {
          description: 'The server has refused it, because the case is not open any more or has another team.',
          on: {
            'dialog.close': { target: '#completion.left' },
            'submission.updated': {
              guard: ({ event }) => event.item === null,
              target: '#completion.left',
              description: 'It was added to the incident as a note, or deleted.',
            },
          },
        },
      },
    },
    completed: {
      description: "'Case completed successfully!' S2 §8",
      entry: 'forgetDraft',
      on: { 'dialog.close': { target: 'closed' } },
      initial: 'now',
      states: {
        now: {},
        earlier: { description: 'An earlier try has completed it, so later changes are not part of it.' },
      },
    },
    closed: { type: 'final', description: 'The case is completed.' },
    left: { type: 'final', description: 'The member has not completed the case, or not yet.' },
  },
});
keepOnRestart(completionMachine, 'notes', 'files');
export type CompletionRef = ActorRefFrom<typeof completionMachine>;
export type CompletionSnapshot = SnapshotFrom<typeof completionMachine>;
