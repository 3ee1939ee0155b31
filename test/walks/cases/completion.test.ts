import { expect } from 'vitest';
import { CallFailure } from '../../../src/contract/failure';
import { type CompletionSnapshot, completionMachine } from '../../../src/machines/cases/completion.machine';
import {
  selectBar,
  selectCanClose,
  selectCompresses,
  selectFailure,
  selectFiles,
  selectIsCompleted,
  selectIsSubmitting,
  selectMyCase,
  selectNotes,
  selectNotesError,
  selectStage,
  selectWasEarlier,
} from '../../../src/machines/cases/completion.select';
import { testMutants } from '../../kit/mutants';
import { broken, done, failed, said, testWalk, walkOf } from '../../kit/walk';
import { file } from '../chat/samples';
import { bridge, input, photo, props } from './completing';
import { myCase } from './samples';

const elevenClips = Array.from({ length: 11 }, (_, index) => file(`${index}.mp4`, 'video/mp4'));
const pdf = file('bill.pdf', 'application/pdf');
const small = file('dog.jpg', 'image/jpeg');

type Props = ReturnType<typeof props>;

interface Scene extends Props {
  read<T>(select: (snapshot: CompletionSnapshot) => T): T;
}
const flashed = (tone: string, text: string) => ({
  to: 'open.work.editing',
  sees: ({ ports }: Scene) => expect(ports.bar.received.at(-1)).toEqual({ type: 'flash.show', flash: { tone, text } }),
});
const holding = (names: string[], message?: { tone: string; text: string }) => ({
  to: 'open.work.editing',
  sees: (scene: Scene) => {
    expect(scene.read(selectFiles).map(({ name }) => name)).toEqual(names);
    if (message) flashed(message.tone, message.text).sees(scene);
    else expect(scene.ports.bar.received.at(-1)?.flash?.text ?? '').not.toMatch(/attached|Unsupported/);
  },
});
const written = (notes: string) => (snapshot: CompletionSnapshot) => ({
  to: 'open.work.editing',
  sees: ({ read, ports }: Scene) => {
    expect(read(selectNotes)).toBe(notes);
    const { idempotencyKey, place } = snapshot.context;
    const unanswered = isRepeat(snapshot) ? { place } : null;
    const draft = notes === '' && !unanswered ? null : { notes, idempotencyKey, unanswered };
    expect(ports.notesStore.received.at(-1)).toEqual({ type: 'draft.keep', draft });
  },
});
const failing = (text: string) => ({
  to: 'open.work.editing',
  sees: ({ read }: Scene) => expect(read(selectFailure)).toBe(text),
});
/** No try can have got through: the next one looks for its place anew. */
const refused = (text: string) => ({
  to: 'open.work.editing',
  sees: (scene: Scene) => {
    failing(text).sees(scene);
    const draft = { notes: expect.any(String), idempotencyKey: expect.any(String), unanswered: null };
    expect(scene.ports.notesStore.received.at(-1)).toEqual({ type: 'draft.keep', draft });
  },
});
/** A try may have got through: the next one carries the same. */
const unanswered = (text: string) => ({
  to: 'open.work.editing',
  sees: (scene: Scene) => {
    failing(text).sees(scene);
    const place = scene.ports.completeCase.calls.at(-1)?.place;
    const draft = { notes: expect.any(String), idempotencyKey: expect.any(String), unanswered: { place } };
    expect(scene.ports.notesStore.received.at(-1)).toEqual({ type: 'draft.keep', draft });
  },
});
const isRepeat = (snapshot: CompletionSnapshot) => snapshot.matches({ open: { earlierTry: 'unanswered' } });
const names = ({ context }: CompletionSnapshot) => context.files.map(({ name }) => name);
const full = { tone: 'danger', text: 'At most 10 files can be attached.' };
const isBlank = ({ context }: CompletionSnapshot) => context.notes.trim() === '';
const onwards = ({ context: { compresses, files } }: CompletionSnapshot) =>
  compresses && files.length > 0 ? 'open.work.submitting.preparing' : 'open.work.submitting.sending';

const walk = walkOf({
  machine: completionMachine,
  props,
  input,
  key: (snapshot) => [
    snapshot.context.notes === '',
    isBlank(snapshot),
    names(snapshot).length > 0,
    snapshot.context.compresses,
  ],
  samples: {
    restored: said('notesStore', {
      type: 'draft.restored',
      draft: { notes: 'From before', idempotencyKey: 'first', unanswered: null },
    }),
    'restored, tried': said('notesStore', {
      type: 'draft.restored',
      draft: { notes: 'Tried before', idempotencyKey: 'first', unanswered: { place: bridge } },
    }),
    'notes written': { type: 'notes.changed', notes: ' Healed. ' },
    'notes blanked': { type: 'notes.changed', notes: '  ' },
    'notes emptied': { type: 'notes.changed', notes: '' },
    photo: { type: 'files.choose', files: [photo] },
    'bill and photo': { type: 'files.choose', files: [pdf, photo] },
    'eleven clips': { type: 'files.choose', files: elevenClips },
    'photo removed': { type: 'file.remove', name: 'dog.png' },
    'other removed': { type: 'file.remove', name: 'cat.png' },
    toggled: { type: 'compression.toggle' },
    copied: { type: 'report.copy' },
    submitted: { type: 'completion.submit' },
    cancelled: { type: 'submission.cancel' },
    closed: { type: 'dialog.close' },
    here: done('locate', bridge),
    nowhere: failed('locate'),
    'made small': done('prepareFiles', [small]),
    'not made small': failed('prepareFiles'),
    'half sent': said('completeCase', { type: 'upload.progressed', fraction: 0.509 }),
    completed: said('completeCase', { type: 'upload.done' }),
    conflict: said('completeCase', { type: 'upload.failed', error: new CallFailure('refused', 409, 'No open case.') }),
    gone: said('completeCase', { type: 'upload.failed', error: new CallFailure('refused', 404) }),
    'too large': said('completeCase', { type: 'upload.failed', error: new CallFailure('refused', 413, 'Too large.') }),
    unreadable: said('completeCase', { type: 'upload.failed', error: new CallFailure('unreadable', 200) }),
    'no longer listed': done('fetchMyCases', [myCase({ caseId: '9' })]),
    'still listed': done('fetchMyCases', [myCase({ status: 'ASSIGNED' })]),
    'no list': failed('fetchMyCases'),
    'refused without a word': said('completeCase', { type: 'upload.failed', error: new CallFailure('refused', 500) }),
    'no network': said('completeCase', { type: 'upload.failed', error: new CallFailure('network', 0) }),
    'upload broke': broken('completeCase'),
  },
  states: {
    'open.work.editing': {
      sees: ({ read, ports }) => {
        expect([read(selectIsSubmitting), read(selectStage), read(selectIsCompleted)]).toEqual([false, null, false]);
        expect(read(selectCanClose)).toBe(true);
        expect(read(selectBar)).toBeDefined();
        expect(read(selectMyCase).incidentId).toBe('3');
        expect(ports.notesStore.calls).toEqual([{ caseKey: '8', userId: 'mira' }]);
        const { locate, prepareFiles, completeCase, fetchMyCases } = ports;
        expect([locate, prepareFiles, completeCase, fetchMyCases].some(({ running }) => running)).toBe(false);
      },
      takes: {
        restored: (snapshot) =>
          snapshot.context.notes === '' && !isRepeat(snapshot)
            ? { to: 'open.work.editing', sees: ({ read }) => expect(read(selectNotes)).toBe('From before') }
            : null,
        'restored, tried': (snapshot) =>
          snapshot.context.notes === '' && !isRepeat(snapshot)
            ? { to: 'open.work.editing', sees: ({ read }) => expect(read(selectNotes)).toBe('Tried before') }
            : null,
        'notes written': written(' Healed. '),
        'notes blanked': written('  '),
        'notes emptied': written(''),
        photo: (snapshot) => {
          if (names(snapshot).includes('dog.png'))
            return holding(names(snapshot), { tone: 'info', text: 'dog.png is already attached.' });
          return names(snapshot).length < 10
            ? holding([...names(snapshot), 'dog.png'])
            : holding(names(snapshot), full);
        },
        'bill and photo': (snapshot) =>
          holding([...new Set([...names(snapshot), 'dog.png'])].slice(0, 10), {
            tone: 'danger',
            text: 'Unsupported file type.',
          }),
        'eleven clips': (snapshot) =>
          holding([...new Set([...names(snapshot), ...elevenClips.map(({ name }) => name)])].slice(0, 10), full),
        'photo removed': (snapshot) =>
          names(snapshot).includes('dog.png')
            ? holding(
                names(snapshot).filter((name) => name !== 'dog.png'),
                { tone: 'info', text: 'Removed dog.png.' },
              )
            : null,
        toggled: ({ context: { compresses } }) => ({
          to: 'open.work.editing',
          sees: ({ read }) => expect(read(selectCompresses)).toBe(!compresses),
        }),
        copied: (snapshot) =>
          isBlank(snapshot)
            ? flashed('danger', 'Please write the resolution notes before copying.')
            : {
                to: 'open.work.editing',
                sees: ({ ports }) =>
                  expect(ports.bar.received.at(-1)).toEqual({
                    type: 'report.copy',
                    text: expect.stringContaining(`Resolution notes: ${snapshot.context.notes.trim()}`),
                  }),
              },
        submitted: (snapshot) =>
          isBlank(snapshot)
            ? {
                to: 'open.work.editing',
                sees: ({ read }) => expect(read(selectNotesError)).toBe('Resolution notes are required.'),
              }
            : isRepeat(snapshot)
              ? onwards(snapshot)
              : 'open.work.submitting.locating',
        closed: 'left',
      },
    },
    'open.work.submitting': {
      sees: ({ read }) => {
        expect([read(selectIsSubmitting), read(selectCanClose)]).toEqual([true, false]);
      },
      takes: {
        cancelled: 'open.work.editing',
      },
    },
    'open.work.submitting.locating': {
      sees: ({ read, ports }) => {
        expect(read(selectStage)).toBe('locating');
        expect(ports.locate.running).toBe(true);
      },
      takes: { here: onwards, nowhere: onwards },
    },
    'open.work.submitting.preparing': {
      sees: ({ read, ports, actor }) => {
        expect(read(selectStage)).toBe('preparing');
        expect(ports.prepareFiles.calls.at(-1)).toBe(actor.getSnapshot().context.files);
      },
      takes: {
        'made small': {
          to: 'open.work.submitting.sending',
          sees: ({ ports }) => expect(ports.completeCase.calls.at(-1)?.files).toEqual([small]),
        },
        'not made small': {
          to: 'open.work.submitting.sending',
          sees: ({ ports, read }) => expect(ports.completeCase.calls.at(-1)?.files).toBe(read(selectFiles)),
        },
      },
    },
    'open.work.submitting.sending': {
      sees: ({ read, ports, last, actor }) => {
        expect([read(selectStage), read(selectFailure)]).toEqual([last === 'half sent' ? 50 : 0, null]);
        const { notes, idempotencyKey, compresses } = actor.getSnapshot().context;
        const sent = ports.completeCase.calls.at(-1);
        expect(sent).toMatchObject({ incidentId: '3', resolutionNotes: notes.trim(), idempotencyKey });
        if (last === 'here') expect(sent?.place).toBe(bridge);
        if (last === 'nowhere') expect(sent?.place).toBe(null);
        if (!compresses) expect(sent?.files).toBe(read(selectFiles));
        // Before anything goes out: the page may be gone before the answer.
        const draft = { notes, idempotencyKey, unanswered: { place: sent?.place } };
        expect(ports.notesStore.received.at(-1)).toEqual({ type: 'draft.keep', draft });
      },
      takes: {
        'half sent': 'open.work.submitting.sending',
        completed: 'completed.now',
        conflict: (snapshot) => (isRepeat(snapshot) ? 'open.work.submitting.lookingUp' : refused('No open case.')),
        gone: (snapshot) =>
          isRepeat(snapshot) ? 'open.work.submitting.lookingUp' : refused('Failed to complete the case.'),
        'too large': (snapshot) => (isRepeat(snapshot) ? unanswered : refused)('Too large.'),
        'refused without a word': unanswered('Failed to complete the case.'),
        unreadable: unanswered('Failed to complete the case.'),
        'no network': unanswered('Failed to complete the case.'),
        'upload broke': unanswered('Failed to complete the case.'),
      },
    },
    'open.work.submitting.lookingUp': {
      sees: ({ ports, read }) => {
        expect(ports.fetchMyCases.running).toBe(true);
        expect(ports.completeCase.running).toBe(false);
        expect(read(selectStage)).not.toBe(null);
      },
      takes: {
        'no longer listed': {
          to: 'completed.earlier',
          sees: ({ read }) => expect(read(selectWasEarlier)).toBe(true),
        },
        'still listed': ({ context: { failure, idempotencyKey } }) => ({
          to: 'open.work.editing',
          sees: (scene) => {
            refused(failure ?? '').sees(scene);
            expect(scene.ports.notesStore.received.at(-1)?.draft.idempotencyKey).not.toBe(idempotencyKey);
          },
        }),
        'no list': ({ context: { failure } }) => unanswered(failure ?? ''),
      },
    },
    completed: {
      sees: ({ read, ports }) => {
        expect([read(selectIsCompleted), read(selectIsSubmitting), read(selectCanClose)]).toEqual([true, false, true]);
        expect(ports.notesStore.received.at(-1)).toEqual({ type: 'draft.keep', draft: null });
      },
      takes: { closed: 'closed' },
    },
    'open.earlierTry.none': {
      sees: ({ actor, ports }) => {
        const isSending = actor.getSnapshot().matches({ open: { work: { submitting: 'sending' } } });
        expect(ports.notesStore.received.at(-1)?.draft?.unanswered ?? null).toEqual(
          isSending ? { place: ports.completeCase.calls.at(-1)?.place } : null,
        );
      },
      takes: {
        'restored, tried': ({ context }) => (context.notes === '' ? 'open.earlierTry.unanswered' : null),
      },
    },
    'open.earlierTry.unanswered': {
      sees: ({ ports, actor }) => {
        const { place } = actor.getSnapshot().context;
        const sent = ports.completeCase.calls.at(-1)?.place;
        if (sent !== undefined) expect(place).toBe(sent);
      },
    },
    'completed.now': { sees: ({ read }) => expect(read(selectWasEarlier)).toBe(false) },
    'completed.earlier': { sees: ({ read }) => expect(read(selectWasEarlier)).toBe(true) },
    closed: {
      sees: ({ ports, actor }) => {
        expect(ports.completeCase.running).toBe(false);
        expect(actor.getSnapshot().output).toEqual({ isCompleted: true });
      },
    },
    left: {
      sees: ({ ports, actor }) => {
        expect(ports.completeCase.running).toBe(false);
        expect(actor.getSnapshot().output).toEqual({ isCompleted: false });
      },
    },
  },
});
testWalk(walk);
testMutants(walk);
