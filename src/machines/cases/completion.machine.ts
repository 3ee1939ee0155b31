import { type ActorRefFrom, assign, enqueueActions, type SnapshotFrom, sendTo } from 'xstate';
import { draftKeys, formKeys } from '../../contract/drafts';
import { uploadLimits } from '../../contract/uploads';
import { caseKeyOf, caseReport, withLabel } from '../../rules/cases/cases';
import { completionTexts } from '../../rules/cases/caseTexts';
import { completionFormTexts, problemOf, reopenedNotice } from '../../rules/cases/myCasesTexts';
import { joinedText } from '../../rules/joinedDrafts';
import { attachFiles, uploadTexts } from '../../rules/media/attachedFiles';
import { PREPARATION_LIMIT } from '../../rules/media/media';
import { UNSUPPORTED_FILE } from '../../rules/media/mediaTexts';
import { completionOf, isCaseGone } from '../../rules/submissions/cases';
import { locate, prepareFile } from '../ports';
import { isHeldUp, tracking } from '../submissions/tracking';
import { keepOnRestart, workflow } from '../supervision';
import { completionBarMachine, type Flash } from './completionBar.machine';
import { type CompletionContext, type CompletionEvent, type CompletionInput, withPrepared } from './completionForm';
import { draftStore } from './ports';

/** The dialog that marks a case as done (S2 §2, §4, §5): notes, media, and the position at the end. It is done when it is closed. */
export const completionMachine = workflow({
  types: {
    input: {} as CompletionInput,
    context: {} as CompletionContext,
    events: {} as CompletionEvent,
    children: {} as { bar: 'bar'; draftStore: 'draftStore'; tracking: 'tracking' },
  },
  actors: { bar: completionBarMachine, draftStore, locate, prepareFile, tracking },
  delays: { prepareTimeout: PREPARATION_LIMIT },
  actions: {
    attach: enqueueActions(({ context, enqueue, event }) => {
      if (event.type !== 'files.choose') return;
      const { files } = attachFiles(context.files, event.files);
      enqueue.assign({ files });
      enqueue.sendTo('draftStore', { type: 'files.keep', files });
    }),
    /** What was stored comes before what was written or chosen meanwhile, and is stored again with it. */
    joinNotes: enqueueActions(({ context: { myCase, notes, wasTried }, enqueue, event }) => {
      if (event.type !== 'draft.restored') return;
      const draft = { notes: joinedText(event.draft.notes, notes), wasTried: event.draft.wasTried || wasTried };
      enqueue.assign(draft);
      if (notes !== '' || wasTried)
        enqueue.sendTo('draftStore', { type: 'draft.keep', draft: withLabel(draft, myCase) });
    }),
    joinFiles: enqueueActions(({ context, enqueue, event }) => {
      if (event.type !== 'files.restored') return;
      const { files } = attachFiles(event.files, context.files);
      enqueue.assign({ files });
      if (context.files.length > 0) enqueue.sendTo('draftStore', { type: 'files.keep', files });
    }),
    askAgain: assign({ notice: { tone: 'info', text: completionFormTexts.restored } }),
    storeNotes: sendTo('draftStore', ({ context: { myCase, notes, wasTried } }) => ({
      type: 'draft.keep' as const,
      draft: notes === '' && !wasTried ? null : withLabel({ notes, wasTried }, myCase),
    })),
    storeFiles: sendTo('draftStore', ({ context: { files } }) => ({ type: 'files.keep' as const, files })),
    /** Stores the name of the case for files without notes. Not sooner, because stored notes that are not read yet would be replaced. */
    labelFiles: enqueueActions(({ context: { files, myCase, notes, wasTried }, enqueue }) => {
      if (notes !== '' || files.length === 0) return;
      enqueue.sendTo('draftStore', { type: 'draft.keep', draft: withLabel({ notes, wasTried }, myCase) });
    }),
    forgetDraft: enqueueActions(({ enqueue }) => {
      enqueue.sendTo('draftStore', { type: 'draft.keep', draft: null });
      enqueue.sendTo('draftStore', { type: 'files.keep', files: [] });
    }),
    flash: sendTo('bar', (_, flash: Flash) => ({ type: 'flash.show' as const, flash })),
    /** Remembers whether a try to send it may have arrived, also for when the completion is edited and sent again. */
    keepItem: assign(({ event }) =>
      event.type === 'submission.updated' && event.item
        ? { item: event.item, wasTried: event.item.submission.wasTried }
        : {},
    ),
    withdraw: enqueueActions(({ context: { submissionId, myCase, queue }, enqueue }) => {
      const drafts = formKeys(draftKeys.completion(caseKeyOf(myCase)));
      enqueue.sendTo(queue, { type: 'submission.withdraw', id: submissionId ?? '', drafts });
    }),
  },
}).createMachine({
  id: 'completion',
  context: ({ input: { waiting, ...input } }) => ({
    ...input,
    notes: waiting?.content.resolutionNotes ?? '',
    files: waiting?.content.files ?? [],
    compresses: true,
    notice: waiting ? reopenedNotice(waiting) : null,
    place: null,
    prepared: [],
    submissionId: waiting?.id ?? null,
    item: null,
    // What was refused has not completed the case, so a later 409 means that somebody else has.
    wasTried: waiting?.status === 'waiting' && waiting.wasTried,
    isDraftKept: true,
  }),
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
          guard: ({ context }) => context.submissionId !== null,
          target: 'editing',
          actions: ['storeNotes', 'storeFiles', 'withdraw'],
          description:
            'A completion that waits to be sent, or was refused, is edited. It is not sent meanwhile: what is on the screen would not be what has arrived. DECISIONS 336, 351',
        },
        { target: 'editing' },
      ],
    },
    editing: {
      on: {
        'draft.restored': {
          actions: 'joinNotes',
          description:
            'Restores what was written before a reload. If it was read late, what was written meanwhile is added to it. DECISIONS 73, 250',
        },
        'files.restored': { actions: 'joinFiles' },
        'notes.changed': { actions: [assign({ notes: ({ event }) => event.notes }), 'storeNotes'] },
        'files.choose': [
          {
            guard: ({ context, event }) => attachFiles(context.files, event.files).hasUnsupported,
            actions: [{ type: 'flash', params: { tone: 'danger', text: UNSUPPORTED_FILE } }, 'attach'],
            description: 'Image, video and audio accepted. S2 §5',
          },
          {
            guard: ({ context, event }) => attachFiles(context.files, event.files).hasTooMany,
            actions: [
              { type: 'flash', params: { tone: 'danger', text: uploadTexts.tooMany(uploadLimits.formFiles) } },
              'attach',
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
                  text: completionFormTexts.doubled(attachFiles(context.files, event.files).doubled ?? ''),
                }),
              },
              'attach',
            ],
            description: 'Files with the same name are not added twice. S2 §5',
          },
          { actions: 'attach' },
        ],
        'file.remove': {
          guard: ({ context, event }) => context.files.some(({ name }) => name === event.name),
          actions: [
            assign({ files: ({ context, event }) => context.files.filter(({ name }) => name !== event.name) }),
            { type: 'flash', params: ({ event }) => ({ tone: 'info', text: completionFormTexts.removed(event.name) }) },
            'storeFiles',
          ],
        },
        'compression.toggle': { actions: assign({ compresses: ({ context }) => !context.compresses }) },
        'report.copy': [
          {
            guard: ({ context }) => context.notes.trim() === '',
            actions: { type: 'flash', params: { tone: 'danger', text: completionFormTexts.noNotes } },
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
            target: '.incomplete',
            description: 'Notes are required. S2 §5',
          },
          {
            target: 'preparing',
            actions: assign(({ context: { compresses, files } }) => ({
              notice: null,
              place: null,
              prepared: compresses ? [] : files,
              item: null,
            })),
          },
        ],
        'dialog.close': { target: 'left', actions: 'labelFiles' },
      },
      initial: 'quiet',
      states: {
        quiet: {},
        incomplete: { description: 'After such a press a problem of the notes is shown as long as there is one.' },
      },
    },
    preparing: {
      initial: 'locating',
      on: {
        'submission.cancel': { target: 'editing', description: 'The notes and the files stay.' },
        'draft.restored': {
          target: 'editing',
          actions: ['joinNotes', 'askAgain'],
          description:
            'It was read after the press on Complete: the member sees all of it before it is sent. DECISIONS 250',
        },
        'files.restored': { target: 'editing', actions: ['joinFiles', 'askAgain'] },
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
            { guard: ({ context: { files, prepared } }) => prepared.length < files.length, target: 'compressing' },
            { target: '#completion.submitted' },
          ],
        },
        compressing: {
          description:
            'One after the other, images become at most 0.8 MB and 1280 px, JPEG, quality 0.7; the original where that fails. S2 §5',
          invoke: {
            id: 'prepareFile',
            src: 'prepareFile',
            input: ({ context: { files, prepared } }) => {
              const next = files[prepared.length];
              if (!next) throw new Error('there is nothing to prepare');
              return next;
            },
            onDone: { target: 'judging', actions: assign(({ context, event }) => withPrepared(context, event.output)) },
            onError: { target: 'judging', actions: assign(({ context }) => withPrepared(context)) },
          },
          after: {
            prepareTimeout: {
              target: 'judging',
              actions: assign(({ context }) => withPrepared(context)),
              description: 'If the browser kills the worker because memory is short, no answer ever comes.',
            },
          },
        },
      },
    },
    submitted: {
      description: 'It is sent through the submission queue, which stores it on the device with its files.',
      entry: enqueueActions(({ context: { myCase, notes, place, prepared, queue, wasTried, world }, enqueue }) => {
        const content = { resolutionNotes: notes.trim(), place, files: prepared, wasTried };
        const submission = completionOf(myCase, content, world);
        enqueue.assign({ submissionId: submission.id });
        const drafts = formKeys(draftKeys.completion(caseKeyOf(myCase)));
        enqueue.sendTo(queue, { type: 'submission.queue', submission, drafts });
      }),
      invoke: {
        id: 'tracking',
        src: 'tracking',
        input: ({ context: { queue, submissionId } }) => ({ queue, id: submissionId ?? '', isItsScreen: true }),
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
            actions: ['storeNotes', 'storeFiles'],
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
              assign({
                notice: ({ event }) => ({
                  tone: 'danger',
                  text: event.item?.submission.reason ?? completionTexts.failure(null),
                }),
                wasTried: false,
              }),
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
          actions: ['withdraw', 'storeNotes', 'storeFiles'],
          description: 'The notes and the files stay. The submission may have arrived nevertheless. DECISIONS 73',
        },
        'dialog.close': [
          {
            guard: ({ context: { item } }) => item?.keeping === 'kept',
            target: 'left',
            actions: 'forgetDraft',
            description: 'It goes on being sent, and a toast tells what becomes of it. DECISIONS 383',
          },
          { target: 'left', description: 'The device has not stored the submission (yet), so the draft stays.' },
        ],
      },
      initial: 'underWay',
      states: {
        underWay: {},
        kept: { description: 'It waits on this device and is sent automatically, even after the dialog is closed.' },
        gone: {
          description: 'The server has refused it, because the case is not open any more or has another team.',
          on: {
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
