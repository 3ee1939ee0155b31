import { expect } from 'vitest';
import { type CompletionSnapshot, completionMachine } from '../../../src/machines/cases/completion.machine';
import {
  selectBar,
  selectCanClose,
  selectCompresses,
  selectFiles,
  selectGone,
  selectIsCompleted,
  selectIsDraftKept,
  selectIsKept,
  selectIsSubmitting,
  selectMyCase,
  selectNotes,
  selectNotesError,
  selectNotice,
  selectStage,
  selectSubmitted,
  selectWasEarlier,
} from '../../../src/machines/cases/completion.select';
import { testMutants } from '../../kit/mutants';
import { done, elapsed, failed, said, testWalk, walkOf } from '../../kit/walk';
import { file } from '../chat/samples';
import { keepingSamples, tellsOfKeeping } from '../draftKeeping';
import {
  bridge,
  input,
  inputWaiting,
  keptOf,
  leavesDraft,
  names,
  nothingKept,
  photo,
  props,
  restores,
  restoresLate,
  type Setup,
  waiting,
} from './completing';
import { completionOf, itemOf, label } from './samples';

const elevenClips = Array.from({ length: 11 }, (_, index) => file(`${index}.mp4`, 'video/mp4'));
const pdf = file('bill.pdf', 'application/pdf');
const small = file('dog.jpg', 'image/jpeg');

const flashed = (tone: string, text: string) => ({
  to: 'editing',
  sees: ({ ports }: Setup) => expect(ports.bar.received.at(-1)).toEqual({ type: 'flash.show', flash: { tone, text } }),
});
const holding = (names: string[], message?: { tone: string; text: string }) => ({
  to: 'editing',
  sees: (setup: Setup) => {
    expect(setup.read(selectFiles).map(({ name }) => name)).toEqual(names);
    expect(setup.ports.draftStore.received.at(-1)).toEqual(keptOf(setup)[1]);
    if (message) flashed(message.tone, message.text).sees(setup);
    else expect(setup.ports.bar.received.at(-1)?.flash?.text ?? '').not.toMatch(/attached|Unsupported/);
  },
});
const written = (notes: string) => ({
  to: 'editing',
  sees: (setup: Setup) => {
    expect(setup.read(selectNotes)).toBe(notes);
    expect(setup.ports.draftStore.received.at(-1)).toEqual(keptOf(setup)[0]);
  },
});
/** The keys of the case's draft. */
const drafts = ['completion/8', 'completion/8/photos'];
const idOf = ({ ports }: Setup) => ports.tracking.calls.at(-1)?.id ?? '';
const isWithdrawn = (setup: Setup) =>
  expect(setup.queue.received.at(-1)).toEqual({ type: 'submission.withdraw', id: idOf(setup), drafts });
const full = { tone: 'danger', text: 'At most 10 files can be attached.' };
const isBlank = ({ context }: CompletionSnapshot) => context.notes.trim() === '';
/** It leaves with the place and the files that the last step has found. */
const leaves =
  (files?: readonly File[]) =>
  ({ context }: CompletionSnapshot) => ({
    to: 'submitted.underWay',
    sees: (setup: Setup & { last: string | null }) => {
      const { last, queue } = setup;
      const place = last === 'here' ? bridge : last === 'nowhere' ? null : context.place;
      expect(queue.received.at(-1)).toEqual({
        type: 'submission.queue',
        submission: completionOf(
          { resolutionNotes: context.notes.trim(), place, files: files ?? context.files },
          { id: idOf(setup), wasTried: context.wasTried, ...(context.wasTried && { replacesTried: true }) },
        ),
        // With it, the device forgets the draft.
        drafts,
      });
    },
  });
/** The photo is done, small or as it was. For several of them: completion.failing.test.ts. */
const afterPhoto = (made?: File) => (snapshot: CompletionSnapshot) =>
  snapshot.context.files.length > 1 ? 'preparing.compressing' : leaves(made && [made])(snapshot);
const onwards = (snapshot: CompletionSnapshot) =>
  snapshot.context.compresses && snapshot.context.files.length > 0 ? 'preparing.compressing' : leaves()(snapshot);

const updated = (item: Parameters<typeof itemOf>[1], parts?: Parameters<typeof completionOf>[1]) =>
  said('tracking', { type: 'submission.updated', item: itemOf(completionOf({}, parts), item) });
const trouble = { text: 'Failed to complete the case.', isAnswered: true };
const over = 'This incident is ONGOING now: it has no open case.';
/** It is refused because the case is not the member's any more: it stays in the tray, and the draft of the form is not needed. */
const gone = (reason: string) => ({
  to: 'submitted.gone',
  sees: ({ read, queue, ports }: Setup) => {
    expect(read(selectGone)?.reason).toBe(reason);
    expect(queue.received.at(-1)?.type).toBe('submission.queue');
    expect(ports.tracking.running).toBe(true);
  },
});
const goesOn = (to: string) => ({ 'half sent': to, 'a tab may begin now': to, 'all sent': to });
const waits = (head: string, keeping: string) => ({
  to: 'submitted.kept',
  sees: ({ read, ports }: Setup) => {
    const item = read(selectSubmitted);
    expect([item?.head, item?.keeping]).toEqual([head, keeping]);
    // If the device has not stored it, the draft is the only copy.
    const last = expect(ports.draftStore.received.slice(-2));
    (keeping === 'kept' ? last : last.not).toEqual(nothingKept);
  },
});

const walk = walkOf({
  machine: completionMachine,
  props,
  inputs: [input, inputWaiting],
  keeps: ({ context: { notes, files } }) => [notes, files],
  key: (snapshot) => [
    snapshot.context.notes === '',
    isBlank(snapshot),
    names(snapshot).length > 0,
    snapshot.context.compresses,
    snapshot.context.wasTried,
    snapshot.context.item?.submission.wasTried,
  ],
  samples: {
    restored: said('draftStore', { type: 'draft.restored', draft: { notes: 'From before', wasTried: false } }),
    'restored, tried': said('draftStore', { type: 'draft.restored', draft: { notes: 'Tried before', wasTried: true } }),
    'files restored': said('draftStore', { type: 'files.restored', files: [photo] }),
    ...keepingSamples('draftStore'),
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
    'made small': done('prepareFile', small),
    'not made small': failed('prepareFile'),
    'takes too long': elapsed('xstate.after.prepareTimeout.completion.preparing.compressing', 30_000),
    'half sent': updated({ head: 'sending', fraction: 0.509 }, { wasTried: true }),
    'all sent': updated({ head: 'confirming', fraction: 1 }, { wasTried: true }),
    'there is no connection': updated({ head: 'offline' }),
    'it is behind another': updated({ head: 'queued' }),
    'a tab may begin now': said('tracking', {
      type: 'submission.updated',
      item: itemOf(completionOf(), { head: 'queued' }),
      isBeginning: true,
    }),
    'the server is in trouble': updated({ head: 'backingOff', trouble }, { wasTried: true }),
    'nothing can be kept': updated({ head: 'offline', keeping: 'memory' }),
    refused: updated({}, { status: 'refused', reason: 'These files are too large.', refusedBy: 413, wasTried: true }),
    'the case is over': updated({}, { status: 'refused', reason: over, refusedBy: 409, wasTried: true }),
    'the team has changed': updated({}, { status: 'refused', reason: 'You are not in the team.', refusedBy: 403 }),
    'the incident is deleted': updated({}, { status: 'refused', reason: 'Not found', refusedBy: 404 }),
    'another tab has sent it': said('tracking', { type: 'submission.updated', item: null }),
    'it was deleted': said('tracking', { type: 'submission.updated', item: null, isWithdrawn: true }),
    completed: said('tracking', { type: 'submission.delivered', answer: undefined, wasEarlier: false }),
    'completed earlier': said('tracking', { type: 'submission.delivered', answer: undefined, wasEarlier: true }),
  },
  ways: [
    // It is not stored again, because another tab may be submitting it just now.
    { way: ['files restored', 'restored'], sees: ({ ports }) => expect(ports.draftStore.received).toEqual([]) },
    {
      way: ['photo', { type: 'files.choose', files: [photo, small] }],
      sees: ({ read }) => expect(read(selectFiles).map(({ name }) => name)).toEqual(['dog.png', 'dog.jpg']),
    },
  ],
  states: {
    editing: {
      sees: ({ read, ports, queue, actor }) => {
        if (actor.getSnapshot().context.submissionId === waiting.id) {
          // What waited is in the form, and the device keeps it as a draft before it takes it out of the queue.
          const { content, id, wasTried } = waiting;
          expect(ports.draftStore.received.slice(0, 2)).toEqual([
            { type: 'draft.keep', draft: { notes: content.resolutionNotes, wasTried, label } },
            { type: 'files.keep', files: content.files },
          ]);
          expect(queue.received[0]).toEqual({ type: 'submission.withdraw', id, drafts });
        }
        // It is taken out of the queue once, not again at each act.
        expect(queue.received.map(({ type }) => type).join()).not.toContain('submission.withdraw,submission.withdraw');
        expect(read(selectGone)).toBe(null);
        expect([read(selectIsSubmitting), read(selectStage), read(selectIsCompleted)]).toEqual([false, null, false]);
        expect([read(selectCanClose), read(selectIsKept)]).toEqual([true, false]);
        expect(read(selectBar)).toBeDefined();
        expect(read(selectMyCase).incidentId).toBe('3');
        expect(ports.draftStore.calls).toEqual([{ caseKey: '8', userId: 'mira' }]);
        const { locate, prepareFile, tracking } = ports;
        expect([locate, prepareFile, tracking].some(({ running }) => running)).toBe(false);
      },
      takes: {
        ...restores,
        ...tellsOfKeeping('editing', selectIsDraftKept),
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
          to: 'editing',
          sees: ({ read }) => expect(read(selectCompresses)).toBe(!compresses),
        }),
        copied: (snapshot) =>
          isBlank(snapshot)
            ? flashed('danger', 'Please write the resolution notes before copying.')
            : {
                to: 'editing',
                sees: ({ ports }) =>
                  expect(ports.bar.received.at(-1)).toEqual({
                    type: 'report.copy',
                    text: expect.stringContaining(`Resolution notes: ${snapshot.context.notes.trim()}`),
                  }),
              },
        submitted: (snapshot) =>
          isBlank(snapshot)
            ? {
                to: 'editing.incomplete',
                sees: ({ read }) => expect(read(selectNotesError)).toBe('Resolution notes are required.'),
              }
            : { to: 'preparing.locating', sees: ({ read }) => expect(read(selectNotice)).toBe(null) },
        closed: leavesDraft,
      },
    },
    'editing.quiet': { sees: ({ read }) => expect(read(selectNotesError)).toBe(null) },
    'editing.incomplete': {
      sees: ({ read }) => expect(read(selectNotesError) !== null).toBe(read(selectNotes).trim() === ''),
    },
    preparing: {
      sees: ({ read, ports }) => {
        expect([read(selectIsSubmitting), read(selectCanClose)]).toEqual([true, false]);
        expect(ports.tracking.running).toBe(false);
      },
      takes: {
        ...tellsOfKeeping('preparing', selectIsDraftKept),
        ...restoresLate,
        cancelled: 'editing',
      },
    },
    'preparing.locating': {
      sees: ({ read, ports }) => {
        expect(read(selectStage)).toBe('locating');
        expect(ports.locate.running).toBe(true);
      },
      takes: { here: onwards, nowhere: onwards },
    },
    'preparing.compressing': {
      sees: ({ read, ports, actor }) => {
        expect(read(selectStage)).toBe('preparing');
        const { files, prepared } = actor.getSnapshot().context;
        expect(ports.prepareFile.calls.at(-1)).toBe(files[prepared.length]);
      },
      takes: { 'made small': afterPhoto(small), 'not made small': afterPhoto(), 'takes too long': afterPhoto() },
    },
    submitted: {
      sees: ({ ports }) => {
        expect(ports.tracking.running).toBe(true);
        expect(ports.tracking.calls.at(-1)).toMatchObject({ isItsScreen: true });
      },
      takes: {
        ...tellsOfKeeping('submitted', selectIsDraftKept),
        completed: { to: 'completed.now', sees: ({ read }) => expect(read(selectWasEarlier)).toBe(false) },
        'completed earlier': {
          to: 'completed.earlier',
          sees: ({ read }) => expect(read(selectWasEarlier)).toBe(true),
        },
        'another tab has sent it': 'completed.now',
        'it was deleted': ({ context: { item, wasTried } }) => ({
          to: 'editing',
          sees: (setup) => {
            expect(setup.queue.received.at(-1)?.type).toBe('submission.queue');
            expect(setup.read(({ context }) => context.wasTried)).toBe(item?.submission.wasTried ?? wasTried);
            expect(setup.ports.draftStore.received.slice(-2)).toEqual(keptOf(setup));
          },
        }),
        'there is no connection': waits('offline', 'kept'),
        // The initiation of the same case still waits to be sent.
        'it is behind another': waits('queued', 'kept'),
        'the server is in trouble': waits('backingOff', 'kept'),
        refused: {
          to: 'editing',
          sees: (setup) => {
            expect(setup.read(selectNotice)).toEqual({ tone: 'danger', text: 'These files are too large.' });
            isWithdrawn(setup);
            expect(setup.read(({ context }) => context.wasTried)).toBe(false);
            expect(setup.ports.draftStore.received.slice(-2)).toEqual(keptOf(setup));
          },
        },
        'the case is over': gone(over),
        'the team has changed': gone('You are not in the team.'),
        'the incident is deleted': gone('Not found'),
        // It goes on waiting or being sent. Once the device has stored it, the draft is not needed.
        closed: ({ context: { item } }) => ({
          to: 'left',
          sees: ({ queue, ports }) => {
            expect(queue.received.at(-1)?.type).toBe('submission.queue');
            const last = expect(ports.draftStore.received.slice(-2));
            (item?.keeping === 'kept' ? last : last.not).toEqual(nothingKept);
          },
        }),
        cancelled: ({ context: { item, wasTried } }) => ({
          to: 'editing',
          sees: (setup) => {
            isWithdrawn(setup);
            // It may have arrived nevertheless.
            expect(setup.read(({ context }) => context.wasTried)).toBe(item?.submission.wasTried ?? wasTried);
            expect(setup.ports.draftStore.received.slice(-2)).toEqual(keptOf(setup));
          },
        }),
      },
    },
    'submitted.underWay': {
      sees: ({ read, last }) => {
        expect([read(selectIsSubmitting), read(selectCanClose), read(selectIsKept)]).toEqual([true, true, false]);
        if (last?.startsWith('the device')) return;
        if (last === 'half sent') expect(read(selectStage)).toBe(50);
        else expect(read(selectStage)).toBe(last === 'all sent' ? 100 : 0);
      },
      takes: {
        ...goesOn('submitted.underWay'),
        'nothing can be kept': waits('offline', 'memory'),
      },
    },
    'submitted.kept': {
      sees: ({ read }) => {
        expect([read(selectIsKept), read(selectCanClose)]).toEqual([true, true]);
        expect([read(selectIsSubmitting), read(selectStage)]).toEqual([false, null]);
      },
      takes: {
        ...goesOn('submitted.kept'),
        'nothing can be kept': {
          to: 'submitted.kept',
          sees: ({ read }) => expect(read(selectSubmitted)?.keeping).toBe('memory'),
        },
      },
    },
    'submitted.gone': {
      sees: ({ read }) => {
        expect([read(selectCanClose), read(selectIsKept), read(selectIsSubmitting)]).toEqual([true, false, false]);
        expect(read(selectNotice)).toBe(null);
      },
      takes: {
        'it was deleted': 'left',
        'another tab has sent it': 'left',
        ...goesOn('submitted.gone'),
        'nothing can be kept': waits('offline', 'memory'),
      },
    },
    completed: {
      sees: ({ read, ports }) => {
        expect([read(selectIsCompleted), read(selectIsSubmitting), read(selectCanClose)]).toEqual([true, false, true]);
        expect(ports.draftStore.received.slice(-2)).toEqual(nothingKept);
      },
      takes: { ...tellsOfKeeping('completed', selectIsDraftKept), closed: 'closed' },
    },
    'completed.now': { sees: ({ read }) => expect(read(selectWasEarlier)).toBe(false) },
    'completed.earlier': { sees: ({ read }) => expect(read(selectWasEarlier)).toBe(true) },
    closed: { sees: ({ ports }) => expect(ports.tracking.running).toBe(false) },
    left: { sees: ({ ports }) => expect(ports.tracking.running).toBe(false) },
  },
});
testWalk(walk);
testMutants(walk);
