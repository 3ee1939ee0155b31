import { expect } from 'vitest';
import type { AnyEventObject } from 'xstate';
import {
  incidentNoteMachine,
  selectAttachmentsActor,
  selectCopying,
  selectFileFailure,
  selectFiles,
  selectHasUnsent,
  selectIsAsking,
  selectIsDraftKept,
  selectIsPreparing,
  selectIsWriting,
  selectProblem,
  selectText,
} from '../../../src/machines/incidents/incidentNote.machine';
import type { QueueRef } from '../../../src/machines/submissions/queue.machine';
import { type Facts, statesOf } from '../../kit/facts';
import { testMutants } from '../../kit/mutants';
import { type RunningChart, recorder, said, scriptedWorld, streamPort, testWalk, walkOf } from '../../kit/walk';
import { keepingSamples, tellsOfKeeping } from '../draftKeeping';
import { tells } from '../telling';
import {
  EMPTY,
  eleven,
  type NoteOutcome,
  type NoteSnapshot,
  noteEvents,
  noteFacts,
  photo,
  type Shown,
  TEXT,
} from './incidentNote.facts';
import { dog, told, UNSUPPORTED_FILE } from './samples';

const props = () => ({
  ports: {
    attachments: streamPort<AnyEventObject>(),
    noteDraft: streamPort<AnyEventObject, { userId: string; incidentId: string }>(),
    textCopying: streamPort<AnyEventObject>(),
  },
  queue: recorder<QueueRef>(),
  world: scriptedWorld(),
});
type Setup = RunningChart<typeof incidentNoteMachine> & ReturnType<typeof props>;

/** An outcome that only this walk sees. */
interface OwnOutcome extends NoteOutcome {
  sees?(setup: Setup): void;
}
const isStored = ({ ports, read }: Setup) => {
  const text = read(selectText);
  expect(ports.noteDraft.received.at(-1)).toEqual({ type: 'draft.keep', draft: text.trim() === '' ? null : { text } });
};
const filesAre = (chosen: readonly File[], isReady: boolean, to: string) => ({
  to,
  sees: ({ read, ports }: Setup) => {
    expect([read(selectFiles), read(selectIsPreparing)]).toEqual([chosen, !isReady]);
    if (to !== 'closed') expect(ports.noteDraft.received.at(-1)).toEqual({ type: 'files.keep', files: chosen });
  },
});
/** What this device could not store is still there. */
const stays = (to: string, { context }: NoteSnapshot) => ({ to, kept: context });
/** What is restored comes first, and what is here already stays behind it. DECISIONS 250 */
const joins = (to: string, { context: { text } }: NoteSnapshot, sees: (setup: Setup) => void = () => {}) => ({
  to,
  sees: (setup: Setup) => {
    expect(setup.read(selectText).startsWith('Yesterday.')).toBe(true);
    expect(setup.read(selectText)).toContain(text.trim());
    sees(setup);
  },
});
/** The files of the draft are attached, but none that is there already. */
const attaches = (to: string, { context: { files } }: NoteSnapshot) => ({
  to,
  sees: ({ ports }: Setup) => {
    const missing = files.length > 0 ? [] : [photo];
    expect(ports.attachments.received.at(-1)).toEqual({ type: 'files.restore', files: missing });
  },
});
/** What this device has stored is read again. */
const readAgain = (to: string) => ({ to, isRead: true, isEmptied: true }) as const;

/** What only this walk sees: deletions, and what this device stores and prepares. */
const own: Facts<NoteSnapshot, Shown, OwnOutcome> = {
  closed: {
    takes: {
      'an open one is shown': 'closed',
      'the incident is deleted': { to: 'unsent.shown', isRead: true },
      'a photo is being made small': filesAre([photo], false, 'closed'),
      'a photo is ready': filesAre([photo], true, 'closed'),
      'no photos': filesAre([], true, 'closed'),
    },
  },
  unsent: {
    shows: { isWriting: false, isUnsent: true },
    takes: {
      'a draft is there': (before) => joins('unsent', before),
      'files are there': (before) => attaches('unsent', before),
      'it is closed meanwhile': (before) => stays('unsent', before),
      'a photo is being made small': 'unsent',
      'a photo is ready': 'unsent',
      'no photos': 'unsent',
      'Add Photo or Note': (before) =>
        before.context.isDraftKept ? readAgain('writing.quiet') : stays('writing.quiet', before),
      // It was reactivated, and another tab may add the note: if it is resolved again, the device is asked again.
      'an open one is shown': (before) =>
        before.context.isDraftKept ? { to: 'closed', isEmptied: true } : stays('closed', before),
    },
  },
  'unsent.shown': { takes: { 'delete what was not added': 'unsent.asking' } },
  'unsent.asking': {
    shows: { isAsking: true },
    takes: {
      'keep it': (before) => stays('unsent.shown', before),
      'delete it': {
        to: 'unsent.shown',
        isEmptied: true,
        sees: ({ ports }) =>
          expect(ports.noteDraft.received.slice(-2)).toEqual([
            { type: 'draft.keep', draft: null },
            { type: 'files.keep', files: [] },
          ]),
      },
    },
  },
  writing: {
    takes: {
      'a file is refused': { to: 'writing', fileFailure: UNSUPPORTED_FILE },
      'an open one is shown': (before) => stays('writing', before),
      'it is closed meanwhile': (before) => stays('writing', before),
      'a photo is being made small': filesAre([photo], false, 'writing'),
      'a photo is ready': filesAre([photo], true, 'writing'),
      'no photos': filesAre([], true, 'writing'),
      'a draft is there': (before) =>
        joins('writing', before, (setup) => {
          // Nothing is stored again before something was written here, because another tab may be sending the same note just now.
          if (before.context.text !== '') isStored(setup);
        }),
      'files are there': (before) => attaches('writing', before),
      ...tellsOfKeeping('writing', selectIsDraftKept),
      'the incident is deleted': (before) =>
        before.context.isDraftKept ? readAgain('unsent.shown') : stays('unsent.shown', before),
    },
  },
};

const walk = walkOf({
  machine: incidentNoteMachine,
  props,
  input: ({ queue, world }) => ({ incidentId: '3', me: { id: 'mira' }, queue: queue.ref, world }),
  keeps: ({ context }) => context.text,
  key: ({ context: { text, files, isReady, isDraftKept, shown } }) => [
    text.length,
    files.length,
    isReady,
    isDraftKept,
    shown?.status,
  ],
  samples: {
    ...noteEvents,
    'add to a closed one': { type: 'note.write', incident: dog({ status: 'CLOSED' }) },
    'add to a resolved one': { type: 'note.write', incident: dog({ status: 'RESOLVED' }) },
    'an open one is shown': { type: 'note.recall', incident: dog() },
    'the incident is deleted': { type: 'incident.deleted' },
    'a file is refused': said('attachments', { type: 'attachment.refused', reason: UNSUPPORTED_FILE }),
    'a photo is being made small': said('attachments', { type: 'attachments.changed', files: [photo], isReady: false }),
    'a photo is ready': said('attachments', { type: 'attachments.changed', files: [photo], isReady: true }),
    'no photos': said('attachments', { type: 'attachments.changed', files: [], isReady: true }),
    'a draft is there': said('noteDraft', { type: 'draft.restored', draft: { text: 'Yesterday.' } }),
    'files are there': said('noteDraft', { type: 'files.restored', files: [photo] }),
    ...keepingSamples('noteDraft'),
    'delete what was not added': { type: 'unsent.discard' },
    'delete it': { type: 'deletion.confirm' },
    'keep it': { type: 'dialog.close' },
  },
  ways: [
    {
      way: ['Add Photo or Note', 'a draft is there'],
      sees: ({ ports }) => expect(ports.noteDraft.received.map(({ type }) => type)).not.toContain('draft.keep'),
    },
    {
      way: ['Add Photo or Note', 'the device is full', 'Cancel', 'Add Photo or Note'],
      sees: ({ read }) => expect(read(selectIsDraftKept)).toBe(true),
    },
    {
      way: ['Add Photo or Note', 'the device is full', 'Cancel', 'it is closed meanwhile'],
      sees: ({ read }) => expect(read(selectIsDraftKept)).toBe(true),
    },
    {
      way: [
        ...([
          'Add Photo or Note',
          'a text is written',
          'the device is full',
          'Cancel',
          'it is closed meanwhile',
        ] as const),
        ...(['delete what was not added', 'delete it', 'Add Photo or Note'] as const),
      ],
      sees: ({ read }) => expect(read(selectIsDraftKept)).toBe(true),
    },
    {
      // What this device cannot store is there nevertheless when the member cancels because it is too late. DECISIONS 365
      way: [
        'Add Photo or Note',
        'a text is written',
        'a photo is ready',
        'the device is full',
        'Cancel',
        'it is closed meanwhile',
      ],
      sees: ({ read, ports }) => {
        expect([read(selectHasUnsent), read(selectText), read(selectFiles)]).toEqual([true, TEXT, [photo]]);
        expect(ports.attachments.received).toEqual([]);
      },
    },
    {
      way: ['Add Photo or Note', 'a text is written', 'the device is full', 'Cancel', 'Add Photo or Note'],
      sees: ({ read }) => expect([read(selectText), read(selectIsDraftKept)]).toEqual([TEXT, false]),
    },
    {
      way: ['Add Photo or Note', 'a file is refused', 'a photo is chosen'],
      sees: ({ read }) => expect(read(selectFileFailure)).toBe(null),
    },
  ],
  states: statesOf(noteFacts, {
    own,
    shows({ actor, read, ports }: Setup, { isWriting, isIncomplete, isUnsent, isAsking }) {
      const { incident, text, files } = read(({ context }) => context);
      expect(ports.noteDraft.running).toBe(!actor.getSnapshot().matches('closed'));
      if (isWriting !== undefined) expect(read(selectIsWriting)).toBe(isWriting);
      if (isWriting) {
        expect(read(selectAttachmentsActor)).toBeDefined();
        // The incident as it was when the dialog was opened, also if it was resolved before.
        expect(incident).toEqual(dog());
      }
      if (isIncomplete !== undefined) expect(read(selectProblem) === EMPTY).toBe(isIncomplete);
      if (isUnsent) {
        expect(read(selectHasUnsent)).toBe(text.trim() !== '' || files.length > 0);
        expect([read(selectFiles), read(selectCopying) !== undefined]).toEqual([files, true]);
      }
      // Nobody is asked about nothing.
      if (isAsking !== undefined) expect(read(selectIsAsking)).toBe(isAsking && read(selectHasUnsent));
    },
    after(setup, { isRead, text, problem, attached, fileFailure, added, isEmptied, kept, sees }: OwnOutcome) {
      const { read, ports, queue } = setup;
      if (isRead) expect(ports.noteDraft.calls.at(-1)).toEqual({ userId: 'mira', incidentId: '3' });
      if (text !== undefined) expect(read(selectText)).toBe(text);
      if (problem !== undefined) {
        expect(read(selectProblem)).toBe(problem);
        isStored(setup);
      }
      if (attached !== undefined) {
        const chosen = fileFailure === null ? [photo] : eleven.slice(0, attached);
        expect(ports.attachments.received.at(-1)).toEqual({ type: 'files.choose', files: chosen });
        expect(read(selectFiles).length + chosen.length).toBeLessThanOrEqual(10);
      }
      if (fileFailure !== undefined) expect(read(selectFileFailure)).toBe(fileFailure);
      if (isEmptied) {
        expect([read(selectText), read(selectFileFailure)]).toEqual(['', null]);
        expect(ports.attachments.received.at(-1)).toEqual({ type: 'files.taken' });
      }
      if (kept) expect([read(selectText), read(selectFiles)]).toEqual([kept.text, kept.files]);
      if (added) tells(setup, 'Note added.');
      const label = 'Dog, Old bridge, east bank';
      const submission = {
        kind: 'note',
        status: 'waiting',
        content: expect.objectContaining({ incidentId: '3', label, ...added }),
      };
      const queued = {
        type: 'submission.queue',
        submission: expect.objectContaining(submission),
        drafts: ['note/3', 'note/3/photos'],
      };
      told(queue, added ? queued : null);
      sees?.(setup);
    },
  }),
});
testWalk(walk);
testMutants(walk);
