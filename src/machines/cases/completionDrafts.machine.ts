import { type ActorRefFrom, assign, type SnapshotFrom, sendTo } from 'xstate';
import type { KeptCompletion } from '../../contract/drafts';
import { workflow } from '../supervision';
import { textCopyingMachine } from '../textCopying.machine';
import { keptCompletions } from './ports';

type CompletionDraftsEvent =
  | { type: 'drafts.changed'; drafts: readonly KeptCompletion[] }
  /** The cases of the member's list. */
  | { type: 'cases.known'; caseKeys: readonly string[] }
  | { type: 'draft.discard'; caseKey: string }
  | { type: 'deletion.confirm' }
  | { type: 'dialog.close' };

interface CompletionDraftsContext {
  readonly userId: string;
  readonly drafts: readonly KeptCompletion[];
  /** The case of the draft that is to be deleted, or was last; empty before the first. */
  readonly caseKey: string;
}

/**
 * The drafts of completions that this device has stored (DECISIONS 365). The form of a case that is no longer in the list cannot be opened,
 * so its draft is shown on My Cases, where it can be copied, saved and deleted.
 */
export const completionDraftsMachine = workflow({
  types: {
    input: {} as { userId: string },
    context: {} as CompletionDraftsContext,
    events: {} as CompletionDraftsEvent,
    children: {} as { keptCompletions: 'keptCompletions'; textCopying: 'textCopying' },
  },
  actors: { keptCompletions, textCopying: textCopyingMachine },
  actions: {
    keepDrafts: assign(({ event }) => (event.type === 'drafts.changed' ? { drafts: event.drafts } : {})),
  },
}).createMachine({
  id: 'completionDrafts',
  context: ({ input: { userId } }) => ({ userId, drafts: [], caseKey: '' }),
  invoke: [
    { id: 'keptCompletions', src: 'keptCompletions', input: ({ context: { userId } }) => ({ userId }) },
    { id: 'textCopying', src: 'textCopying' },
  ],
  on: { 'drafts.changed': { actions: 'keepDrafts' } },
  initial: 'listed',
  states: {
    listed: {
      on: {
        'draft.discard': { target: 'asking', actions: assign({ caseKey: ({ event }) => event.caseKey }) },
      },
    },
    asking: {
      description: 'Photos and long texts would be lost, so the member is asked. DECISIONS 251',
      on: {
        'drafts.changed': {
          guard: ({ context, event }) => event.drafts.every(({ caseKey }) => caseKey !== context.caseKey),
          target: 'listed',
          actions: 'keepDrafts',
          description: 'It was sent or deleted in another tab.',
        },
        'cases.known': {
          guard: ({ context, event }) => event.caseKeys.includes(context.caseKey),
          target: 'listed',
          description: 'The case is in the list again, so the draft is in its form.',
        },
        'deletion.confirm': {
          target: 'listed',
          actions: sendTo('keptCompletions', ({ context: { caseKey } }) => ({ type: 'draft.delete', caseKey })),
          description: 'Its notes and its files are deleted from this device.',
        },
        'dialog.close': { target: 'listed' },
      },
    },
  },
});
export type CompletionDraftsRef = ActorRefFrom<typeof completionDraftsMachine>;
type CompletionDraftsSnapshot = SnapshotFrom<typeof completionDraftsMachine>;

/** All of them; none while the chart does not run. */
export const selectDrafts = (snapshot?: CompletionDraftsSnapshot) => snapshot?.context.drafts ?? none;
const none: readonly KeptCompletion[] = [];
/** The case of the draft about which the member is asked before it is deleted, or null. */
export const selectAsked = (snapshot: CompletionDraftsSnapshot) =>
  snapshot.matches('asking') ? snapshot.context.caseKey : null;
export const selectCopying = (snapshot: CompletionDraftsSnapshot) => snapshot.children.textCopying;
