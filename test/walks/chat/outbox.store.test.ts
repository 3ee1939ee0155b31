import { describe, expect, it } from 'vitest';
import { echoOf, globalChat, outgoing, settle } from './samples';
import { scriptedStore, sending } from './sending';
import { scriptedWire } from './wire';

describe('the store of the outbox (decision 41)', () => {
  it('takes every message, and does not hold up its sending', async () => {
    const { actor, wire, queue, store } = sending();
    await settle();
    wire.open();
    queue(outgoing('c0'));
    await settle();
    wire.deliver(globalChat, echoOf('c0', '0'));
    queue(outgoing('c1'));
    await Promise.resolve();
    expect(store.items()).toEqual(['c1']);
    await settle();
    expect(actor.getSnapshot().context.stored.has('c1')).toBe(true);
    expect(wire.sent(globalChat)).toEqual(['c0', 'c1']);
    wire.deliver(globalChat, echoOf('c1', '1'));
    expect(store.items()).toEqual([]);
  });

  it('holds nothing up when it takes nothing: better sent from memory than not at all', async () => {
    const { wire, queue, store, waiting } = sending();
    store.break();
    wire.open();
    queue(outgoing('c1'), outgoing('c2'));
    await settle();
    expect(wire.sent(globalChat)).toEqual(['c1']);
    wire.deliver(globalChat, echoOf('c1', '1'));
    await settle();
    expect(wire.sent(globalChat)).toEqual(['c1', 'c2']);
    expect(waiting(globalChat)).toEqual(['c2']);
  });

  it('takes what it could not take before as soon as it can be read', async () => {
    const { queue, store, waiting } = sending();
    store.break();
    queue(outgoing('c1'), outgoing('c2'));
    await settle();
    expect(store.items()).toEqual([]);
    store.mend();
    store.read();
    await settle();
    expect(store.items()).toEqual(['c1', 'c2']);
    // They belong to the store now: another tab may take them from it.
    store.clear();
    expect(waiting(globalChat)).toEqual([]);
  });

  it('remembers only the last that were taken from it', async () => {
    const { actor, queue } = sending();
    for (let count = 1; count <= 150; count++) {
      queue(outgoing(`c${count}`));
      actor.send({ type: 'message.withdraw', clientMessageId: `c${count}` });
    }
    expect(actor.getSnapshot().context.removed.size).toBe(100);
    expect(actor.getSnapshot().context.removed.has('c150')).toBe(true);
  });

  it('loses none that it could not take when another tab changes it', async () => {
    const store = scriptedStore();
    const here = sending({ store });
    store.break();
    here.queue(outgoing('c1'));
    await settle();
    const other = sending({ store, hasTurn: false });
    other.actor.send({ type: 'message.withdraw', clientMessageId: 'c9' });
    other.queue(outgoing('c2'));
    other.actor.send({ type: 'message.withdraw', clientMessageId: 'c2' });
    await settle();
    expect(here.waiting(globalChat)).toEqual(['c1']);
  });

  it('brings nothing back that was given up while it was being read', async () => {
    const { actor, queue, waiting } = sending();
    queue(outgoing('c1'));
    await settle();
    actor.send({ type: 'message.withdraw', clientMessageId: 'c1' });
    actor.send({ type: 'store.read', items: [outgoing('c1'), outgoing('c2')] });
    expect(waiting(globalChat)).toEqual(['c2']);
  });

  it('brings what another tab has sent, and the tab whose turn it is delivers it', async () => {
    const store = scriptedStore();
    const wire = scriptedWire();
    const here = sending({ store, wire });
    const other = sending({ store, wire, hasTurn: false });
    wire.open();
    other.queue(outgoing('c1'));
    here.queue(outgoing('c2'));
    await settle();
    expect([here.waiting(globalChat), other.waiting(globalChat)]).toEqual([
      ['c1', 'c2'],
      ['c1', 'c2'],
    ]);
    expect(wire.sent(globalChat)).toEqual(['c1']);
    wire.deliver(globalChat, echoOf('c1', '1'));
    await settle();
    expect(other.waiting(globalChat)).toEqual(['c2']);
    expect(wire.sent(globalChat)).toEqual(['c1', 'c2']);
  });

  it('is delivered by the next tab when the first one is closed', async () => {
    const store = scriptedStore();
    const wire = scriptedWire();
    const here = sending({ store, wire });
    const other = sending({ store, wire, hasTurn: false });
    here.queue(outgoing('c1'));
    await settle();
    here.actor.stop();
    wire.open();
    await settle();
    expect(wire.published).toEqual([]);
    other.grant();
    await settle();
    expect(wire.sent(globalChat)).toEqual(['c1']);
  });

  it('lets a message be given up in any tab', async () => {
    const store = scriptedStore();
    const here = sending({ store });
    const other = sending({ store, hasTurn: false });
    here.queue(outgoing('c1'), outgoing('c2'));
    await settle();
    other.actor.send({ type: 'message.withdraw', clientMessageId: 'c1' });
    expect(here.waiting(globalChat)).toEqual(['c2']);
    here.wire.open();
    await settle();
    expect(here.wire.sent(globalChat)).toEqual(['c2']);
  });
});
