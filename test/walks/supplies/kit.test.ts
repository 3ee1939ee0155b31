import { expect, it } from 'vitest';
import { CallFailure } from '../../../src/contract/failure';
import type { NoticesRef } from '../../../src/machines/session/notices.machine';
import type { SessionRef } from '../../../src/machines/session/session.machine';
import { type KitSnapshot, kitMachine } from '../../../src/machines/supplies/kit.machine';
import {
  offersReceipt,
  selectAcknowledged,
  selectAsked,
  selectCart,
  selectData,
  selectFeed,
  selectIsOwn,
  selectIsTakingBox,
  selectItems,
  selectKitItem,
  selectLacksBox,
  selectPendingRequests,
  selectPersonalItem,
  selectRefused,
  selectTitle,
  selectWaitingUses,
} from '../../../src/machines/supplies/kit.select';
import type { KitData } from '../../../src/machines/supplies/ports.kit';
import type { KitChange } from '../../../src/rules/supplies/kit';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, recorder, said, scriptedWorld, streamPort, testWalk, walkOf } from '../../kit/walk';
import { kitUse, requisition } from '../submissions/samples';
import { type Telling, tells } from '../telling';
import { bandage, gauze, kitItem, request } from './kitSamples';

/** Three bandages and one gauze; Mira has said that she has no kit. */
const full: KitData = {
  kit: {
    items: [kitItem('b', 'Bandage', 3), kitItem('g', 'Gauze', 1)],
    firstName: 'Mira',
    hasMedicineBox: false,
  },
  inventory: [bandage, gauze],
  requests: [request('p', 'PENDING'), request('d', 'DISPATCHED'), request('o', 'ON_HOLD')],
};
const empty: KitData = { kit: { items: [], firstName: 'Mira', hasMedicineBox: true }, inventory: [], requests: [] };
/** Two uses of the bandage and a request wait; another use was refused. */
const waiting = [
  kitUse('k1'),
  kitUse('k2', { left: 1 }),
  requisition('q1'),
  { ...kitUse('k3', { itemId: 'g', name: 'Gauze' }), status: 'refused' as const, reason: 'Gone.' },
];
const gauzeUsed = kitUse('k4', { itemId: 'g', name: 'Gauze', left: 0 });

const props = () => ({
  ports: {
    acknowledge: promisePort(),
    cart: streamPort(),
    feed: streamPort(),
    kitItem: streamPort(),
    personalItem: streamPort(),
    supplyNews: streamPort(),
    takeBox: promisePort(),
  },
  queue: recorder(),
  notices: recorder<NoticesRef>(),
  session: recorder<SessionRef>(),
  world: scriptedWorld(),
});
type Props = ReturnType<typeof props>;
interface Setup extends Props, Telling {
  read<T>(select: (snapshot: KitSnapshot) => T): T;
}
const hasData = ({ context }: KitSnapshot) => context.data !== null;
const isFull = ({ context }: KitSnapshot) => context.data?.requests.length === full.requests.length;
/** Whether the server has confirmed such a change since the data were fetched. */
const isConfirmed = ({ context }: KitSnapshot, kind: KitChange['kind']) =>
  context.confirmed.some((change) => change.kind === kind);
/** The bandages after they were set, or as fetched. */
const bandagesIn = (snapshot: KitSnapshot) => (isConfirmed(snapshot, 'item') ? 5 : 3);
const isWaiting = ({ context }: KitSnapshot) => context.waiting.length > 0;
const refreshed = ({ ports }: Props) => expect(ports.feed.received.at(-1)).toEqual({ type: 'feed.refresh' });
/** The kit is fetched again, and shown with the change until then. */
const confirms = (to: string, change: string) => ({
  to,
  sees: ({ ports }: Props) => expect(ports.feed.received.at(-1)).toEqual({ type: 'feed.refresh', change }),
});
const refreshing = (to: string) => ({ to, sees: refreshed });
/** The same, and screen readers are told what was done. */
const telling = ({ to, sees }: { to: string; sees(setup: Setup): void }, sentence: string) => ({
  to,
  sees: (setup: Setup) => {
    sees(setup);
    tells(setup, sentence);
  },
});
const says = (to: string, text: string) => ({
  to,
  sees: ({ notices }: Setup) => expect(notices.received.at(-1)).toEqual({ type: 'notice.show', tone: 'danger', text }),
});
const shown = (data: KitData) => ({
  to: 'own',
  sees: ({ read, ports }: Setup) => {
    expect(read(selectData)).toBe(data);
    expect(ports.cart.received.at(-1)).toEqual({ type: 'inventory.known', inventory: data.inventory });
    // What was delivered or confirmed before is in the data.
    expect(read(({ context }) => [...context.delivered, ...context.confirmed])).toEqual([]);
  },
});
/** Names and quantities as the owner sees them. */
const listed = ({ read }: Setup) =>
  read(selectItems).map(({ inventoryItemName, quantity }) => [inventoryItemName, quantity]);
const statuses = ({ read }: Setup) => read(selectData)?.requests.map(({ status }) => status);
const afterReceipt = ['a full kit', 'the dispatched one has come', 'it is noted'] as const;
const used = (to: string, itemId: string, name: string, left: number) => ({
  to,
  sees: ({ queue }: Setup) =>
    expect(queue.received.at(-1)).toMatchObject({
      type: 'submission.queue',
      submission: { kind: 'kitUse', status: 'waiting', content: { userId: 'mira', itemId, name, used: 1, left } },
    }),
});
const changing = (act: 'set' | 'remove') => (snapshot: KitSnapshot) =>
  isFull(snapshot) && !isWaiting(snapshot)
    ? {
        to: 'own.dialog.changing',
        sees: ({ ports }: Setup) =>
          expect(ports.kitItem.calls.at(-1)).toMatchObject({
            userId: 'mira',
            item: kitItem('b', 'Bandage', bandagesIn(snapshot)),
            act,
          }),
      }
    : null;
const walk = walkOf({
  machine: kitMachine,
  props,
  inputs: ['mira', 'ravi'].map((ownerId) => (props: Props) => ({
    ownerId,
    userId: 'mira',
    world: props.world,
    queue: props.queue.ref as never,
    notices: props.notices.ref,
    session: props.session.ref,
  })),
  key: (snapshot) => {
    const { data, waiting, delivered } = snapshot.context;
    const isAtRest = snapshot.matches({ own: { dialog: 'closed', call: 'idle' } });
    return isAtRest ? [data?.kit.items.length, waiting.length, delivered.length] : [data === null];
  },
  samples: {
    'a full kit': said('feed', { type: 'feed.fetched', data: full }),
    'an empty kit': said('feed', { type: 'feed.fetched', data: empty }),
    'no network': said('feed', { type: 'feed.failed', error: new CallFailure('network', 0) }),
    'the server fails': said('feed', { type: 'feed.failed', error: new CallFailure('refused', 500) }),
    'some wait': said('supplyNews', { type: 'supplies.waiting', waiting }),
    'the gauze was used': said('supplyNews', { type: 'supplies.delivered', submission: gauzeUsed }),
    'a bandage is used': { type: 'item.use', id: 'b' },
    'the gauze is used': { type: 'item.use', id: 'g' },
    'what is gone is used': { type: 'item.use', id: 'x' },
    'the bandage is set': { type: 'item.set', id: 'b' },
    'the bandage is removed': { type: 'item.remove', id: 'b' },
    'one is added': { type: 'item.add' },
    confirmed: { type: 'use.confirm' },
    closed: { type: 'dialog.close' },
    'it is closed': said('kitItem', { type: 'xstate.done.actor.kitItem', output: null }),
    'it is set': said('kitItem', { type: 'xstate.done.actor.kitItem', output: { kind: 'item', id: 'b', quantity: 5 } }),
    'somebody was faster': said('kitItem', { type: 'item.conflict' }),
    'it is added': said('personalItem', { type: 'xstate.done.actor.personalItem' }),
    'it may be added': said('personalItem', { type: 'item.unclear' }),
    'the dispatched one has come': { type: 'receipt.acknowledge', id: 'd' },
    'the pending one has come': { type: 'receipt.acknowledge', id: 'p' },
    'the odd one has come': { type: 'receipt.acknowledge', id: 'o' },
    'it is noted': done('acknowledge', undefined),
    'it is not noted': failed('acknowledge', new CallFailure('refused', 409, 'It is RECEIVED now.')),
    'a kit is taken': { type: 'box.take' },
    'it is known': done('takeBox', undefined),
    'it is not known': failed('takeBox', new CallFailure('refused', 500)),
  },
  ways: [
    // What the server has confirmed is there at once, and stays until an answer cannot lack it (DECISIONS 242).
    {
      way: [...afterReceipt, said('feed', { type: 'feed.fetched', data: full, lacks: ['request d'] })],
      sees: (setup) => expect(statuses(setup)).toEqual(['PENDING', 'RECEIVED', 'ON_HOLD']),
    },
    {
      way: [...afterReceipt, 'a full kit'],
      sees: (setup) => expect(statuses(setup)).toEqual(['PENDING', 'DISPATCHED', 'ON_HOLD']),
    },
    {
      way: [
        'a full kit',
        'the bandage is set',
        'it is set',
        'the bandage is set',
        said('feed', { type: 'feed.fetched', data: full, lacks: ['item b'] }),
      ],
      sees: ({ ports }) =>
        expect(ports.kitItem.received.at(-1)).toEqual({ type: 'item.refreshed', item: kitItem('b', 'Bandage', 5) }),
    },
    { way: ['a full kit', 'the gauze was used'], sees: (setup) => expect(listed(setup)).toEqual([['Bandage', 3]]) },
    {
      // What this device has kept knows nothing of what was used since.
      way: ['the gauze was used', said('feed', { type: 'feed.fetched', data: full, asOf: 7 })],
      sees: (setup) => {
        expect(listed(setup)).toEqual([['Bandage', 3]]);
        expect(setup.ports.cart.received.at(-1)).toEqual({ type: 'inventory.known', inventory: full.inventory });
      },
    },
    {
      // An answer that was on its way when a use was confirmed lacks that one, but no earlier one.
      way: ['a full kit', 'the gauze was used', said('feed', { type: 'feed.fetched', data: full, lacks: ['k4'] })],
      sees: (setup) => expect(listed(setup)).toEqual([['Bandage', 3]]),
    },
    {
      way: ['a full kit', 'the gauze was used', said('feed', { type: 'feed.fetched', data: full, lacks: ['k5'] })],
      sees: (setup) =>
        expect(listed(setup)).toEqual([
          ['Bandage', 3],
          ['Gauze', 1],
        ]),
    },
    {
      way: ['a full kit', 'the gauze is used', 'closed'],
      sees: ({ read }) => expect(read(({ context }) => context.handled)).toBe(null),
    },
    {
      way: ['a full kit', 'a kit is taken', 'it is not known', 'a kit is taken'],
    },
  ],
  states: {
    other: {
      sees: ({ read, ports, actor }) => {
        expect(actor.getSnapshot().context.ownerId).toBe('ravi');
        expect(ports.feed.calls).toMatchObject([{ query: { ownerId: 'ravi', isOwn: false } }]);
        // K5: read-only, without requests.
        expect([read(selectIsOwn), read(selectCart), ports.supplyNews.calls]).toEqual([false, undefined, []]);
        expect(read(selectTitle)).toBe(read(selectData) === null ? 'First-Aid Kit' : "Mira's First-Aid Kit");
      },
      takes: {
        'a full kit': { to: 'other', sees: ({ read }) => expect(read(selectData)).toBe(full) },
        'an empty kit': { to: 'other', sees: ({ read }) => expect(read(selectItems)).toEqual([]) },
      },
    },
    own: {
      sees: (setup) => {
        const { read, ports, queue, actor } = setup;
        expect(actor.getSnapshot().context.ownerId).toBe('mira');
        expect([read(selectIsOwn), read(selectTitle)]).toEqual([true, 'My First-Aid Kit']);
        expect(ports.feed.calls).toMatchObject([{ query: { ownerId: 'mira', isOwn: true }, gather: 100 }]);
        expect(ports.supplyNews.calls).toEqual([{ queue: queue.ref }]);
        expect(ports.cart.calls).toEqual([{ userId: 'mira', world: setup.world, queue: queue.ref }]);
        expect(read(selectFeed)).toBeDefined();
        const hasSome = isFull(actor.getSnapshot());
        const bandages = bandagesIn(actor.getSnapshot());
        const waits = read(({ context }) => context.waiting.length) > 0;
        const isGauzeUsed = read(({ context }) => context.delivered.length) > 0;
        expect(listed(setup)).toEqual(
          hasSome ? [['Bandage', bandages - (waits ? 2 : 0)], ...(isGauzeUsed ? [] : [['Gauze', 1]])] : [],
        );
        expect(read(selectWaitingUses('b'))).toBe(waits ? 2 : 0);
        expect(read(selectPendingRequests).map(({ id }) => id)).toEqual(waits ? ['q1'] : []);
        expect(read(selectRefused).map(({ id }) => id)).toEqual(waits ? ['k3'] : []);
        expect(read(selectLacksBox)).toBe(hasSome && !isConfirmed(actor.getSnapshot(), 'box'));
      },
      takes: {
        'a full kit': shown(full),
        'an empty kit': shown(empty),
        'some wait': { to: 'own', sees: ({ read }) => expect(read(selectRefused)).toHaveLength(1) },
        'the gauze was used': {
          to: 'own',
          sees: ({ ports }) => expect(ports.feed.received.at(-1)).toEqual({ type: 'feed.refresh', change: 'k4' }),
        },
      },
    },
    'own.dialog.closed': {
      sees: ({ read }) =>
        expect([read(selectAsked), read(selectKitItem), read(selectPersonalItem)]).toEqual([
          null,
          undefined,
          undefined,
        ]),
      takes: {
        'a bandage is used': (snapshot) => {
          if (!isFull(snapshot)) return null;
          const left = bandagesIn(snapshot) - (isWaiting(snapshot) ? 2 : 0) - 1;
          // The last one that is not spoken for: S2 §5.
          return left === 0
            ? 'own.dialog.asking'
            : telling(used('own.dialog.closed', 'b', 'Bandage', left), `Bandage: ${left} pieces left.`);
        },
        'the gauze is used': (snapshot) =>
          isFull(snapshot) && snapshot.context.delivered.length === 0
            ? {
                to: 'own.dialog.asking',
                sees: ({ read, queue }: Setup) => {
                  expect(read(selectAsked)?.id).toBe('g');
                  expect(queue.received.some(({ submission }) => submission.content.itemId === 'g')).toBe(false);
                },
              }
            : null,
        'the bandage is set': changing('set'),
        'the bandage is removed': changing('remove'),
        'one is added': (snapshot) => (hasData(snapshot) ? 'own.dialog.adding' : null),
      },
    },
    'own.dialog.asking': {
      sees: ({ read }) => expect(read(selectAsked)?.quantity).toBe(1),
      takes: {
        confirmed: ({ context: { handled } }) =>
          handled?.item.id === 'g'
            ? telling(used('own.dialog.closed', 'g', 'Gauze', 0), 'The last Gauze is used.')
            : telling(used('own.dialog.closed', 'b', 'Bandage', 0), 'The last Bandage is used.'),
        closed: 'own.dialog.closed',
      },
    },
    'own.dialog.changing': {
      sees: ({ read }) => expect(read(selectKitItem)).toBeDefined(),
      takes: {
        'it is closed': 'own.dialog.closed',
        'it is set': confirms('own.dialog.closed', 'item b'),
        // The dialog learns the quantity that somebody else has set. DECISIONS K1
        'somebody was faster': refreshing('own.dialog.changing'),
        'a full kit': {
          to: 'own.dialog.changing',
          sees: (setup) => {
            shown(full).sees(setup);
            const news = { type: 'item.refreshed', item: kitItem('b', 'Bandage', 3) };
            expect(setup.ports.kitItem.received.at(-1)).toEqual(news);
          },
        },
        'an empty kit': {
          to: 'own.dialog.changing',
          sees: (setup) => {
            shown(empty).sees(setup);
            expect(setup.ports.kitItem.received.filter(({ item }) => item === undefined)).toEqual([]);
          },
        },
      },
    },
    'own.dialog.adding': {
      sees: ({ read }) => expect(read(selectPersonalItem)).toBeDefined(),
      takes: {
        'it is added': refreshing('own.dialog.closed'),
        'it may be added': refreshing('own.dialog.adding'),
      },
    },
    'own.call.idle': {
      sees: ({ read }) => expect([read(selectAcknowledged), read(selectIsTakingBox)]).toEqual([null, false]),
      takes: {
        'the dispatched one has come': (snapshot) =>
          isFull(snapshot) && !isConfirmed(snapshot, 'request')
            ? {
                to: 'own.call.acknowledging',
                sees: ({ ports }: Setup) => expect(ports.acknowledge.calls.at(-1)).toEqual({ id: 'd' }),
              }
            : null,
        // K4
        'a kit is taken': (snapshot) =>
          isFull(snapshot) && !isConfirmed(snapshot, 'box') ? 'own.call.takingBox' : null,
      },
    },
    'own.call.acknowledging': {
      sees: ({ read, ports }) => {
        expect([read(selectAcknowledged), ports.acknowledge.running]).toEqual(['d', true]);
      },
      takes: {
        'it is noted': telling(confirms('own.call.idle', 'request d'), 'Receipt acknowledged.'),
        'it is not noted': {
          to: 'own.call.idle',
          sees: (setup) => {
            says('', 'Failed to acknowledge receipt. It is RECEIVED now.').sees(setup);
            refreshed(setup);
          },
        },
      },
    },
    'own.call.takingBox': {
      sees: ({ read, ports }) => expect([read(selectIsTakingBox), ports.takeBox.running]).toEqual([true, true]),
      takes: {
        'it is known': telling(
          {
            to: 'own.call.idle',
            sees: (setup) => {
              confirms('', 'box ').sees(setup);
              const fields = { hasMedicineBox: true };
              expect(setup.session.received.at(-1)).toEqual({ type: 'profile.confirmed', fields });
            },
          },
          'You have a first-aid kit now.',
        ),
        'it is not known': says('own.call.idle', 'Failed to update first-aid kit. Please try again.'),
      },
    },
  },
});
testWalk(walk);
testMutants(walk);

it('offers an acknowledgement of nothing but what is dispatched', () => {
  const statuses = ['PENDING', 'APPROVED', 'DISPATCHED', 'RECEIVED', 'DENIED', 'ON_HOLD', ''];
  expect(statuses.filter(offersReceipt)).toEqual(['DISPATCHED']);
});
