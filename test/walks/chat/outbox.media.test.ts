import { describe, expect, it } from 'vitest';
import { CallFailure } from '../../../src/contract/failure';
import { selectProgress, selectRefusal } from '../../../src/machines/chat/outbox.select';
import { echoOf, globalChat, outgoing, picture, settle } from './samples';
import { sending } from './sending';

describe('a picture in the outbox', () => {
  const done = { type: 'upload.done', mediaUrl: '/media/7', mediaType: 'IMAGE' } as const;

  it('goes out before the text that was sent after it', async () => {
    const { wire, uploads, queue, store, actor } = sending();
    wire.open();
    queue(picture('c1'), outgoing('c2'));
    await settle();
    expect(selectProgress('c1')(actor.getSnapshot())).toBe(0);
    uploads.emit({ type: 'upload.progressed', fraction: 0.4 });
    expect(selectProgress('c1')(actor.getSnapshot())).toBe(0.4);
    expect(wire.published).toEqual([]);
    uploads.emit(done);
    expect(selectProgress('c1')(actor.getSnapshot())).toBeUndefined();
    expect(wire.sent(globalChat)).toEqual(['c1']);
    expect(wire.published.at(-1)?.body).toMatchObject({ mediaUrl: '/media/7', mediaType: 'IMAGE' });
    expect(store.items()).toEqual(['c1', 'c2']);
    wire.deliver(globalChat, echoOf('c1', '1'));
    await settle();
    expect(wire.sent(globalChat)).toEqual(['c1', 'c2']);
  });

  it('leaves no progress behind when it is given up half-way', async () => {
    const { wire, uploads, queue, actor } = sending();
    wire.open();
    queue(picture('c1'));
    await settle();
    uploads.emit({ type: 'upload.progressed', fraction: 0.4 });
    actor.send({ type: 'message.withdraw', clientMessageId: 'c1' });
    expect(uploads.running).toBe(false);
    expect(selectProgress('c1')(actor.getSnapshot())).toBeUndefined();
  });

  it('that is refused does not hold up what comes after it', async () => {
    const { wire, uploads, queue, actor } = sending();
    wire.open();
    queue(picture('c1'), outgoing('c2'));
    await settle();
    uploads.emit({ type: 'upload.failed', error: new CallFailure('refused', 413, 'The file is too large.') });
    await settle();
    expect(selectRefusal('c1')(actor.getSnapshot())).toBe('The file is too large.');
    expect(wire.sent(globalChat)).toEqual(['c2']);
  });

  it('is uploaded anew when it is retried: the server keeps no file for long that nobody refers to', async () => {
    const { wire, uploads, queue, store, actor } = sending();
    wire.open();
    queue(picture('c1'));
    await settle();
    uploads.emit(done);
    wire.refuse(globalChat, 409, 'This case is closed. Its chat can only be read.', 'c1');
    await settle();
    actor.send({ type: 'message.retry', clientMessageId: 'c1' });
    await settle();
    expect(uploads.calls).toHaveLength(2);
    expect(store.items()).toEqual(['c1']);
    uploads.emit({ ...done, mediaUrl: '/media/8' });
    expect(wire.published.map(({ body }) => body)).toMatchObject([{ mediaUrl: '/media/7' }, { mediaUrl: '/media/8' }]);
  });
});
