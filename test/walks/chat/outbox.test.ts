import { describe, expect, it } from 'vitest';
import { type AnyEventObject, createActor, fromCallback, SimulatedClock } from 'xstate';
import { CallFailure } from '../../../src/contract/failure';
import { type ChatAddress, chatKey } from '../../../src/contract/topics';
import { deliveryMachine } from '../../../src/machines/chat/delivery.machine';
import {
  selectItems,
  selectProgress,
  selectRefusedCount,
  selectWaitingCount,
} from '../../../src/machines/chat/outbox.late.select';
import { type OutboxSnapshot, outboxMachine } from '../../../src/machines/chat/outbox.machine';
import { selectRefusal } from '../../../src/machines/chat/outbox.select';
import type { ShelfCommand, ShelfEvent } from '../../../src/machines/chat/ports';
import type { UploadEvent } from '../../../src/machines/chat/ports.media';
import { type Outgoing, withUploaded } from '../../../src/rules/outgoing';
import { testMutants } from '../../kit/mutants';
import { broken, said, streamPort, testWalk, walkOf } from '../../kit/walk';
import { caseChat, echoOf, globalChat, outgoing, picture, settle } from './samples';
import { scriptedWire } from './wire';

const kept = (clientMessageId: string) => said('shelf', { type: 'shelf.kept', clientMessageId });
const read = (...items: Outgoing[]) => said('shelf', { type: 'shelf.read', items });
const uploadedC1 = withUploaded(outgoing('c1'), { mediaUrl: '/media/7', mediaType: 'IMAGE' });
const itemsOf = ({ context }: OutboxSnapshot) => context.items.map(({ body }) => body.clientMessageId);
const isRefused = ({ context }: OutboxSnapshot, id: string) =>
  context.items.some((item) => isIt(item, id) && item.refusal);

/** What is delivered: the first of the chat that is not refused, when it is on the shelf, or the shelf will not take it. */
function deliveredOf({ context: { items, shelved, unshelved } }: OutboxSnapshot) {
  const head = items.find(({ refusal }) => refusal === null)?.body.clientMessageId;
  return head !== undefined && (shelved.has(head) || unshelved.has(head)) ? [head] : [];
}
const props = () => ({
  ports: {
    shelf: streamPort<AnyEventObject, { userId: string }>(),
    deliveryTurn: streamPort<AnyEventObject, { userId: string }>(),
    delivery: streamPort<never, { outgoing: Outgoing }>(),
  },
});
type Scene = ReturnType<typeof props> & { actor: { getSnapshot(): OutboxSnapshot } };
const onShelf = ({ ports }: Scene) => ports.shelf.received.at(-1);
const same = (state: string, sees: (scene: Scene) => void) => ({ to: state, sees });

/** What is the same whether this tab delivers or another one does. */
const anywhere = (state: 'following' | 'delivering') => ({
  'c1 sent': (snapshot: OutboxSnapshot) =>
    has(snapshot.context.items, 'c1')
      ? null
      : same(state, (scene) => expect(onShelf(scene)).toEqual({ type: 'shelf.put', outgoing: outgoing('c1') })),
  'c2 sent': (snapshot: OutboxSnapshot) => (has(snapshot.context.items, 'c2') ? null : state),
  'c1 kept': (snapshot: OutboxSnapshot) =>
    has(snapshot.context.items, 'c1')
      ? same(state, ({ actor }) => expect(actor.getSnapshot().context.shelved.has('c1')).toBe(true))
      : null,
  'c2 kept': (snapshot: OutboxSnapshot) => (has(snapshot.context.items, 'c2') ? state : null),
  'c1 cannot be kept': (snapshot: OutboxSnapshot) =>
    has(snapshot.context.items, 'c1')
      ? same(state, ({ actor }) => expect(actor.getSnapshot().context.unshelved.has('c1')).toBe(true))
      : null,
  'the shelf has c1': state,
  'the shelf is empty': (snapshot: OutboxSnapshot) =>
    same(state, ({ actor, ports }) => {
      if (snapshot.context.unshelved.has('c1'))
        expect(ports.shelf.received.at(-1)).toMatchObject({
          type: 'shelf.put',
          outgoing: { body: { clientMessageId: 'c1' } },
        });
      const lost = itemsOf(snapshot).filter((id) => !itemsOf(actor.getSnapshot()).includes(id));
      expect(lost).toEqual(itemsOf(snapshot).filter((id) => snapshot.context.shelved.has(id)));
    }),
  'c1 retried': (snapshot: OutboxSnapshot) =>
    isRefused(snapshot, 'c1')
      ? same(state, (scene) => {
          expect(selectRefusal('c1')(scene.actor.getSnapshot())).toBe(null);
          expect(onShelf(scene)).toEqual({ type: 'shelf.put', outgoing: outgoing('c1') });
        })
      : null,
  'c1 withdrawn': (snapshot: OutboxSnapshot) =>
    has(snapshot.context.items, 'c1')
      ? same(state, (scene) => {
          expect(selectRefusal('c1')(scene.actor.getSnapshot())).toBeUndefined();
          expect(onShelf(scene)).toEqual({ type: 'shelf.remove', clientMessageId: 'c1' });
        })
      : null,
  'shelf broke': state,
  'turn broke': state,
});

const walk = walkOf({
  machine: outboxMachine.provide({ actions: { logFailure: () => {} } }),
  props,
  input: () => ({ me: 'mira' }),
  key: (snapshot) => [
    snapshot.context.items.slice(0, 3).map(({ body, refusal }) => [body.clientMessageId, refusal]),
    snapshot.context.shelved.has('c1'),
    deliveredOf(snapshot),
  ],
  samples: {
    'turn granted': said('deliveryTurn', { type: 'turn.granted' }),
    'c1 sent': { type: 'message.queue', outgoing: outgoing('c1') },
    'c2 sent': { type: 'message.queue', outgoing: outgoing('c2') },
    'c1 kept': kept('c1'),
    'c2 kept': kept('c2'),
    'c1 cannot be kept': said('shelf', { type: 'shelf.failed', clientMessageId: 'c1' }),
    'the shelf has c1': read(outgoing('c1')),
    'the shelf is empty': read(),
    'half of c1 is uploaded': { type: 'delivery.progressed', clientMessageId: 'c1', progress: 0.5 },
    'the upload of c1 is over': { type: 'delivery.progressed', clientMessageId: 'c1', progress: null },
    'c1 uploaded': { type: 'delivery.uploaded', clientMessageId: 'c1', outgoing: uploadedC1 },
    'c1 confirmed': { type: 'delivery.confirmed', clientMessageId: 'c1' },
    'c1 refused': { type: 'delivery.refused', clientMessageId: 'c1', reason: 'This case is closed.' },
    'c1 retried': { type: 'message.retry', clientMessageId: 'c1' },
    'c1 withdrawn': { type: 'message.withdraw', clientMessageId: 'c1' },
    'c9 retried': { type: 'message.retry', clientMessageId: 'c9' },
    'c9 withdrawn': { type: 'message.withdraw', clientMessageId: 'c9' },
    'the queue changed': { type: 'queue.changed' },
    'shelf broke': broken('shelf'),
    'turn broke': broken('deliveryTurn'),
  },
  states: {
    following: {
      sees: ({ ports, actor }) => {
        // Another tab may be delivering: nothing goes out here.
        expect(ports.delivery.calls).toEqual([]);
        expect(Object.keys(actor.getSnapshot().children)).toEqual(['shelf', 'deliveryTurn']);
        expect(ports.shelf.calls).toEqual([{ userId: 'mira' }]);
        expect(ports.deliveryTurn.calls).toEqual([{ userId: 'mira' }]);
      },
      takes: { ...anywhere('following'), 'turn granted': 'delivering' },
    },
    delivering: {
      sees: ({ ports, actor }) => {
        const delivered = deliveredOf(actor.getSnapshot());
        expect(Object.keys(actor.getSnapshot().children)).toEqual(['shelf', 'deliveryTurn', ...delivered]);
        if (delivered.length) expect(ports.delivery.calls.at(-1)?.outgoing.body.clientMessageId).toBe(delivered[0]);
      },
      takes: {
        ...anywhere('delivering'),
        'half of c1 is uploaded': same('delivering', ({ actor }) =>
          expect(selectProgress('c1')(actor.getSnapshot())).toBe(0.5),
        ),
        'the upload of c1 is over': same('delivering', ({ actor }) =>
          expect(selectProgress('c1')(actor.getSnapshot())).toBeUndefined(),
        ),
        'c1 uploaded': (snapshot) =>
          has(snapshot.context.items, 'c1') && !isRefused(snapshot, 'c1')
            ? same('delivering', (scene) => {
                expect(onShelf(scene)).toEqual({ type: 'shelf.put', outgoing: uploadedC1 });
                const item = scene.actor.getSnapshot().context.items.find((other) => isIt(other, 'c1'));
                expect(item?.body.mediaUrl).toBe('/media/7');
              })
            : null,
        'c1 confirmed': same('delivering', (scene) => {
          expect(selectRefusal('c1')(scene.actor.getSnapshot())).toBeUndefined();
          expect(onShelf(scene)).toEqual({ type: 'shelf.remove', clientMessageId: 'c1' });
        }),
        'c1 refused': (snapshot) =>
          same('delivering', (scene) => {
            if (!has(snapshot.context.items, 'c1')) return;
            expect(selectRefusal('c1')(scene.actor.getSnapshot())).toBe('This case is closed.');
            expect(onShelf(scene)).toMatchObject({ type: 'shelf.put', outgoing: { refusal: 'This case is closed.' } });
          }),
        'the queue changed': 'delivering',
      },
    },
  },
});

const isIt = (item: Outgoing, clientMessageId: string) => item.body.clientMessageId === clientMessageId;
const has = (items: readonly Outgoing[], clientMessageId: string) => items.some((item) => isIt(item, clientMessageId));
testWalk(walk);
testMutants(walk);

/** A shelf that several outboxes share, as the tabs of one browser do. */
function scriptedShelf(stored: readonly Outgoing[] = []) {
  const tabs = new Set<(event: ShelfEvent) => void>();
  let items = stored;
  let isBroken = false;
  const tell = (from?: (event: ShelfEvent) => void) => {
    for (const tab of tabs) if (tab !== from) tab({ type: 'shelf.read', items });
  };
  return {
    items: () => items.map(({ body }) => body.clientMessageId),
    break() {
      isBroken = true;
    },
    mend() {
      isBroken = false;
    },
    read: () => tell(),
    clear() {
      items = [];
      tell();
    },
    logic: fromCallback<ShelfCommand, { userId: string }>(({ sendBack, receive }) => {
      tabs.add(sendBack);
      queueMicrotask(() => tabs.has(sendBack) && sendBack({ type: 'shelf.read', items }));
      receive((command) => {
        if (command.type === 'shelf.remove') items = items.filter((item) => !isIt(item, command.clientMessageId));
        else {
          const { clientMessageId } = command.outgoing.body;
          if (isBroken) return queueMicrotask(() => sendBack({ type: 'shelf.failed', clientMessageId }));
          const at = items.findIndex((item) => isIt(item, clientMessageId));
          items = at < 0 ? [...items, command.outgoing] : items.with(at, command.outgoing);
          queueMicrotask(() => sendBack({ type: 'shelf.kept', clientMessageId }));
        }
        tell(sendBack);
      });
      return () => tabs.delete(sendBack);
    }),
  };
}

/** An outbox with real deliveries over a scripted connection and a scripted shelf. */
function sending({ shelf = scriptedShelf(), wire = scriptedWire(), hasTurn = true } = {}) {
  const clock = new SimulatedClock();
  const uploads = streamPort<UploadEvent, { name: string }>();
  let grant = () => {};
  const actors = {
    shelf: shelf.logic,
    delivery: deliveryMachine.provide({
      actors: { chatTopic: wire.chatTopic, uploadMedia: uploads.logic as never },
    }),
    deliveryTurn: fromCallback(({ sendBack }) => {
      grant = () => sendBack({ type: 'turn.granted' });
      if (hasTurn) queueMicrotask(grant);
    }),
  };
  const machine = outboxMachine.provide({ actors: actors as never, actions: { logFailure: () => {} } });
  const actor = createActor(machine, { clock, input: { me: 'mira' } }).start();
  const waiting = (chat: ChatAddress) =>
    selectItems(actor.getSnapshot())
      .filter((item) => chatKey(item.chat) === chatKey(chat))
      .map(({ body }) => body.clientMessageId);
  const queue = (...queued: Outgoing[]) => {
    for (const item of queued) actor.send({ type: 'message.queue', outgoing: item });
  };
  return { actor, clock, wire, uploads, shelf, queue, waiting, grant: () => grant() };
}

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
    const { wire, waiting } = sending({ shelf: scriptedShelf([outgoing('c1'), outgoing('c2')]) });
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

describe('the shelf of the outbox (decision 41)', () => {
  it('has everything before anything goes out', async () => {
    const { wire, queue, shelf } = sending();
    await settle();
    wire.open();
    queue(outgoing('c1'));
    expect(shelf.items()).toEqual(['c1']);
    expect(wire.published).toEqual([]);
    await settle();
    expect(wire.sent(globalChat)).toEqual(['c1']);
    wire.deliver(globalChat, echoOf('c1', '1'));
    expect(shelf.items()).toEqual([]);
  });

  it('holds nothing up when it takes nothing: better sent from memory than not at all', async () => {
    const { wire, queue, shelf, waiting } = sending();
    shelf.break();
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
    const { queue, shelf, waiting } = sending();
    shelf.break();
    queue(outgoing('c1'), outgoing('c2'));
    await settle();
    expect(shelf.items()).toEqual([]);
    shelf.mend();
    shelf.read();
    await settle();
    expect(shelf.items()).toEqual(['c1', 'c2']);
    // They belong to the shelf now: another tab may take them from it.
    shelf.clear();
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
    const shelf = scriptedShelf();
    const here = sending({ shelf });
    shelf.break();
    here.queue(outgoing('c1'));
    await settle();
    const other = sending({ shelf, hasTurn: false });
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
    actor.send({ type: 'shelf.read', items: [outgoing('c1'), outgoing('c2')] });
    expect(waiting(globalChat)).toEqual(['c2']);
  });

  it('brings what another tab has sent, and the tab whose turn it is delivers it', async () => {
    const shelf = scriptedShelf();
    const wire = scriptedWire();
    const here = sending({ shelf, wire });
    const other = sending({ shelf, wire, hasTurn: false });
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
    const shelf = scriptedShelf();
    const wire = scriptedWire();
    const here = sending({ shelf, wire });
    const other = sending({ shelf, wire, hasTurn: false });
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
    const shelf = scriptedShelf();
    const here = sending({ shelf });
    const other = sending({ shelf, hasTurn: false });
    here.queue(outgoing('c1'), outgoing('c2'));
    await settle();
    other.actor.send({ type: 'message.withdraw', clientMessageId: 'c1' });
    expect(here.waiting(globalChat)).toEqual(['c2']);
    here.wire.open();
    await settle();
    expect(here.wire.sent(globalChat)).toEqual(['c2']);
  });
});

describe('a picture in the outbox', () => {
  const done = { type: 'upload.done', mediaUrl: '/media/7', mediaType: 'IMAGE' } as const;

  it('goes out before the text that was sent after it', async () => {
    const { wire, uploads, queue, shelf, actor } = sending();
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
    expect(shelf.items()).toEqual(['c1', 'c2']);
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
    const { wire, uploads, queue, shelf, actor } = sending();
    wire.open();
    queue(picture('c1'));
    await settle();
    uploads.emit(done);
    wire.refuse(globalChat, 409, 'This case is closed. Its chat can only be read.', 'c1');
    await settle();
    actor.send({ type: 'message.retry', clientMessageId: 'c1' });
    await settle();
    expect(uploads.calls).toHaveLength(2);
    expect(shelf.items()).toEqual(['c1']);
    uploads.emit({ ...done, mediaUrl: '/media/8' });
    expect(wire.published.map(({ body }) => body)).toMatchObject([{ mediaUrl: '/media/7' }, { mediaUrl: '/media/8' }]);
  });
});
