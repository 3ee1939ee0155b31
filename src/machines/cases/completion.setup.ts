import { assign, sendTo, setup } from 'xstate';
import { CompletionDetails, type MyCase } from '../../contract/cases';
import { statusOf } from '../../contract/failure';
import { problemsOf } from '../../contract/problems';
import { uploadLimits } from '../../contract/uploads';
import { attachFiles } from '../../rules/attachedFiles';
import { caseReport } from '../../rules/caseReport';
import { isSameCase } from '../../rules/cases';
import { completionTexts } from '../../rules/caseTexts';
import type { Place } from '../../rules/incidents';
import { UNSUPPORTED_FILE } from '../../rules/mediaTexts';
import { uploadTexts } from '../../rules/uploadTexts';
import type { World } from '../world';
import { type CompletionBarEvent, completionBarMachine, type Flash } from './completionBar.machine';
import {
  type CompletionDraft,
  completeCase,
  fetchMyCases,
  locate,
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
  place: Place | null;
  /** The files as they are sent. */
  prepared: readonly File[];
  /** How much has gone out, 0 to 1. */
  fraction: number;
  /** The same for every try, so that none of them completes anything twice (DECISIONS 9). */
  idempotencyKey: string;
  /** The last try that may have got through without an answer, or null. */
  unanswered: CompletionDraft['unanswered'];
  /** Whether the present try comes after such a one. */
  isRepeat: boolean;
  /** Whether it was an earlier try that completed the case. */
  wasEarlier: boolean;
  isCompleted: boolean;
}

type Failed = { error: unknown };
type Chosen = { files: readonly File[] };

/** Whether the server has said that it did not take it. What a failing server or an unreadable answer means, nobody knows. */
const isAnswer = (error: unknown) => statusOf(error) >= 400 && statusOf(error) < 500;

/** What is wrong with notes, by the contract's own rule; null when nothing is. */
const problemOf = (notes: string) => problemsOf(CompletionDetails, { resolutionNotes: notes }).resolutionNotes ?? null;

const flashing = (tone: Flash['tone'], text: string): CompletionBarEvent => ({
  type: 'flash.show',
  flash: { tone, text },
});

/** What the chart of a completion knows, guards and does; its states are in `completion.machine.ts`. */
export const completionSetup = setup({
  types: {
    input: {} as CompletionInput,
    context: {} as CompletionContext,
    events: {} as CompletionEvent,
    output: {} as { isCompleted: boolean },
    children: {} as { bar: 'bar'; notesStore: 'notesStore' },
  },
  actors: { bar: completionBarMachine, completeCase, fetchMyCases, locate, notesStore, prepareFiles },
  guards: {
    hasNoNotes: ({ context }) => context.notes.trim() === '',
    isFaulty: ({ context }) => problemOf(context.notes) !== null,
    isUntouched: ({ context }) => context.notes === '',
    isRepeat: ({ context }) => context.isRepeat,
    /** Neither this try nor an earlier one can have got through. */
    isRefused: ({ context }, { error }: Failed) => !context.isRepeat && isAnswer(error),
    /** It may be over because an earlier try has got through: the case is no longer open, or the key is used up. */
    mayBeOver: ({ context }, { error }: Failed) => context.isRepeat && [404, 409].includes(statusOf(error)),
    isOver: ({ context }, { cases }: { cases: readonly MyCase[] }) =>
      !cases.some((one) => isSameCase(one, context.myCase)),
    isAttached: ({ context }, { name }: { name: string }) => context.files.some((file) => file.name === name),
    hasUnsupported: ({ context }, { files }: Chosen) => attachFiles(context.files, files).hasUnsupported,
    hasTooMany: ({ context }, { files }: Chosen) => attachFiles(context.files, files).hasTooMany,
    hasDoubled: ({ context }, { files }: Chosen) => attachFiles(context.files, files).doubled !== null,
    compresses: ({ context }) => context.compresses && context.files.length > 0,
  },
  actions: {
    keepNotes: assign(({ context }, { notes }: { notes: string }) => ({
      notes,
      notesError: context.notesError === null ? null : problemOf(notes),
    })),
    keepDraft: assign((_, draft: CompletionDraft) => draft),
    attach: assign(({ context }, { files }: Chosen) => ({ files: attachFiles(context.files, files).files })),
    drop: assign(({ context }, { name }: { name: string }) => ({
      files: context.files.filter((file) => file.name !== name),
    })),
    toggleCompression: assign({ compresses: ({ context }) => !context.compresses }),
    markNotes: assign({ notesError: ({ context }) => problemOf(context.notes) }),
    start: assign(({ context: { files, unanswered } }) => ({
      failure: null,
      place: unanswered?.place ?? null,
      prepared: files,
      fraction: 0,
      isRepeat: unanswered !== null,
    })),
    noteTry: assign({ unanswered: ({ context: { place } }) => ({ place }) }),
    forgetTry: assign({ unanswered: null }),
    renewKey: assign({ idempotencyKey: ({ context }) => context.world.createId() }),
    markEarlier: assign({ wasEarlier: true, failure: null }),
    keepPlace: assign({ place: (_, place: Place) => place }),
    keepPrepared: assign({ prepared: (_, files: readonly File[]) => files }),
    keepProgress: assign({ fraction: (_, { fraction }: { fraction: number }) => fraction }),
    keepFailure: assign({ failure: (_, { error }: Failed) => completionTexts.failure(error) }),
    storeDraft: sendTo('notesStore', ({ context: { notes, idempotencyKey, unanswered } }) => ({
      type: 'draft.keep' as const,
      draft: notes === '' && unanswered === null ? null : { notes, idempotencyKey, unanswered },
    })),
    clearStoredDraft: sendTo('notesStore', { type: 'draft.keep', draft: null }),
    copyReport: sendTo('bar', ({ context: { myCase, notes } }) => ({
      type: 'report.copy' as const,
      text: caseReport(myCase, notes),
    })),
    askForNotes: sendTo('bar', flashing('danger', completionTexts.noNotes)),
    sayRemoved: sendTo('bar', (_, { name }: { name: string }) => flashing('info', completionTexts.removed(name))),
    sayUnsupported: sendTo('bar', flashing('danger', UNSUPPORTED_FILE)),
    sayTooMany: sendTo('bar', flashing('danger', uploadTexts.tooMany(uploadLimits.formFiles))),
    sayDoubled: sendTo('bar', ({ context }, { files }: Chosen) =>
      flashing('info', completionTexts.doubled(attachFiles(context.files, files).doubled ?? '')),
    ),
    logFailure: ({ event }) => console.error('The completion of a case met an error', event),
  },
});
