import { describe, expect, it } from 'vitest';
import { editableCompletion } from '../../src/machines/cases/myCases.select';
import { hasRetry, isRetryUseless } from '../../src/rules/submissions/cases';
import { FILE_GONE, isFileRefused } from '../../src/rules/submissions/files';
import { canBecomeNote } from '../../src/rules/submissions/note';
import { canBeSavedAsFile, noteOfRefused } from '../../src/rules/submissions/refused';
import { deletionText } from '../../src/rules/submissions/texts';
import { completion, initiation, note, photo, picture, report, text } from '../walks/submissions/samples';

/** What can be done about a refusal in place of Retry (DECISIONS 351). */
const refused = (refusedBy: number, reason = 'No.') => ({ status: 'refused' as const, refusedBy, reason });
const world = { now: () => 0, serverNow: () => 0, createId: () => 'n1' };

describe('the file', () => {
  it.each([
    ['is too large', { ...picture('p1'), ...refused(413) }, true],
    ['is of a wrong type', { ...picture('p1'), ...refused(415) }, true],
    ['is gone from the device', { ...picture('p1'), ...refused(0, FILE_GONE) }, true],
    ['is not the reason', { ...picture('p1'), ...refused(403) }, false],
    [
      'was refused before, and is tried again',
      { ...picture('p1'), ...refused(413), status: 'waiting' as const },
      false,
    ],
    ['does not exist', { ...text('t1'), ...refused(413) }, false],
  ])('%s', (_, submission, is) => {
    expect(isFileRefused(submission)).toBe(is);
  });
});

describe('the completion that its card edits', () => {
  const waiting = completion('waiting');
  const tooLarge = { ...completion('large'), ...refused(413) };
  it('is the waiting one, or else one that was refused, also if the case was not the own or not begun then', () => {
    expect(editableCompletion('3', [tooLarge, waiting])).toBe(waiting);
    expect(editableCompletion('3', [initiation('i1'), tooLarge])).toBe(tooLarge);
    for (const status of [403, 404, 409]) {
      const early = { ...completion('early'), ...refused(status) };
      expect(editableCompletion('3', [early])).toBe(early);
    }
    expect(editableCompletion('4', [tooLarge, waiting])).toBe(undefined);
  });
});

describe('a message to the chat of a case', () => {
  const ofCase = { ...picture('p1', '9'), ...refused(409) };
  const inCase = { ...ofCase, content: { ...ofCase.content, incidentId: '3' } };
  it('that nobody can write in any more fits a note of the incident, with its photo', () => {
    expect(canBecomeNote(inCase)).toBe(true);
    expect(noteOfRefused(inCase, world).content).toEqual({
      incidentId: '3',
      label: inCase.content.chatName,
      text: inCase.content.body.text ?? '',
      files: [new File([inCase.content.media?.blob ?? ''], photo.name, { type: photo.type })],
    });
    expect(canBecomeNote({ ...inCase, ...refused(403) })).toBe(true);
  });
  it('that was refused for another reason, or whose incident is not known, fits none', () => {
    expect(canBecomeNote({ ...inCase, ...refused(400) })).toBe(false);
    expect(canBecomeNote({ ...inCase, status: 'waiting' })).toBe(false);
    expect(canBecomeNote(ofCase)).toBe(false);
    expect(canBecomeNote({ ...report('r1'), ...refused(409) })).toBe(false);
  });
  it('cannot be tried again once its case is closed', () => {
    expect(hasRetry(inCase)).toBe(false);
    expect(hasRetry({ ...inCase, ...refused(403) })).toBe(true);
    expect(hasRetry({ ...inCase, status: 'waiting' })).toBe(false);
  });
});

describe('a copy', () => {
  it.each([
    ['a note', { ...note('n1'), ...refused(404) }, true],
    ['a completion whose file is gone, as its card may be', { ...completion('c1'), ...refused(0, FILE_GONE) }, true],
    ['the completion of a case that is closed', { ...completion('c1'), ...refused(409) }, true],
    ['a message whose incident is not known', { ...text('t1', '9'), ...refused(409) }, true],
    ['a completion that can be corrected', { ...completion('c1'), ...refused(400) }, false],
    ['a message that can be tried again', { ...text('t1', '9'), ...refused(429) }, false],
    ['what waits', completion('c1'), false],
  ])('of %s can be saved: is that so?', (_, submission, is) => {
    expect(canBeSavedAsFile(submission)).toBe(is);
  });
});

describe('Retry', () => {
  it.each([
    ['a file that is too large', { ...picture('p1'), ...refused(413) }, true],
    ['a message of somebody who has left the team', { ...text('t1', '9'), ...refused(403) }, true],
    ['the completion of a case with another team', { ...completion('c1'), ...refused(403) }, true],
    ['the start of a case that somebody else has begun', { ...initiation('i1'), ...refused(409) }, true],
    ['a completion that the server could not read', { ...completion('c1'), ...refused(400) }, false],
    ['a report that the server does not allow now', { ...report('r1'), ...refused(403) }, false],
    ['what was not refused', completion('c1'), false],
  ])('for %s: is it useless?', (_, submission, is) => {
    expect(isRetryUseless(submission)).toBe(is);
  });
});

it('before it is deleted, the member reads what goes with it, or how a completion that needs it is kept (DECISIONS 251, 342)', () => {
  const gone = 'It is not sent, and it is deleted from this device';
  expect(deletionText(text('t1'), false)).toBe(`${gone}.`);
  expect(deletionText(picture('p1'), false)).toBe(`${gone} with its file.`);
  expect(deletionText(initiation('s1', '3'), true)).toBe(
    'The completion of this case needs it. First press “Edit Notes and Photos” in My Cases: nothing is lost.',
  );
});
