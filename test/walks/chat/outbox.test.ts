import { expect } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { type OutboxSnapshot, outboxMachine } from '../../../src/machines/chat/outbox.machine';
import { selectProgress, selectRefusal } from '../../../src/machines/chat/outbox.select';
import { type Outgoing, withUploaded } from '../../../src/rules/outgoing';
import { testMutants } from '../../kit/mutants';
import { said, streamPort, testWalk, walkOf } from '../../kit/walk';
import { outgoing } from './samples';
import { isIt } from './sending';

const has = (items: readonly Outgoing[], clientMessageId: string) => items.some((item) => isIt(item, clientMessageId));
const kept = (clientMessageId: string) => said('store', { type: 'store.kept', clientMessageId });
const read = (...items: Outgoing[]) => said('store', { type: 'store.read', items });
const uploadedC1 = withUploaded(outgoing('c1'), { mediaUrl: '/media/7', mediaType: 'IMAGE' });
const itemsOf = ({ context }: OutboxSnapshot) => context.items.map(({ body }) => body.clientMessageId);
const isRefused = ({ context }: OutboxSnapshot, id: string) =>
  context.items.some((item) => isIt(item, id) && item.refusal);

/** What is delivered: the first of the chat that is not refused, whether or not the store has it yet. */
function deliveredOf({ context: { items } }: OutboxSnapshot) {
  const head = items.find(({ refusal }) => refusal === null)?.body.clientMessageId;
  return head === undefined ? [] : [head];
}
const props = () => ({
  ports: {
    store: streamPort<AnyEventObject, { userId: string }>(),
    deliveryLeader: streamPort<AnyEventObject, { userId: string }>(),
    delivery: streamPort<never, { outgoing: Outgoing }>(),
  },
});
type Scene = ReturnType<typeof props> & { actor: { getSnapshot(): OutboxSnapshot } };
const lastStored = ({ ports }: Scene) => ports.store.received.at(-1);
const same = (state: string, sees: (scene: Scene) => void) => ({ to: state, sees });

/** What is the same whether this tab delivers or another one does. */
const anywhere = (state: 'following' | 'delivering') => ({
  'c1 sent': (snapshot: OutboxSnapshot) =>
    has(snapshot.context.items, 'c1')
      ? null
      : same(state, (scene) => expect(lastStored(scene)).toEqual({ type: 'store.put', outgoing: outgoing('c1') })),
  'c2 sent': (snapshot: OutboxSnapshot) => (has(snapshot.context.items, 'c2') ? null : state),
  'c1 kept': (snapshot: OutboxSnapshot) =>
    has(snapshot.context.items, 'c1')
      ? same(state, ({ actor }) => expect(actor.getSnapshot().context.stored.has('c1')).toBe(true))
      : null,
  'c2 kept': (snapshot: OutboxSnapshot) => (has(snapshot.context.items, 'c2') ? state : null),
  'c1 cannot be kept': (snapshot: OutboxSnapshot) =>
    has(snapshot.context.items, 'c1')
      ? same(state, ({ actor }) => expect(actor.getSnapshot().context.memoryOnly.has('c1')).toBe(true))
      : null,
  'the store has c1': state,
  'the store is empty': (snapshot: OutboxSnapshot) =>
    same(state, ({ actor, ports }) => {
      if (snapshot.context.memoryOnly.has('c1') && !snapshot.context.stored.has('c1'))
        expect(ports.store.received.slice(-2)).toContainEqual(
          expect.objectContaining({
            type: 'store.put',
            outgoing: expect.objectContaining({ body: expect.objectContaining({ clientMessageId: 'c1' }) }),
          }),
        );
      const lost = itemsOf(snapshot).filter((id) => !itemsOf(actor.getSnapshot()).includes(id));
      expect(lost).toEqual(itemsOf(snapshot).filter((id) => snapshot.context.stored.has(id)));
    }),
  'c1 retried': (snapshot: OutboxSnapshot) =>
    isRefused(snapshot, 'c1')
      ? same(state, (scene) => {
          expect(selectRefusal('c1')(scene.actor.getSnapshot())).toBe(null);
          expect(lastStored(scene)).toEqual({ type: 'store.put', outgoing: outgoing('c1') });
        })
      : null,
  'c1 withdrawn': (snapshot: OutboxSnapshot) =>
    has(snapshot.context.items, 'c1')
      ? same(state, (scene) => {
          expect(selectRefusal('c1')(scene.actor.getSnapshot())).toBeUndefined();
          expect(lastStored(scene)).toEqual({ type: 'store.remove', clientMessageId: 'c1' });
        })
      : null,
});

const walk = walkOf({
  machine: outboxMachine.provide({ actions: { logFailure: () => {} } }),
  props,
  input: () => ({ me: 'mira' }),
  key: (snapshot) => [
    snapshot.context.items.slice(0, 3).map(({ body, refusal }) => [body.clientMessageId, refusal]),
    snapshot.context.stored.has('c1'),
    snapshot.context.memoryOnly.has('c1'),
  ],
  samples: {
    'elected leader': said('deliveryLeader', { type: 'leader.elected' }),
    'c1 sent': { type: 'message.queue', outgoing: outgoing('c1') },
    'c2 sent': { type: 'message.queue', outgoing: outgoing('c2') },
    'c1 kept': kept('c1'),
    'c2 kept': kept('c2'),
    'c1 cannot be kept': said('store', { type: 'store.failed', clientMessageId: 'c1' }),
    'the store has c1': read(outgoing('c1')),
    'the store is empty': read(),
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
  },
  states: {
    following: {
      sees: ({ ports, actor }) => {
        // Another tab may be delivering: nothing goes out here.
        expect(ports.delivery.calls).toEqual([]);
        expect(Object.keys(actor.getSnapshot().children)).toEqual(['store', 'deliveryLeader']);
        expect(ports.store.calls).toEqual([{ userId: 'mira' }]);
        expect(ports.deliveryLeader.calls).toEqual([{ userId: 'mira' }]);
      },
      takes: { ...anywhere('following'), 'elected leader': 'delivering' },
    },
    delivering: {
      sees: ({ ports, actor }) => {
        const delivered = deliveredOf(actor.getSnapshot());
        expect(Object.keys(actor.getSnapshot().children)).toEqual(['store', 'deliveryLeader', ...delivered]);
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
                expect(lastStored(scene)).toEqual({ type: 'store.put', outgoing: uploadedC1 });
                const item = scene.actor.getSnapshot().context.items.find((other) => isIt(other, 'c1'));
                expect(item?.body.mediaUrl).toBe('/media/7');
              })
            : null,
        'c1 confirmed': same('delivering', (scene) => {
          expect(selectRefusal('c1')(scene.actor.getSnapshot())).toBeUndefined();
          expect(lastStored(scene)).toEqual({ type: 'store.remove', clientMessageId: 'c1' });
        }),
        'c1 refused': (snapshot) =>
          same('delivering', (scene) => {
            if (!has(snapshot.context.items, 'c1')) return;
            expect(selectRefusal('c1')(scene.actor.getSnapshot())).toBe('This case is closed.');
            expect(lastStored(scene)).toMatchObject({
              type: 'store.put',
              outgoing: { refusal: 'This case is closed.' },
            });
          }),
        'the queue changed': 'delivering',
      },
    },
  },
});
testWalk(walk);
testMutants(walk);
