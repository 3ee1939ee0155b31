import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import type { ChatAddress } from '../../../src/contract/topics';
import { deliveryMachine } from '../../../src/machines/chat/delivery.machine';
import { outboxMachine } from '../../../src/machines/chat/outbox.machine';
import { pendingOf, selectRefusal, selectWaitingCount } from '../../../src/machines/chat/outbox.select';
import type { Outgoing } from '../../../src/rules/outgoing';
import { testMutants } from '../../kit/mutants';
import { streamPort, testWalk, walkOf } from '../../kit/walk';
import { caseChat, echoOf, globalChat, outgoing, settle } from './samples';
import { scriptedWire } from './wire';

const walk = walkOf({
  machine: outboxMachine,
  props: () => ({ ports: { delivery: streamPort<never, { outgoing: Outgoing }>() } }),
  input: () => ({ me: 'mira' }),
  key: ({ context }) => [context.items.map(({ body, refusal }) => [body.clientMessageId, refusal]), context.delivering],
  samples: {
    'c1 sent': { type: 'message.queue', outgoing: outgoing('c1') },
    'c2 sent': { type: 'message.queue', outgoing: outgoing('c2') },
    'c1 confirmed': { type: 'delivery.confirmed', clientMessageId: 'c1' },
    'c2 confirmed': { type: 'delivery.confirmed', clientMessageId: 'c2' },
    'c1 refused': { type: 'delivery.refused', clientMessageId: 'c1', reason: 'This case is closed.' },
    'c1 retried': { type: 'message.retry', clientMessageId: 'c1' },
    'c1 withdrawn': { type: 'message.withdraw', clientMessageId: 'c1' },
    'c9 retried': { type: 'message.retry', clientMessageId: 'c9' },
    'c9 withdrawn': { type: 'message.withdraw', clientMessageId: 'c9' },
  },
  states: {
    open: {
      sees: ({ ports, read, actor, last }) => {
        const items = actor.getSnapshot().context.items;
        const head = items.find(({ refusal }) => refusal === null)?.body.clientMessageId;
        // One message of a chat is on its way: the first that is not refused.
        expect(Object.keys(actor.getSnapshot().children)).toEqual(head ? [head] : []);
        if (head) expect(ports.delivery.calls.at(-1)?.outgoing.body.clientMessageId).toBe(head);
        if (last === 'c1 refused' && items.length > 0)
          expect(read(selectRefusal('c2'))).not.toBe('This case is closed.');
        if (last === 'c1 withdrawn' || last === 'c1 confirmed') expect(read(selectRefusal('c1'))).toBeUndefined();
        if (last === 'c1 retried') expect(read(selectRefusal('c1'))).toBe(null);
      },
      takes: {
        'c1 sent': ({ context }) =>
          has(context.items, 'c1')
            ? null
            : { to: 'open', sees: ({ read }) => expect(read(selectRefusal('c1'))).toBe(null) },
        'c2 sent': ({ context }) =>
          has(context.items, 'c2')
            ? null
            : { to: 'open', sees: ({ read }) => expect(read(selectRefusal('c2'))).toBe(null) },
        'c1 confirmed': 'open',
        'c2 confirmed': { to: 'open', sees: ({ read }) => expect(read(selectRefusal('c2'))).toBeUndefined() },
        'c1 refused': ({ context }) => ({
          to: 'open',
          sees: ({ read }) =>
            expect(read(selectRefusal('c1'))).toBe(has(context.items, 'c1') ? 'This case is closed.' : undefined),
        }),
        'c1 retried': ({ context }) => (context.items.some((item) => isIt(item, 'c1') && item.refusal) ? 'open' : null),
        'c1 withdrawn': ({ context }) => (has(context.items, 'c1') ? 'open' : null),
      },
    },
  },
});

const isIt = (item: Outgoing, clientMessageId: string) => item.body.clientMessageId === clientMessageId;
const has = (items: readonly Outgoing[], clientMessageId: string) => items.some((item) => isIt(item, clientMessageId));
testWalk(walk);
testMutants(walk);

/** An outbox with real deliveries over a scripted connection. */
function sending(items: readonly Outgoing[] = []) {
  const clock = new SimulatedClock();
  const wire = scriptedWire();
  const delivery = deliveryMachine.provide({ actors: { chatTopic: wire.chatTopic } });
  const machine = outboxMachine.provide({ actors: { delivery } });
  const actor = createActor(machine, { clock, input: { me: 'mira', items } }).start();
  const waiting = (chat: ChatAddress) => pendingOf(actor.getSnapshot(), chat).map(({ body }) => body.clientMessageId);
  const queue = (...queued: Outgoing[]) => {
    for (const item of queued) actor.send({ type: 'message.queue', outgoing: item });
  };
  return { actor, clock, wire, queue, waiting };
}

describe('the outbox (decision 41)', () => {
  it('keeps everything while there is no connection, and sends it in order, one at a time, when it is there', async () => {
    const { wire, queue, waiting } = sending();
    queue(outgoing('c1'), outgoing('c2'), outgoing('c3'));
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
    const { wire, waiting } = sending([outgoing('c1'), outgoing('c2')]);
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

  it('waits 2 s where the server takes no more at once (429), and keeps the order', async () => {
    const { clock, wire, queue } = sending();
    wire.open();
    queue(outgoing('c1'), outgoing('c2'));
    await settle();
    wire.refuse(globalChat, 429, 'Too many messages at once. Please wait a moment.', 'c1');
    clock.increment(1_999);
    expect(wire.sent(globalChat)).toEqual(['c1']);
    clock.increment(1);
    expect(wire.sent(globalChat)).toEqual(['c1', 'c1']);
  });

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
