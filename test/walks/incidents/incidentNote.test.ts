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
import { testMutants } from '../../kit/mutants';
import { type RunningChart, recorder, said, scriptedWorld, streamPort, testWalk, walkOf } from '../../kit/walk';
import { keepingSamples, tellsOfKeeping } from '../draftKeeping';
import { tells } from '../telling';
import { dog } from './samples';

/** Adding a note or photos to an incident (DECISIONS 170). */
const photo = new File(['photo'], 'dog.jpg', { type: 'image/jpeg' });
const eleven = Array.from({ length: 11 }, (_, index) => new File(['photo'], `${index}.jpg`, { type: 'image/jpeg' }));
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
type Shown = ReturnType<RunningChart<typeof incidentNoteMachine>['actor']['getSnapshot']>;

const isEmpty = ({ context: { text, files } }: Shown) => text.trim() === '' && files.length === 0;
const kept = ({ ports, actor }: Setup) => {
  const { text } = actor.getSnapshot().context;
  expect(ports.noteDraft.received.at(-1)).toEqual({ type: 'draft.keep', draft: text.trim() === '' ? null : { text } });
};
const writes = (text: string, problem: string | null = null) => ({
  to: 'writing.quiet',
  sees: (setup: Setup) => {
    expect([setup.read(selectText), setup.read(selectProblem)]).toEqual([text, problem]);
    kept(setup);
  },
});
const files = (chosen: readonly File[], isReady: boolean, to: string) => ({
  to,
  sees: (setup: Setup) => {
    expect(setup.actor.getSnapshot().context.files).toEqual(chosen);
    expect(setup.read(selectIsPreparing)).toBe(!isReady);
    if (to !== 'closed') expect(setup.ports.noteDraft.received.at(-1)).toEqual({ type: 'files.keep', files: chosen });
  },
});
/** What this device could not store is still there. */
const stays = (to: string, { context: before }: Shown) => ({
  to,
  sees: ({ read }: Setup) => expect([read(selectText), read(selectFiles)]).toEqual([before.text, before.files]),
});
/** What is restored comes first, and what is here already stays behind it. DECISIONS 250 */
const joins = (to: string, { context: { text } }: Shown, sees: (setup: Setup) => void = () => {}) => ({
  to,
  sees: (setup: Setup) => {
    expect(setup.read(selectText).startsWith('Yesterday.')).toBe(true);
    expect(setup.read(selectText)).toContain(text.trim());
    sees(setup);
  },
});
/** The files of the draft are attached, but none that is there already. */
const attaches = (to: string, { context: { files } }: Shown) => ({
  to,
  sees: ({ ports }: Setup) => {
    const missing = files.length > 0 ? [] : [photo];
    expect(ports.attachments.received.at(-1)).toEqual({ type: 'files.restore', files: missing });
  },
});
/** Where a dialog leads that is closed: to what can be copied, if the incident takes no notes any more. */
const closed = ({ context: { shown } }: Shown) => (shown?.status === 'CLOSED' ? 'unsent.shown' : 'closed');
/** Nothing of this note is left for the next one. */
const closes = (to: string, sees: (setup: Setup) => void) => ({
  to,
  sees: (setup: Setup) => {
    expect([setup.read(selectText), setup.read(selectFileFailure)]).toEqual(['', null]);
    expect(setup.ports.attachments.received.at(-1)).toEqual({ type: 'files.taken' });
    sees(setup);
  },
});

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
    'add to an open one': { type: 'note.write', incident: dog() },
    'add to a closed one': { type: 'note.write', incident: dog({ status: 'CLOSED' }) },
    'add to a resolved one': { type: 'note.write', incident: dog({ status: 'RESOLVED' }) },
    'an open one is shown': { type: 'note.recall', incident: dog() },
    'a closed one is shown': { type: 'note.recall', incident: dog({ status: 'CLOSED' }) },
    'the incident is deleted': { type: 'incident.deleted' },
    'a text is written': { type: 'note.changed', text: ' It limps. ' },
    'a text that is too long': { type: 'note.changed', text: 'x'.repeat(4001) },
    'the text is emptied': { type: 'note.changed', text: '  ' },
    'a file is chosen': { type: 'files.choose', files: [photo] },
    'eleven files are chosen': { type: 'files.choose', files: eleven },
    'a file is refused': said('attachments', { type: 'attachment.refused', reason: 'Unsupported file type.' }),
    'a photo is being made small': said('attachments', { type: 'attachments.changed', files: [photo], isReady: false }),
    'a photo is ready': said('attachments', { type: 'attachments.changed', files: [photo], isReady: true }),
    'no photos': said('attachments', { type: 'attachments.changed', files: [], isReady: true }),
    'a draft is there': said('noteDraft', { type: 'draft.restored', draft: { text: 'Yesterday.' } }),
    'files are there': said('noteDraft', { type: 'files.restored', files: [photo] }),
    ...keepingSamples('noteDraft'),
    add: { type: 'note.submit' },
    cancel: { type: 'modal.close' },
    'delete what was not added': { type: 'unsent.discard' },
    'delete it': { type: 'deletion.confirm' },
    'keep it': { type: 'dialog.close' },
  },
  ways: [
    {
      way: ['add to an open one', 'a draft is there'],
      sees: ({ ports }) => expect(ports.noteDraft.received.map(({ type }) => type)).not.toContain('draft.keep'),
    },
    {
      way: ['add to an open one', 'the device is full', 'cancel', 'add to an open one'],
      sees: ({ read }) => expect(read(selectIsDraftKept)).toBe(true),
    },
    {
      way: ['add to an open one', 'the device is full', 'cancel', 'a closed one is shown'],
      sees: ({ read }) => expect(read(selectIsDraftKept)).toBe(true),
    },
    {
      way: [
        ...([
          'add to an open one',
          'a text is written',
          'the device is full',
          'cancel',
          'a closed one is shown',
        ] as const),
        ...(['delete what was not added', 'delete it', 'add to an open one'] as const),
      ],
      sees: ({ read }) => expect(read(selectIsDraftKept)).toBe(true),
    },
    {
      // What this device cannot store is there nevertheless when the member cancels because it is too late. DECISIONS 365
      way: [
        'add to an open one',
        'a text is written',
        'a photo is ready',
        'the device is full',
        'cancel',
        'a closed one is shown',
      ],
      sees: ({ read, ports }) => {
        expect([read(selectHasUnsent), read(selectText), read(selectFiles)]).toEqual([true, ' It limps. ', [photo]]);
        expect(ports.attachments.received).toEqual([]);
      },
    },
    {
      way: ['add to an open one', 'a text is written', 'the device is full', 'cancel', 'add to an open one'],
      sees: ({ read }) => expect([read(selectText), read(selectIsDraftKept)]).toEqual([' It limps. ', false]),
    },
    {
      way: ['add to an open one', 'a file is refused', 'a file is chosen'],
      sees: ({ read }) => expect(read(selectFileFailure)).toBe(null),
    },
  ],
  states: {
    closed: {
      sees: ({ read, ports }) => {
        expect(read(selectIsWriting)).toBe(false);
        expect(ports.noteDraft.running).toBe(false);
      },
      takes: {
        'add to an open one': ({ context: { text } }) => ({
          to: 'writing.quiet',
          sees: ({ read, ports }) => {
            expect(read(selectText)).toBe(text);
            expect(ports.noteDraft.calls.at(-1)).toEqual({ userId: 'mira', incidentId: '3' });
          },
        }),
        'an open one is shown': 'closed',
        'a closed one is shown': {
          to: 'unsent.shown',
          sees: ({ ports }) => expect(ports.noteDraft.calls.at(-1)).toEqual({ userId: 'mira', incidentId: '3' }),
        },
        'the incident is deleted': {
          to: 'unsent.shown',
          sees: ({ ports }) => expect(ports.noteDraft.calls.at(-1)).toEqual({ userId: 'mira', incidentId: '3' }),
        },
        'a photo is being made small': files([photo], false, 'closed'),
        'a photo is ready': files([photo], true, 'closed'),
        'no photos': files([], true, 'closed'),
      },
    },
    unsent: {
      sees: ({ read, ports }) => {
        const { text, files: stored } = read(({ context }) => context);
        expect([read(selectIsWriting), read(selectHasUnsent)]).toEqual([
          false,
          text.trim() !== '' || stored.length > 0,
        ]);
        expect([read(selectFiles), read(selectCopying) !== undefined]).toEqual([stored, true]);
        expect(ports.noteDraft.running).toBe(true);
      },
      takes: {
        'a draft is there': (before) => joins('unsent', before),
        'files are there': (before) => attaches('unsent', before),
        'a closed one is shown': (before) => stays('unsent', before),
        'a photo is being made small': 'unsent',
        'a photo is ready': 'unsent',
        'no photos': 'unsent',
        'add to an open one': (before) =>
          before.context.isDraftKept
            ? {
                to: 'writing.quiet',
                sees: ({ read, ports }) => {
                  expect(read(selectText)).toBe('');
                  expect(ports.attachments.received.at(-1)).toEqual({ type: 'files.taken' });
                  expect(ports.noteDraft.calls.at(-1)).toEqual({ userId: 'mira', incidentId: '3' });
                },
              }
            : stays('writing.quiet', before),
        // It was reactivated, and another tab may add the note: if it is resolved again, the device is asked again.
        'an open one is shown': (before) =>
          before.context.isDraftKept ? closes('closed', () => {}) : stays('closed', before),
      },
    },
    'unsent.shown': {
      sees: ({ read }) => expect(read(selectIsAsking)).toBe(false),
      takes: { 'delete what was not added': 'unsent.asking' },
    },
    'unsent.asking': {
      sees: (setup) => expect(setup.read(selectIsAsking)).toBe(setup.read(selectHasUnsent)),
      takes: {
        'keep it': (before) => stays('unsent.shown', before),
        'delete it': {
          to: 'unsent.shown',
          sees: ({ read, ports }) => {
            expect(read(selectText)).toBe('');
            expect(ports.attachments.received.at(-1)).toEqual({ type: 'files.taken' });
            expect(ports.noteDraft.received.slice(-2)).toEqual([
              { type: 'draft.keep', draft: null },
              { type: 'files.keep', files: [] },
            ]);
          },
        },
      },
    },
    writing: {
      sees: ({ read, ports }) => {
        expect([read(selectIsWriting), read(selectAttachmentsActor) !== undefined]).toEqual([true, true]);
        // The incident as it was when the dialog was opened, also if it was resolved before.
        expect(read(({ context }) => context.incident)).toEqual(dog());
        expect(ports.noteDraft.running).toBe(true);
      },
      takes: {
        'a text is written': writes(' It limps. '),
        'a text that is too long': writes('x'.repeat(4001), 'A note may have at most 4000 characters.'),
        'the text is emptied': writes('  '),
        'a file is chosen': {
          to: 'writing.quiet',
          sees: ({ ports, read }) => {
            const { length } = read(({ context }) => context.files);
            expect(ports.attachments.received.at(-1)).toEqual({ type: 'files.choose', files: [photo] });
            expect([length <= 9, read(selectFileFailure)]).toEqual([true, null]);
          },
        },
        'eleven files are chosen': ({ context }) => ({
          to: 'writing.quiet',
          sees: ({ ports, read }) => {
            const fitting = eleven.slice(0, 10 - context.files.length);
            expect(ports.attachments.received.at(-1)).toEqual({ type: 'files.choose', files: fitting });
            expect(read(selectFileFailure)).toBe('At most 10 files can be attached.');
          },
        }),
        'a file is refused': {
          to: 'writing',
          sees: ({ read }) => expect(read(selectFileFailure)).toBe('Unsupported file type.'),
        },
        'an open one is shown': (before) => stays('writing', before),
        'a closed one is shown': (before) => stays('writing', before),
        'a photo is being made small': files([photo], false, 'writing'),
        'a photo is ready': files([photo], true, 'writing'),
        'no photos': files([], true, 'writing'),
        'a draft is there': (before) =>
          joins('writing', before, (setup) => {
            // Nothing is stored again before something was written here, because another tab may be sending the same note just now.
            if (before.context.text !== '') kept(setup);
          }),
        'files are there': (before) => attaches('writing', before),
        ...tellsOfKeeping('writing', selectIsDraftKept),
        add: (snapshot) => {
          if (isEmpty(snapshot)) return 'writing.incomplete';
          const { text, files: chosen, isReady } = snapshot.context;
          if (!isReady || text.length > 4000) return null;
          return closes(closed(snapshot), (setup) => {
            tells(setup, 'Note added.');
            expect(setup.queue.received.at(-1)).toMatchObject({
              type: 'submission.queue',
              submission: {
                kind: 'note',
                status: 'waiting',
                content: { incidentId: '3', label: 'Dog, Old bridge, east bank', text: text.trim(), files: chosen },
              },
              drafts: ['note/3', 'note/3/photos'],
            });
          });
        },
        'the incident is deleted': (before) =>
          before.context.isDraftKept
            ? {
                to: 'unsent.shown',
                sees: ({ read, ports }) => {
                  // It is read again from this device.
                  expect(read(selectText)).toBe('');
                  expect(ports.attachments.received.at(-1)).toEqual({ type: 'files.taken' });
                  expect(ports.noteDraft.calls.at(-1)).toEqual({ userId: 'mira', incidentId: '3' });
                },
              }
            : stays('unsent.shown', before),
        cancel: (before) =>
          before.context.isDraftKept
            ? closes(closed(before), ({ queue }) => expect(queue.received).toEqual([]))
            : stays(closed(before), before),
      },
    },
    'writing.quiet': {
      sees: ({ read }) => expect(read(selectProblem)).not.toBe('Write something, or add a photo.'),
    },
    'writing.incomplete': {
      sees: ({ read }) => expect(read(selectProblem)).toBe('Write something, or add a photo.'),
    },
  },
});
testWalk(walk);
testMutants(walk);
