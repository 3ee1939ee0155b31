import { describe, expect, it } from 'vitest';
import { selectRefusal, selectRefusedCount, selectWaitingCount } from '../../../src/machines/chat/outbox.select';
import { caseChat, echoOf, globalChat, outgoing, settle } from './samples';
import { scriptedStore, sending } from './sending';

describe('the outbox (decision 41)', () => {
  it('keeps everything while there is no connection, and sends it in order, one at a time, when it is there', async () => {
    const { wire, queue, waiting } = sending();
    queue(outgoing('c1'), outgoing('c2'), outgoing('c3'));
    await settle();
    expect(wire.published).toEqual([]);
    wire.open();
    for (const [index, id] of ['c1', 'c2', 'c3'].entries()) {
      expect(wire.sent(globalChat)).toEqual(['c1', 'c2', 'c3'].slice(0, index + 1));
      wire.deliver(globalChat, echoOf(id, String(index + 1)));
      await settle();
    }
    expect(waiting(globalChat)).toEqual([]);
    expect(wire.listeners()).toBe(0);
  });

  it('sends what a reload has left, in its order', async () => {
    const { wire, waiting } = sending({ store: scriptedStore([outgoing('c1'), outgoing('c2')]) });
    await settle();
    expect(waiting(globalChat)).toEqual(['c1', 'c2']);
    wire.open();
    wire.deliver(globalChat, echoOf('c1', '1'));
    await settle();
    expect(wire.sent(globalChat)).toEqual(['c1', 'c2']);
  });

  it('sends the unconfirmed one again after a reconnect, and nothing that was confirmed', async () => {
    const { wire, queue } = sending();
    wire.open();
    queue(outgoing('c1'), outgoing('c2'));
    await settle();
    wire.deliver(globalChat, echoOf('c1', '1'));
    await settle();
    wire.lose();
    wire.open();
    expect(wire.sent(globalChat)).toEqual(['c1', 'c2', 'c2']);
    wire.deliver(globalChat, echoOf('c2', '2'), echoOf('c2', '2'));
    wire.lose();
    wire.open();
    await settle();
    expect(wire.sent(globalChat)).toEqual(['c1', 'c2', 'c2']);
  });

  it('lets no chat hold up another', async () => {
    const { wire, queue, waiting } = sending();
    wire.open();
    queue(outgoing('c1', caseChat), outgoing('g1', globalChat), outgoing('c2', caseChat));
    await settle();
    expect(wire.sent(caseChat)).toEqual(['c1']);
    expect(wire.sent(globalChat)).toEqual(['g1']);
    wire.deliver(globalChat, echoOf('g1', '1'));
    expect(waiting(globalChat)).toEqual([]);
    expect(waiting(caseChat)).toEqual(['c1', 'c2']);
  });

  it('shows a refused one as failed and goes on with the next; retried by hand it goes out again', async () => {
    const { actor, wire, queue, waiting } = sending();
    wire.open();
    queue(outgoing('c1'), outgoing('c2'));
    await settle();
    wire.refuse(globalChat, 403, 'You are not a participant of this chat.', 'c1');
    await settle();
    expect(selectRefusal('c1')(actor.getSnapshot())).toBe('You are not a participant of this chat.');
    expect([selectWaitingCount(actor.getSnapshot()), selectRefusedCount(actor.getSnapshot())]).toEqual([1, 1]);
    expect(wire.sent(globalChat)).toEqual(['c1', 'c2']);
    wire.deliver(globalChat, echoOf('c2', '1'));
    wire.lose();
    wire.open();
    expect(waiting(globalChat)).toEqual(['c1']);
    expect(wire.sent(globalChat)).toEqual(['c1', 'c2']);
    actor.send({ type: 'message.retry', clientMessageId: 'c1' });
    await settle();
    expect(wire.sent(globalChat)).toEqual(['c1', 'c2', 'c1']);
    expect(selectRefusal('c1')(actor.getSnapshot())).toBe(null);
    wire.deliver(globalChat, echoOf('c1', '2'));
    expect(selectWaitingCount(actor.getSnapshot())).toBe(0);
  });

  it('loses nothing when an older one is retried while the next is on its way', async () => {
    const { actor, wire, queue, waiting } = sending();
    wire.open();
    queue(outgoing('c1'), outgoing('c2'));
    await settle();
    wire.refuse(globalChat, 400, 'No.', 'c1');
    await settle();
    actor.send({ type: 'message.retry', clientMessageId: 'c1' });
    await settle();
    // The echo of the second comes while the first has its turn again.
    wire.deliver(globalChat, echoOf('c2', '1'));
    wire.deliver(globalChat, echoOf('c1', '2'));
    await settle();
    wire.deliver(globalChat, echoOf('c2', '1'));
    expect(waiting(globalChat)).toEqual([]);
  });

  it.each([429, 500, 503, 507])(
    'waits 2 s where the server takes no more at once or is in trouble (%i), and keeps the order',
    async (status) => {
      const { clock, wire, queue } = sending();
      wire.open();
      queue(outgoing('c1'), outgoing('c2'));
      await settle();
      wire.refuse(globalChat, status, 'Not now.', 'c1');
      clock.increment(1_999);
      expect(wire.sent(globalChat)).toEqual(['c1']);
      clock.increment(1);
      expect(wire.sent(globalChat)).toEqual(['c1', 'c1']);
    },
  );

  it('gives up a waiting one, at the head or behind it', async () => {
    const { actor, wire, queue, waiting } = sending();
    queue(outgoing('c1'), outgoing('c2'), outgoing('c3'));
    actor.send({ type: 'message.withdraw', clientMessageId: 'c2' });
    actor.send({ type: 'message.withdraw', clientMessageId: 'c1' });
    expect(waiting(globalChat)).toEqual(['c3']);
    wire.open();
    await settle();
    expect(wire.sent(globalChat)).toEqual(['c3']);
    expect(wire.listeners()).toBe(1);
  });
});
