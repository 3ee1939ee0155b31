import { type ActorRefFrom, and, assertEvent, assign, not, type SnapshotFrom, sendTo, stateIn } from 'xstate';
import { CompletionDetails, type MyCase } from '../../contract/cases';
import { statusOf } from '../../contract/failure';
import { problemsOf } from '../../contract/problems';
import { uploadLimits } from '../../contract/uploads';
import { attachFiles } from '../../rules/attachedFiles';
import { caseKeyOf, caseReport, isSameCase } from '../../rules/cases';
import { completionTexts } from '../../rules/caseTexts';
import type { Place } from '../../rules/incidents';
import { UNSUPPORTED_FILE } from '../../rules/mediaTexts';
import { uploadTexts } from '../../rules/uploadTexts';
import { locate } from '../ports';
import { workflow } from '../supervision';
import type { World } from '../world';
import { type CompletionBarEvent, completionBarMachine, type Flash } from './completionBar.machine';
import {
  type CompletionDraft,
  completeCase,
  fetchMyCases,
  notesStore,
  prepareFiles,
  type SubmissionEvent,
} from './ports';

interface CompletionInput {
  myCase: MyCase;
  userId: string;
  world: World;
}

export type CompletionEvent =
  | { type: 'notes.changed'; notes: string }
  | { type: 'files.choose'; files: readonly File[] }
  | { type: 'file.remove'; name: string }
  | { type: 'compression.toggle' }
  | { type: 'report.copy' }
  | { type: 'completion.submit' }
  | { type: 'submission.cancel' }
  | { type: 'dialog.close' }
  | { type: 'draft.restored'; draft: CompletionDraft }
  | SubmissionEvent;

interface CompletionContext extends CompletionInput {
  notes: string;
  files: readonly File[];
  /** S2 §5: the image compression toggle, default on. */
  compresses: boolean;
  /** What is wrong with the notes. */
  notesError: string | null;
  /** Why the case could not be completed. */
  failure: string | null;
  /** Where the device was at the last try; null where that is not known. */
  place: Place | null;
  /** The files as they are sent. */
  prepared: readonly File[];
  /** How much has gone out, 0 to 1. */
  fraction: number;
  /** The same for every try, so that none of them completes anything twice (DECISIONS 9). */
  idempotencyKey: string;
}

/** Whether the server has said that it did not take it. After a 5xx or an unreadable answer nobody knows. */
const isRefusal = (error: unknown) => statusOf(error) >= 400 && statusOf(error) < 500;

/** What is wrong with notes, by the contract's own rule; null when nothing is. */
const problemOf = (notes: string) => problemsOf(CompletionDetails, { resolutionNotes: notes }).resolutionNotes ?? null;

const flashing = (tone: Flash['tone'], text: string): CompletionBarEvent => ({
  type: 'flash.show',
  flash: { tone, text },
});

/** Marking a case as done (S2 §2, §4, §5): notes, media, the place at the end. Done when the dialog is closed; says whether the case is. */
export const completionMachine = workflow({
  types: {
    input: {} as CompletionInput,
    context: {} as CompletionContext,
    events: {} as CompletionEvent,
    output: {} as { isCompleted: boolean },
    children: {} as { bar: 'bar'; notesStore: 'notesStore' },
  },
  actors: { bar: completionBarMachine, completeCase, fetchMyCases, locate, notesStore, prepareFiles },
  guards: {
    /** A try before the present one may have completed the case. */
    mayBeCompleted: stateIn({ open: { earlierTry: 'unanswered' } }),
    isSending: stateIn({ open: { work: { submitting: 'sending' } } }),
    hasNoNotes: ({ context }) => context.notes.trim() === '',
  },
  actions: {
    keepNotes: assign(({ context, event }) => {
      assertEvent(event, 'notes.changed');
      return { notes: event.notes, notesError: context.notesError === null ? null : problemOf(event.notes) };
    }),
    attach: assign({
      files: ({ context }, { files }: { files: readonly File[] }) => attachFiles(context.files, files).files,
    }),
    keepFailure: assign({ failure: (_, { error }: { error: unknown }) => completionTexts.failure(error) }),
    /** `isTried`: whether a try with this key may have completed the case. */
    storeDraft: sendTo(
      'notesStore',
      ({ context: { notes, idempotencyKey, place } }, { isTried }: { isTried: boolean }) => ({
        type: 'draft.keep' as const,
        draft: notes === '' && !isTried ? null : { notes, idempotencyKey, unanswered: isTried ? { place } : null },
      }),
    ),
  },
}).createMachine({
  id: 'completion',
  context: ({ input }) => ({
    ...input,
    notes: '',
    files: [],
    compresses: true,
    notesError: null,
    failure: null,
    place: null,
    prepared: [],
    fraction: 0,
    idempotencyKey: input.world.createId(),
  }),
  output: ({ event }) => ({ isCompleted: event.output === 'completed' }),
  invoke: [
    { id: 'bar', src: 'bar' },
    {
      id: 'notesStore',
      src: 'notesStore',
      input: ({ context: { myCase, userId } }) => ({ caseKey: caseKeyOf(myCase), userId }),
    },
  ],
  initial: 'open',
  states: {
    open: {
      type: 'parallel',
      states: {
        work: {
          initial: 'editing',
          states: {
            editing: {
              on: {
                'draft.restored': {
                  guard: and([not('mayBeCompleted'), ({ context }) => context.notes === '']),
                  actions: assign(({ event: { draft } }) => ({
                    notes: draft.notes,
                    idempotencyKey: draft.idempotencyKey,
                    place: draft.unanswered?.place ?? null,
                  })),
                  description:
                    'What was written before a reload is there again, with the key of its first try. Decision 73',
                },
                'notes.changed': [
                  {
                    guard: 'mayBeCompleted',
                    actions: ['keepNotes', { type: 'storeDraft', params: { isTried: true } }],
                  },
                  { actions: ['keepNotes', { type: 'storeDraft', params: { isTried: false } }] },
                ],
                'files.choose': [
                  {
                    guard: ({ context, event }) => attachFiles(context.files, event.files).hasUnsupported,
                    actions: [
                      sendTo('bar', flashing('danger', UNSUPPORTED_FILE)),
                      { type: 'attach', params: ({ event }) => event },
                    ],
                    description: 'Image, video and audio accepted. S2 §5',
                  },
                  {
                    guard: ({ context, event }) => attachFiles(context.files, event.files).hasTooMany,
                    actions: [
                      sendTo('bar', flashing('danger', uploadTexts.tooMany(uploadLimits.formFiles))),
                      { type: 'attach', params: ({ event }) => event },
                    ],
                    description: 'A form takes ten files. Decision 84',
                  },
                  {
                    guard: ({ context, event }) => attachFiles(context.files, event.files).doubled !== null,
                    actions: [
                      sendTo('bar', ({ context, event }) =>
                        flashing(
                          'info',
                          completionTexts.doubled(attachFiles(context.files, event.files).doubled ?? ''),
                        ),
                      ),
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
                    sendTo('bar', ({ event }) => flashing('info', completionTexts.removed(event.name))),
                  ],
                },
                'compression.toggle': { actions: assign({ compresses: ({ context }) => !context.compresses }) },
                'report.copy': [
                  {
                    guard: 'hasNoNotes',
                    actions: sendTo('bar', flashing('danger', completionTexts.noNotes)),
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
                    target: 'submitting',
                    actions: assign(({ context: { files } }) => ({ failure: null, prepared: files, fraction: 0 })),
                  },
                ],
                'dialog.close': { target: '#completion.left' },
              },
            },
            submitting: {
              initial: 'starting',
              on: { 'submission.cancel': { target: 'editing', description: 'Nothing is lost: notes and files stay.' } },
              states: {
                starting: {
                  always: [
                    {
                      guard: 'mayBeCompleted',
                      target: 'judging',
                      description:
                        'A repeat carries the place of the try that got no answer: the same key must mean the same content. Decision 80',
                    },
                    { target: 'locating' },
                  ],
                },
                locating: {
                  description: 'The place at the end of the case. The case can be completed without it.',
                  entry: assign({ place: null }),
                  invoke: {
                    id: 'locate',
                    src: 'locate',
                    onDone: { target: 'judging', actions: assign({ place: ({ event }) => event.output }) },
                    onError: { target: 'judging' },
                  },
                },
                judging: {
                  always: [
                    {
                      guard: ({ context }) => context.compresses && context.files.length > 0,
                      target: 'preparing',
                    },
                    { target: 'sending' },
                  ],
                },
                preparing: {
                  description: 'Images become at most 0.8 MB and 1280 px, JPEG, quality 0.7. S2 §5',
                  invoke: {
                    id: 'prepareFiles',
                    src: 'prepareFiles',
                    input: ({ context }) => context.files,
                    onDone: { target: 'sending', actions: assign({ prepared: ({ event }) => event.output }) },
                    onError: { target: 'sending', description: 'The originals go out.' },
                  },
                },
                sending: {
                  // The page may be gone before the answer comes.
                  entry: { type: 'storeDraft', params: { isTried: true } },
                  invoke: {
                    id: 'completeCase',
                    src: 'completeCase',
                    input: ({ context: { myCase, notes, place, prepared, idempotencyKey } }) => ({
                      incidentId: myCase.incidentId,
                      resolutionNotes: notes.trim(),
                      place,
                      files: prepared,
                      idempotencyKey,
                    }),
                    onError: {
                      target: '#completion.open.work.editing',
                      actions: { type: 'keepFailure', params: ({ event }) => event },
                    },
                  },
                  on: {
                    'upload.progressed': { actions: assign({ fraction: ({ event }) => event.fraction }) },
                    'upload.done': { target: '#completion.completed' },
                    'upload.failed': [
                      {
                        guard: and(['mayBeCompleted', ({ event }) => [404, 409].includes(statusOf(event.error))]),
                        target: 'lookingUp',
                        actions: { type: 'keepFailure', params: ({ event }) => event },
                        description:
                          'An earlier try may have completed it: the case is no longer open, or the key is used up.',
                      },
                      {
                        guard: and([not('mayBeCompleted'), ({ event }) => isRefusal(event.error)]),
                        target: '#completion.open.work.editing',
                        actions: [
                          { type: 'keepFailure', params: ({ event }) => event },
                          { type: 'storeDraft', params: { isTried: false } },
                        ],
                        description: "'Failed to complete the case.' or the server message. S2 §8",
                      },
                      {
                        target: '#completion.open.work.editing',
                        actions: { type: 'keepFailure', params: ({ event }) => event },
                        description:
                          'It may have got through: the next try carries the same key and place. Decision 73',
                      },
                    ],
                  },
                },
                lookingUp: {
                  description:
                    'Did the try without an answer complete the case? Then it is no longer listed. Decision 73',
                  invoke: {
                    id: 'fetchMyCases',
                    src: 'fetchMyCases',
                    onDone: [
                      {
                        guard: ({ context, event }) => !event.output.some((one) => isSameCase(one, context.myCase)),
                        target: '#completion.completed.earlier',
                      },
                      {
                        target: ['#completion.open.work.editing', '#completion.open.earlierTry.none'],
                        actions: [
                          assign({ idempotencyKey: ({ context }) => context.world.createId() }),
                          { type: 'storeDraft', params: { isTried: false } },
                        ],
                        description: 'It is still open, so nothing got through.',
                      },
                    ],
                    onError: { target: '#completion.open.work.editing' },
                  },
                },
              },
            },
          },
        },
        earlierTry: {
          description: 'Whether an earlier try may have completed the case although no answer came.',
          initial: 'none',
          states: {
            none: {
              on: {
                'draft.restored': {
                  guard: ({ context, event }) => context.notes === '' && event.draft.unanswered !== null,
                  target: 'unanswered',
                  description: 'A try from before the reload. Decision 73',
                },
                'upload.failed': {
                  guard: and(['isSending', ({ event }) => !isRefusal(event.error)]),
                  target: 'unanswered',
                  description: 'No answer, an unreadable one, or a failing server.',
                },
                'submission.cancel': {
                  guard: 'isSending',
                  target: 'unanswered',
                  description: 'It was on its way already.',
                },
                'xstate.error.actor.completeCase': { guard: 'isSending', target: 'unanswered' },
              },
            },
            unanswered: {},
          },
        },
      },
    },
    completed: {
      description: "'Case completed successfully!' S2 §8",
      entry: sendTo('notesStore', { type: 'draft.keep', draft: null }),
      on: { 'dialog.close': { target: 'closed' } },
      initial: 'now',
      states: {
        now: {},
        earlier: { description: 'By an earlier try, so what was changed since then is not part of it.' },
      },
    },
    closed: { type: 'final', output: 'completed', description: 'The case is completed.' },
    left: { type: 'final', description: 'The case is still open.' },
  },
});
export type CompletionRef = ActorRefFrom<typeof completionMachine>;
export type CompletionSnapshot = SnapshotFrom<typeof completionMachine>;
