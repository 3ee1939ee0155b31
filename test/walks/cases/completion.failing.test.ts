import { describe, expect, it } from 'vitest';
import { CallFailure } from '../../../src/contract/failure';
import {
  selectFiles,
  selectIsSubmitting,
  selectNotes,
  selectNotesError,
  selectNotice,
} from '../../../src/machines/cases/completion.select';
import type { Place } from '../../../src/rules/incidents/incidents';
import { kindOf } from '../../../src/rules/submissions/kinds';
import { settle } from '../../kit/walk';
import { file } from '../chat/samples';
import { bridge, opened, photo } from './completing';
import { completionOf, itemOf } from './samples';

const again = file('dog.png', 'image/png');
const clip = file('dog.mp4', 'video/mp4');
const tooLarge = itemOf(completionOf({}, { status: 'refused', reason: 'These files are too large.' }));

describe('a completion', () => {
  it('that is refused keeps its notes and files, and determines its position again', async () => {
    const { ports, actor, submitted, read } = opened();
    const elsewhere: Place = { latitude: 18.5213, longitude: 73.8527 };
    actor.send({ type: 'notes.changed', notes: 'Healed.' });
    actor.send({ type: 'files.choose', files: [photo, again, clip] });
    expect(read(selectFiles)).toEqual([photo, clip]);
    actor.send({ type: 'compression.toggle' });
    for (const place of [null, bridge, elsewhere]) {
      actor.send({ type: 'completion.submit' });
      if (place) ports.locate.resolve(place);
      else ports.locate.reject(new Error('denied'));
      await settle();
      expect(submitted().at(-1)?.submission.content).toMatchObject({
        resolutionNotes: 'Healed.',
        files: [photo, clip],
        place,
      });
      ports.tracking.emit({ type: 'submission.updated', item: tooLarge });
      expect(read(selectNotice)).toEqual({ tone: 'danger', text: 'These files are too large.' });
      expect([read(selectNotes), read(selectFiles)]).toEqual(['Healed.', [photo, clip]]);
    }
    // What was refused is not what is sent then.
    expect(submitted().map(({ submission }) => submission.id)).toEqual(['id-1', 'id-2', 'id-3']);
    expect(submitted().at(-1)?.submission.wasTried).toBe(false);
  });

  it.each([
    ['stopped in the middle', true],
    ['stopped before anything was out', false],
  ])('that was %s becomes a new submission, which knows whether an earlier one may have arrived', async (_, was) => {
    const { ports, actor, submitted } = opened();
    actor.send({ type: 'notes.changed', notes: 'Healed.' });
    const submit = async () => {
      actor.send({ type: 'completion.submit' });
      ports.locate.resolve(bridge);
      await settle();
    };
    await submit();
    const item = itemOf(completionOf({}, { wasTried: was }), { head: 'sending', fraction: 0.5 });
    ports.tracking.emit({ type: 'submission.updated', item });
    actor.send({ type: 'submission.cancel' });
    await submit();
    expect(submitted().map(({ submission: { id, wasTried } }) => [id, wasTried])).toEqual([
      ['id-1', false],
      ['id-2', was],
    ]);
  });

  // If a refused one counted as tried, the answer to the next would be read as 'it has arrived', and its notes would be deleted.
  it.each([
    ['that was refused cannot have arrived when it is edited', 'refused', false],
    ['that waits may have arrived when it is edited', 'waiting', true],
  ] as const)('%s', async (_, status, wasTried) => {
    const { ports, actor, submitted, read } = opened(completionOf({}, { status, wasTried: true }));
    actor.send({ type: 'notes.changed', notes: 'Healed.' });
    actor.send({ type: 'completion.submit' });
    ports.locate.resolve(bridge);
    await settle();
    const [next] = submitted().map(({ submission }) => submission);
    expect(next?.wasTried).toBe(wasTried);
    expect(next && kindOf(next).judge(new CallFailure('refused', 409), next, true)).toBe(wasTried ? 'verify' : 'never');
    ports.tracking.emit({
      type: 'submission.updated',
      item: itemOf(completionOf({}, { status: 'refused', refusedBy: 409 })),
    });
    expect(read((snapshot) => snapshot.matches({ submitted: 'gone' }))).toBe(true);
  });

  it('has its photos compressed one after the other, for 30 s each, and keeps those that are done', async () => {
    const { ports, actor, clock, submitted } = opened();
    const photos = ['1.png', '2.png', '3.png', '4.png'].map((name) => file(name, 'image/png'));
    actor.send({ type: 'notes.changed', notes: 'Healed.' });
    actor.send({ type: 'files.choose', files: photos });
    actor.send({ type: 'completion.submit' });
    ports.locate.resolve(bridge);
    await settle();
    const [small, last] = [file('1.jpg', 'image/jpeg'), file('4.jpg', 'image/jpeg')];
    clock.increment(29_999);
    ports.prepareFile.resolve(small);
    await settle();
    clock.increment(29_999);
    expect(ports.prepareFile.calls).toEqual(photos.slice(0, 2));
    clock.increment(1);
    ports.prepareFile.reject(new Error('broken'));
    await settle();
    expect(submitted()).toEqual([]);
    ports.prepareFile.resolve(last);
    await settle();
    expect(ports.prepareFile.calls).toEqual(photos);
    expect(submitted().map(({ submission }) => submission.content.files)).toEqual([
      [small, photos[1], photos[2], last],
    ]);
  });

  it('takes ten files, and says that it takes no more', () => {
    const { ports, actor, read } = opened();
    const eleven = Array.from({ length: 11 }, (_, index) => file(`${index}.png`, 'image/png'));
    actor.send({ type: 'files.choose', files: eleven.slice(0, 10) });
    expect(ports.bar.received).toEqual([]);
    actor.send({ type: 'files.choose', files: eleven });
    expect(read(selectFiles)).toEqual(eleven.slice(0, 10));
    const flash = { tone: 'danger', text: 'At most 10 files can be attached.' };
    expect(ports.bar.received).toEqual([{ type: 'flash.show', flash }]);
  });

  it('shows the error for missing notes until there are some, and an error for notes that are too long', () => {
    const { actor, read } = opened();
    actor.send({ type: 'notes.changed', notes: '' });
    expect(read(selectNotesError)).toBe(null);
    actor.send({ type: 'completion.submit' });
    expect(read(selectNotesError)).toBe('Resolution notes are required.');
    actor.send({ type: 'notes.changed', notes: 'Healed.' });
    expect(read(selectNotesError)).toBe(null);
    actor.send({ type: 'notes.changed', notes: 'x'.repeat(4001) });
    actor.send({ type: 'completion.submit' });
    expect(read(selectNotesError)).toBe('Resolution notes may have at most 4000 characters.');
    expect(read(selectIsSubmitting)).toBe(false);
  });
});
