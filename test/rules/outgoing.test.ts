import { describe, expect, it } from 'vitest';
import { snippetOf } from '../../src/rules/chat/messages';
import {
  compose,
  toTempMessage,
  withoutRefusedFile,
  withoutUploaded,
  withUploaded,
} from '../../src/rules/chat/outgoing';
import { FILE_GONE } from '../../src/rules/submissions/files';
import { messageKind } from '../../src/rules/submissions/message';
import { message, user } from './samples';

const file = (name: string, type: string) => new File(['content'], name, { type });
const composing = () => {
  let ids = 0;
  return {
    chat: { kind: 'global' as const },
    chatName: 'Global Chat',
    replyTo: message({ id: '7' }),
    world: { now: () => Date.parse('2026-03-10T12:00:00Z'), createId: () => `c${++ids}` },
  };
};

describe('what one press on Send makes', () => {
  it('is one message of text alone', () => {
    const [only, ...others] = compose(composing(), 'Dog', []);
    expect(others).toEqual([]);
    expect(only).toEqual({
      id: 'c1',
      kind: 'message',
      queuedAt: Date.parse('2026-03-10T12:00:00Z'),
      status: 'waiting',
      wasTried: false,
      reason: null,
      content: {
        chat: { kind: 'global' },
        chatName: 'Global Chat',
        media: null,
        body: { text: 'Dog', clientMessageId: 'c1', parentMessageId: '7', mediaUrl: null, mediaType: null },
      },
    });
  });

  it('is one message for each file, the first with the text, each with an id of its own', () => {
    const files = [file('a.jpg', 'image/jpeg'), file('b.mp4', 'video/mp4')];
    const made = compose(composing(), 'Two', files);
    expect(made.map(({ id, content: { body } }) => [id, body.text, body.parentMessageId])).toEqual([
      ['c1', 'Two', '7'],
      ['c2', null, '7'],
    ]);
    expect(made.map(({ content: { media } }) => [media?.blob, media?.name])).toEqual([
      [files[0], 'a.jpg'],
      [files[1], 'b.mp4'],
    ]);
  });

  it('needs no text beside a file (S1 §5)', () => {
    const [only] = compose({ ...composing(), replyTo: null }, '', [file('a.jpg', 'image/jpeg')]);
    expect([only?.content.body.text, only?.content.body.parentMessageId]).toEqual([null, null]);
  });
});

describe('a message that carries a file', () => {
  it('is uploaded once, and shown with its kind from the beginning', () => {
    const [outgoing] = compose(composing(), '', [file('a.webm', 'audio/webm')]);
    if (!outgoing) throw new Error('nothing was made');
    expect(messageKind.needsUpload(outgoing)).toBe(true);
    expect(snippetOf(toTempMessage(outgoing, user('mira')))).toBe('[audio]');
    expect(toTempMessage(outgoing, user('mira'))).toMatchObject({ id: 'temp-c1', mediaUrl: '', mediaType: 'AUDIO' });

    const uploaded = withUploaded(outgoing, { mediaUrl: '/media/7', mediaType: 'AUDIO' });
    expect(messageKind.needsUpload(uploaded)).toBe(false);
    expect(toTempMessage(uploaded, user('mira'))).toMatchObject({ mediaUrl: '/media/7', mediaType: 'AUDIO' });
    expect(uploaded.content.media).toBe(outgoing.content.media);
  });

  it('keeps the kind of its file if the server does not name one', () => {
    const [outgoing] = compose(composing(), '', [file('a.webm', 'audio/webm')]);
    if (!outgoing) throw new Error('nothing was made');
    const { body } = withUploaded(outgoing, { mediaUrl: '/media/7', mediaType: null }).content;
    expect(body).toMatchObject({ mediaUrl: '/media/7', mediaType: 'AUDIO' });
  });

  it('is uploaded again once its address is no longer valid', () => {
    const [outgoing] = compose(composing(), 'Look', [file('a.webm', 'audio/webm')]);
    if (!outgoing) throw new Error('nothing was made');
    const uploaded = withUploaded(outgoing, { mediaUrl: '/media/7', mediaType: 'AUDIO' });
    expect(withoutUploaded(uploaded)).toEqual(outgoing);
    expect(messageKind.needsUpload(withoutUploaded(uploaded))).toBe(true);
  });

  it('is distinguished from one of text only', () => {
    const [text] = compose(composing(), 'Dog', []);
    if (!text) throw new Error('nothing was made');
    expect(messageKind.needsUpload(text)).toBe(false);
    expect(toTempMessage(text, user('mira'))).toMatchObject({ mediaUrl: null, mediaType: null });
  });
});

describe('a message whose file the server refuses for good (DECISIONS 346)', () => {
  const refused = (text: string, type: string, refusedBy: number) => {
    const [one] = compose(composing(), text, [file('a', type)]);
    if (!one) throw new Error('nothing was made');
    return {
      ...withUploaded(one, { mediaUrl: '/media/a', mediaType: 'IMAGE' }),
      status: 'refused' as const,
      refusedBy,
    };
  };

  it.each([413, 415])('goes without it after %i, under the same id', (status) => {
    const whole = refused('At the gate', 'image/jpeg', status);
    const { id, content } = withoutRefusedFile(whole) ?? {};
    expect([id, content?.media]).toEqual([whole.id, null]);
    expect(content?.body).toMatchObject({ text: 'At the gate', mediaUrl: null, mediaType: null });
  });

  it('goes without one that is gone from the device, too (DECISIONS 351)', () => {
    const gone = { ...refused('At the gate', 'image/jpeg', 0), reason: FILE_GONE };
    expect(withoutRefusedFile(gone)?.content.media).toBeNull();
    expect(withoutRefusedFile({ ...gone, reason: 'Not today.' })).toBeNull();
  });

  it('needs it if there is no text, and if something else is wrong', () => {
    expect(withoutRefusedFile(refused('', 'image/jpeg', 413))).toBeNull();
    expect(withoutRefusedFile(refused('At the gate', 'image/jpeg', 403))).toBeNull();
    expect(withoutRefusedFile({ ...refused('At the gate', 'image/jpeg', 413), status: 'waiting' })).toBeNull();
  });
});
