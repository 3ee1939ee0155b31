import { safeParse } from 'valibot';
import { describe, expect, it } from 'vitest';
import { Submission } from '../../src/contract/submissions';
import { toSubmission } from '../../src/services/storage/database.upgrade';
import { completion, initiation, known, photo, picture, report, text } from '../walks/submissions/samples';

const isGood = (row: unknown) => safeParse(Submission, row).success;
const noon = Date.parse('2026-03-10T12:00:00Z');

describe('a row of the device', () => {
  it.each([
    text('c1'),
    text('c1', '5'),
    picture('c1'),
    report('r1', { similar: [known] }),
    initiation('s1'),
    completion('d1'),
  ])('is read as it was kept: $kind', (submission) => {
    expect(safeParse(Submission, submission).output).toEqual(submission);
  });

  const message = picture('c1');
  const body = message.content.body;
  it.each<[string, unknown]>([
    ['null', null],
    ['nothing', undefined],
    ['{}', {}],
    ['a text', 'message'],
    ['of no known kind', { ...message, kind: 'letter' }],
    ['without content', { ...message, content: undefined }],
    ['without a chat', { ...message, content: { ...message.content, chat: undefined } }],
    ['with a chat of no kind', { ...message, content: { ...message.content, chat: { chatId: '5' } } }],
    ['without a body', { ...message, content: { ...message.content, body: undefined } }],
    ['whose text is an object', { ...message, content: { ...message.content, body: { ...body, text: {} } } }],
    ['whose file has no blob', { ...message, content: { ...message.content, media: { name: 'dog.jpg' } } }],
    ['without queuedAt', { ...message, queuedAt: undefined }],
    ['queued at 1e20, which no clock can show', { ...message, queuedAt: 1e20 }],
    ['queued at no number', { ...message, queuedAt: Number.NaN }],
    ['of another id than its clientMessageId', { ...message, id: 'c2' }],
    ['without an id', { ...message, id: '' }],
    ['in a state that is none', { ...message, status: 'sending' }],
    ['a report without details', { ...report('r1'), content: { ...report('r1').content, details: {} } }],
    ['a report whose photos are none', { ...report('r1'), content: { ...report('r1').content, files: ['dog.jpg'] } }],
    [
      'an initiation without members',
      { ...initiation('s1'), content: { ...initiation('s1').content, participatingUserIds: [] } },
    ],
    [
      'a completion without notes',
      { ...completion('d1'), content: { ...completion('d1').content, resolutionNotes: '' } },
    ],
  ])('cannot be read as a submission: %s', (_, row) => {
    expect(isGood(message)).toBe(true);
    expect(isGood(row)).toBe(false);
  });
});

describe('a row of the version before', () => {
  const { chat, chatName, body, media } = picture('c1').content;
  const outbox = (parts: object = {}) => ({
    userId: 'mira',
    clientMessageId: 'c1',
    outgoing: { chat, chatName, body, media, queuedAt: noon, refusal: null, ...parts },
  });
  const { details } = report('r1').content;
  const kept = (parts: object = {}) => ({
    userId: 'mira',
    report: {
      id: 'r1',
      details,
      files: [photo],
      queuedAt: noon,
      wasTried: true,
      isNew: false,
      similar: [],
      refusal: null,
      ...parts,
    },
  });

  it('of the outbox goes on waiting, and may have been tried', () => {
    expect(toSubmission('outbox', outbox())).toEqual({
      userId: 'mira',
      id: 'c1',
      submission: { ...picture('c1'), wasTried: true },
    });
  });
  it('of the outbox that was refused is refused still', () => {
    expect(toSubmission('outbox', outbox({ refusal: 'This case is closed.' }))?.submission).toMatchObject({
      status: 'refused',
      reason: 'This case is closed.',
    });
  });
  it('of the reports goes on waiting, asking or refused', () => {
    expect(toSubmission('reports', kept())).toEqual({
      userId: 'mira',
      id: 'r1',
      submission: { ...report('r1'), wasTried: true },
    });
    const statusOf = (parts: object) => toSubmission('reports', kept(parts))?.submission.status;
    expect(statusOf({ similar: [known] })).toBe('asking');
    expect(statusOf({ similar: [known], isNew: true })).toBe('waiting');
    expect(statusOf({ refusal: 'Description is required.' })).toBe('refused');
  });
  it.each<[string, string, unknown]>([
    ['nothing', 'outbox', undefined],
    ['{}', 'outbox', {}],
    ['a message without a member', 'outbox', { ...outbox(), userId: undefined }],
    ['a message without a body', 'outbox', outbox({ body: undefined })],
    ['a message under another key', 'outbox', { ...outbox(), clientMessageId: 'c2' }],
    ['a message queued at 1e20', 'outbox', outbox({ queuedAt: 1e20 })],
    ['{} among the reports', 'reports', {}],
    ['a report without details', 'reports', kept({ details: null })],
    ['a report in the outbox', 'outbox', kept()],
  ])('that cannot be read becomes no submission: %s', (_, store, row) => {
    expect(toSubmission(store, row as never)).toBe(null);
  });
});
