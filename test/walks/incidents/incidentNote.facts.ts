import type { SnapshotFrom } from 'xstate';
import type { incidentNoteMachine } from '../../../src/machines/incidents/incidentNote.machine';
import type { Facts, Outcome } from '../../kit/facts';
import { dog } from './samples';

export type NoteSnapshot = SnapshotFrom<typeof incidentNoteMachine>;

const picture = (name: string) => new File(['photo'], name, { type: 'image/png' });
export const photo = picture('dog.png');
export const eleven = Array.from({ length: 11 }, (_, index) => picture(`${index}.png`));

export const TEXT = ' It limps. ';
const BLANKS = '  ';
const LONG = 'x'.repeat(4001);
export const noteEvents = {
  'Add Photo or Note': { type: 'note.write', incident: dog() },
  'it is closed meanwhile': { type: 'note.recall', incident: dog({ status: 'CLOSED' }) },
  'a text is written': { type: 'note.changed', text: TEXT },
  'a text that is too long is written': { type: 'note.changed', text: LONG },
  'blanks are written': { type: 'note.changed', text: BLANKS },
  'a photo is chosen': { type: 'files.choose', files: [photo] },
  'eleven photos are chosen': { type: 'files.choose', files: eleven },
  Add: { type: 'note.submit' },
  Cancel: { type: 'modal.close' },
} as const;

export const EMPTY = 'Write something, or add a photo.';
export const LIMIT = 'A note may have at most 4000 characters.';

export interface Shown {
  /** Whether the dialog is open. */
  readonly isWriting: boolean;
  /** Whether it says that the note is empty. */
  readonly isIncomplete: boolean;
  /** Whether what was not added is shown, if there is any. */
  readonly isUnsent: boolean;
  /** Whether the member is asked before that is deleted. */
  readonly isAsking: boolean;
}
export interface NoteOutcome extends Outcome {
  /** Whether the draft is read from this device. */
  readonly isRead?: true;
  /** What is in the field, and what is said about it. */
  readonly text?: string;
  readonly problem?: string | null;
  /** How many of the chosen files are attached. */
  readonly attached?: number;
  /** Why not all files were accepted; null if they were. */
  readonly fileFailure?: string | null;
  /** The note that is added. In all other cases none is. */
  readonly added?: { readonly text: string; readonly files: readonly File[] };
  /** Nothing of this note is left for the next one, except what this device has stored. */
  readonly isEmptied?: true;
  /** What this device could not store, and is still there. */
  readonly kept?: NoteSnapshot['context'];
}

export const isEmpty = ({ context: { text, files } }: NoteSnapshot) => text.trim() === '' && files.length === 0;
export const isTooLong = ({ context: { text } }: NoteSnapshot) => text.length > 4000;
/** Where a dialog leads that is closed: to what can be copied, if the incident takes no notes any more. */
const closed = ({ context: { shown } }: NoteSnapshot) => (shown?.status === 'CLOSED' ? 'unsent.shown' : 'closed');
const writes = (text: string, problem: string | null = null) => ({ to: 'writing.quiet', text, problem });

/** Adding a note or photos to an incident (DECISIONS 170). */
export const noteFacts: Facts<NoteSnapshot, Shown, NoteOutcome> = {
  closed: {
    shows: { isWriting: false },
    takes: {
      'Add Photo or Note': ({ context: { text } }) => ({ to: 'writing.quiet', isRead: true, text }),
      // DECISIONS 365
      'it is closed meanwhile': { to: 'unsent.shown', isRead: true },
    },
  },
  'unsent.shown': { shows: { isUnsent: true, isAsking: false } },
  writing: {
    shows: { isWriting: true },
    takes: {
      'a text is written': writes(TEXT),
      'a text that is too long is written': writes(LONG, LIMIT),
      'blanks are written': writes(BLANKS),
      'a photo is chosen': { to: 'writing.quiet', attached: 1, fileFailure: null },
      // DECISIONS 84
      'eleven photos are chosen': ({ context: { files } }) => ({
        to: 'writing.quiet',
        attached: 10 - files.length,
        fileFailure: 'At most 10 files can be attached.',
      }),
      Add: (is) => {
        if (isEmpty(is)) return 'writing.incomplete';
        const { text, files, isReady } = is.context;
        if (!isReady || isTooLong(is)) return null;
        return { to: closed(is), added: { text: text.trim(), files }, isEmptied: true };
      },
      Cancel: (is) => ({ to: closed(is), ...(is.context.isDraftKept ? { isEmptied: true } : { kept: is.context }) }),
    },
  },
  'writing.quiet': { shows: { isIncomplete: false } },
  'writing.incomplete': { shows: { isIncomplete: true } },
};
