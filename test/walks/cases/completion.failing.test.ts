import { describe, expect, it } from 'vitest';
import { CallFailure } from '../../../src/contract/failure';
import {
  selectFailure,
  selectFiles,
  selectIsCompleted,
  selectIsSubmitting,
  selectNotes,
  selectNotesError,
  selectWasEarlier,
} from '../../../src/machines/cases/completion.select';
import type { Place } from '../../../src/rules/incidents';
import { file, settle } from '../chat/samples';
import { bridge, opened, photo } from './completing';

const again = file('dog.png', 'image/png');
const clip = file('dog.mp4', 'video/mp4');

describe('a completion that fails', () => {
  const elsewhere: Place = { latitude: 18.5213, longitude: 73.8527 };
  const lost = { type: 'upload.failed', error: new CallFailure('network', 0) };

  it('loses neither notes nor files nor key, and looks for its place anew once it was refused', async () => {
    const { ports, actor, read } = opened();
    actor.send({ type: 'notes.changed', notes: 'Healed.' });
    actor.send({ type: 'files.choose', files: [photo, again, clip] });
    expect(read(selectFiles)).toEqual([photo, clip]);
    actor.send({ type: 'compression.toggle' });
    const expected = { incidentId: '3', resolutionNotes: 'Healed.', files: [photo, clip], idempotencyKey: 'id-1' };
    for (const place of [null, bridge, elsewhere]) {
      actor.send({ type: 'completion.submit' });
      if (place) ports.locate.resolve(place);
      else ports.locate.reject(new Error('denied'));
      await settle();
      expect(ports.completeCase.calls.at(-1)).toEqual({ ...expected, place });
      ports.completeCase.emit({ type: 'upload.failed', error: new CallFailure('refused', 413, 'Too large.') } as never);
      expect(read(selectFailure)).toBe('Too large.');
      expect([read(selectNotes), read(selectFiles)]).toEqual(['Healed.', [photo, clip]]);
    }
  });

  it.each([
    ['a place', bridge],
    ['no place', null],
  ])('without an answer is sent again as it was: with %s, wherever the device is now', async (_, place) => {
    const { ports, actor } = opened();
    actor.send({ type: 'notes.changed', notes: 'Healed.' });
    actor.send({ type: 'completion.submit' });
    if (place) ports.locate.resolve(place);
    else ports.locate.reject(new Error('denied'));
    await settle();
    ports.completeCase.emit(lost as never);
    actor.send({ type: 'completion.submit' });
    expect(ports.locate.calls).toHaveLength(1);
    const [first, second] = ports.completeCase.calls;
    expect(second).toEqual(first);
    expect(first?.place).toEqual(place);
  });

  it('goes out with the key and the place of its last try after a reload', async () => {
    const { ports, actor } = opened();
    const draft = { notes: 'Healed.', idempotencyKey: 'first', unanswered: { place: bridge } };
    ports.notesStore.emit({ type: 'draft.restored', draft } as never);
    actor.send({ type: 'completion.submit' });
    expect(ports.locate.calls).toEqual([]);
    expect(ports.completeCase.calls).toMatchObject([{ idempotencyKey: 'first', place: bridge }]);
  });

  it('has not forgotten its try without an answer after another one that was refused', async () => {
    const { ports, actor, read } = opened();
    actor.send({ type: 'notes.changed', notes: 'Healed.' });
    for (const error of [lost.error, new CallFailure('refused', 429), new CallFailure('refused', 409)]) {
      actor.send({ type: 'completion.submit' });
      if (ports.locate.running) ports.locate.resolve(bridge);
      await settle();
      ports.completeCase.emit({ type: 'upload.failed', error } as never);
    }
    ports.fetchMyCases.resolve([]);
    await settle();
    expect([read(selectIsCompleted), read(selectWasEarlier)]).toEqual([true, true]);
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

  it('tells off for missing notes only until there are some, and for too many', () => {
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
