import { describe, expect, it } from 'vitest';
import { CallFailure } from '../../../src/contract/failure';
import type { ChatAddress } from '../../../src/contract/topics';
import { address, delivering, progress, published, publishedPicture, refusal, uploaded } from './delivering';
import { caseChat, globalChat, picture } from './samples';

describe('a file on its way (S1 §4: media is uploaded first)', () => {
  const fail = (status: number, serverMessage: string | null = null) => ({
    type: 'upload.failed' as const,
    error: new CallFailure(status ? 'refused' : 'network', status, serverMessage),
  });

  it('is not uploaded while there is no connection, nor a text at any time', () => {
    const { topic, upload } = delivering(picture('c1'));
    expect(upload.running).toBe(false);
    topic.emit({ type: 'topic.opened' });
    expect(upload.running).toBe(true);

    const text = delivering();
    text.topic.emit({ type: 'topic.opened' });
    expect(text.upload.calls).toEqual([]);
    expect(text.topic.received).toEqual([published]);
  });

  it('is tried again after 2 s, 4 s, 8 s … 60 s without a network, and never given up', () => {
    const { clock, topic, upload, outbox } = delivering(picture('c1'));
    topic.emit({ type: 'topic.opened' });
    for (const [tries, seconds] of [2, 4, 8, 16, 32, 60, 60].entries()) {
      upload.emit(fail(0));
      clock.increment(seconds * 1000 - 1);
      expect(upload.calls).toHaveLength(tries + 1);
      clock.increment(1);
      expect(upload.calls).toHaveLength(tries + 2);
    }
    expect(outbox.received.map(({ type }) => type)).not.toContain('delivery.refused');
  });

  it('is tried again at once with a fresh connection', () => {
    const { topic, upload } = delivering(picture('c1'));
    topic.emit({ type: 'topic.opened' });
    upload.emit(fail(0));
    topic.emit({ type: 'topic.lost' });
    expect(upload.calls).toHaveLength(1);
    topic.emit({ type: 'topic.opened' });
    expect(upload.calls).toHaveLength(2);
  });

  it('is cut off after 60 s in which nothing of it went out, and tried again', () => {
    const { clock, topic, upload, outbox } = delivering(picture('c1'));
    topic.emit({ type: 'topic.opened' });
    for (const fraction of [0.25, 0.5, 1]) {
      clock.increment(59_999);
      upload.emit({ type: 'upload.progressed', fraction });
    }
    clock.increment(59_999);
    expect([upload.running, upload.calls.length]).toEqual([true, 1]);
    clock.increment(1);
    expect([upload.running, outbox.received.at(-1)]).toEqual([false, progress(null)]);
    clock.increment(2_000);
    expect([upload.running, upload.calls.length]).toEqual([true, 2]);
  });

  it.each([401, 408, 429])('waits out a status %i', (status) => {
    const { clock, topic, upload } = delivering(picture('c1'));
    topic.emit({ type: 'topic.opened' });
    for (let tries = 1; tries < 7; tries++) {
      upload.emit(fail(status, 'Not now.'));
      clock.increment(60_000);
    }
    expect(upload.calls).toHaveLength(7);
  });

  const cases: [string, ChatAddress, string][] = [
    ['incident chat', caseChat, 'Upload failed'],
    ['global chat', globalChat, 'Media upload failed'],
  ];
  it.each(cases)('of the %s is given up after 4 tries where the server is in trouble (S1 §8)', (_, chat, reason) => {
    const { clock, topic, upload, outbox } = delivering(picture('c1', chat));
    topic.emit({ type: 'topic.opened' });
    for (let tries = 1; tries < 4; tries++) {
      upload.emit(fail(500));
      clock.increment(60_000);
    }
    expect(outbox.received.map(({ type }) => type)).not.toContain('delivery.refused');
    upload.emit(fail(500));
    expect(outbox.received.at(-1)).toEqual({ type: 'delivery.refused', clientMessageId: 'c1', reason });
  });

  it('goes on when the connection is lost while it is uploaded, and is published with the next one', () => {
    const { topic, upload } = delivering(picture('c1'));
    topic.emit({ type: 'topic.opened' });
    topic.emit({ type: 'topic.lost' });
    upload.emit({ type: 'upload.done', ...address });
    topic.emit({ type: 'topic.opened' });
    expect(topic.received.at(-1)).toEqual(publishedPicture);
    expect(upload.calls).toHaveLength(1);
  });

  const lost = { ...refusal(400).refusal, message: 'There is no such uploaded file.' };

  it('is uploaded once more where the server has swept it, and refused when that did not help', () => {
    const { topic, upload, outbox } = delivering(uploaded.outgoing);
    topic.emit({ type: 'topic.opened' });
    topic.emit({ type: 'refusal.arrived', refusal: lost });
    expect(outbox.received).toEqual([progress(0)]);
    expect(upload.calls).toEqual([{ chat: globalChat, blob: picture('c1').media?.blob, name: 'dog.jpg' }]);
    upload.emit({ type: 'upload.done', mediaUrl: '/media/8', mediaType: 'IMAGE' });
    expect(topic.received.at(-1)).toMatchObject({ body: { clientMessageId: 'c1', mediaUrl: '/media/8' } });
    topic.emit({ type: 'refusal.arrived', refusal: lost });
    expect(upload.calls).toHaveLength(1);
    expect(outbox.received.at(-1)).toEqual({
      type: 'delivery.refused',
      clientMessageId: 'c1',
      reason: 'There is no such uploaded file.',
    });
  });

  it('has nothing to do with the refusal of a text', () => {
    const { topic, upload, outbox } = delivering();
    topic.emit({ type: 'topic.opened' });
    topic.emit(refusal(400));
    expect(upload.calls).toEqual([]);
    expect(outbox.received).toEqual([
      { type: 'delivery.refused', clientMessageId: 'c1', reason: 'This case is closed.' },
    ]);
  });

  it('is not uploaded again when it was before a reload', () => {
    const { topic, upload } = delivering(uploaded.outgoing);
    topic.emit({ type: 'topic.opened' });
    expect(upload.calls).toEqual([]);
    expect(topic.received).toEqual([publishedPicture]);
  });
});
