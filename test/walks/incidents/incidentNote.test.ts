import { expect } from 'vitest';
import type { AnyEventObject } from 'xstate';
import {
  incidentNoteMachine,
  selectAttachmentsActor,
  selectFileFailure,
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
/** Nothing of this note is left for the next one. */
const closes = (sees: (setup: Setup) => void) => ({
  to: 'closed',
  sees: (setup: Setup) => {
    expect([setup.read(selectText), setup.read(selectFileFailure)]).toEqual(['', null]);
    expect(setup.ports.attachments.received.at(-1)).toEqual({ type: 'files.taken' });
    sees(setup);
  },
});

const walk = walkOf({
  machine: incidentNoteMachine,
  props,
  input: ({ queue, world }) => ({ me: { id: 'mira' }, queue: queue.ref, world }),
  keeps: ({ context }) => context.text,
  key: ({ context: { text, files, isReady } }) => [text.length, files.length, isReady],
  samples: {
    'add to an open one': { type: 'note.write', incident: dog() },
    'add to a closed one': { type: 'note.write', incident: dog({ status: 'CLOSED' }) },
    'add to a resolved one': { type: 'note.write', incident: dog({ status: 'RESOLVED' }) },
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
        'add to an open one': {
          to: 'writing.quiet',
          sees: ({ ports }) => expect(ports.noteDraft.calls.at(-1)).toEqual({ userId: 'mira', incidentId: '3' }),
        },
        'a photo is being made small': files([photo], false, 'closed'),
        'a photo is ready': files([photo], true, 'closed'),
        'no photos': files([], true, 'closed'),
      },
    },
    writing: {
      sees: ({ read, ports }) => {
        expect([read(selectIsWriting), read(selectAttachmentsActor) !== undefined]).toEqual([true, true]);
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
        'a photo is being made small': files([photo], false, 'writing'),
        'a photo is ready': files([photo], true, 'writing'),
        'no photos': files([], true, 'writing'),
        'a draft is there': ({ context: { text } }) => ({
          to: 'writing',
          sees: (setup) => {
            const { read } = setup;
            // Nothing is stored again before something was written here, because another tab may be sending the same note just now.
            if (text !== '') kept(setup);
            // What was written before the draft was read stays, behind it. DECISIONS 250
            expect(read(selectText).startsWith('Yesterday.')).toBe(true);
            expect(read(selectText)).toContain(text.trim());
          },
        }),
        'files are there': {
          to: 'writing',
          sees: ({ ports }) =>
            expect(ports.attachments.received.at(-1)).toEqual({ type: 'files.restore', files: [photo] }),
        },
        ...tellsOfKeeping('writing', selectIsDraftKept),
        add: (snapshot) => {
          if (isEmpty(snapshot)) return 'writing.incomplete';
          const { text, files: chosen, isReady } = snapshot.context;
          if (!isReady || text.length > 4000) return null;
          return closes((setup) => {
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
        cancel: closes(({ queue }) => expect(queue.received).toEqual([])),
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
