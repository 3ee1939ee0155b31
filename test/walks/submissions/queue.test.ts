import { expect } from 'vitest';
import type { AnyEventObject } from 'xstate';
import type { MessageSubmission } from '../../../src/contract/submissions';
import { type QueueSnapshot, queueMachine } from '../../../src/machines/submissions/queue.machine';
import {
  selectItem,
  selectProgress,
  selectQuarantined,
  selectRefusal,
  selectRoom,
} from '../../../src/machines/submissions/queue.select';
import type { Item } from '../../../src/rules/submissions/queue';
import { testMutants } from '../../kit/mutants';
import { elapsed, said, scriptedWorld, streamPort, testWalk, walkOf } from '../../kit/walk';
import { backingOff, picture, report, uploaded } from './samples';

/** A server that recognises repeated messages, as ours does. */
const can = (capability: string) => capability === 'safeRepeats';
const props = () => ({
  ports: {
    store: streamPort<AnyEventObject, { userId: string }>(),
    leader: streamPort<AnyEventObject, { userId: string }>(),
    notices: streamPort(),
    report: streamPort<never, { submission: { id: string } }>(),
    message: streamPort<never, { submission: MessageSubmission; me: string; isRepeatable: boolean; tries: number }>(),
  },
  world: scriptedWorld(),
});
type Setup = ReturnType<typeof props> & {
  readonly actor: { getSnapshot(): QueueSnapshot };
  readonly emitted: readonly AnyEventObject[];
};

const [c1, c2] = [picture('c1'), picture('c2')];
const record = { key: '4', what: 'message', foundAt: 0, isReadable: true, isUnread: false };
const itemOf = ({ context }: QueueSnapshot, id: string) => context.items.find(({ submission }) => submission.id === id);
const has = (snapshot: QueueSnapshot, id: string) => selectItem(id)(snapshot) !== undefined;
const statusOf = (snapshot: QueueSnapshot) => selectItem('c1')(snapshot)?.submission.status;
const isGone = ({ keeping }: Item) => ['removing', 'withdrawn'].includes(keeping);
/** The submissions that are sent by themselves, in order: those that are neither refused, nor asking, nor withdrawn. */
const goingOut = ({ context }: QueueSnapshot) =>
  context.items.flatMap(({ submission, keeping }) =>
    keeping !== 'removing' && keeping !== 'withdrawn' && submission.status === 'waiting' ? [submission.id] : [],
  );

/** The submission that this tab sends: the first, if this tab leads, or if no other tab can know of that submission. */
const sentHere = (snapshot: QueueSnapshot) => {
  const [first = ''] = goingOut(snapshot);
  const item = itemOf(snapshot, first);
  const isUnknown = item?.keeping === 'memory' || (item?.keeping === 'storing' && item.head !== 'queued');
  return item && (snapshot.matches('leading') || isUnknown) ? first : undefined;
};
const isHead = (snapshot: QueueSnapshot) => sentHere(snapshot) === 'c1';

/** The state in which the queue stays if these are sent next. A tab that does not lead watches the one that does. */
const staying = (snapshot: QueueSnapshot, ids: readonly string[]) =>
  snapshot.matches('leading') ? 'leading' : ids.length > 0 ? 'following.watching' : 'following.resting';
const staysWith = (snapshot: QueueSnapshot, ids: readonly string[], sees: (setup: Setup) => void) => ({
  to: staying(snapshot, ids),
  sees: (setup: Setup) => {
    expect(goingOut(setup.actor.getSnapshot())).toEqual(ids);
    sees(setup);
  },
});
const without = (snapshot: QueueSnapshot, id: string) => goingOut(snapshot).filter((other) => other !== id);
const ordered = (ids: readonly string[], snapshot: QueueSnapshot) =>
  snapshot.context.items.flatMap(({ submission: { id } }) => (ids.includes(id) ? [id] : []));
const lastStored = ({ ports }: Setup) => ports.store.received.at(-1);
const stored = (expected: object) => (setup: Setup) => expect(lastStored(setup)).toMatchObject(expected);
const kept = (keeping: string | undefined) => (setup: Setup) =>
  expect(itemOf(setup.actor.getSnapshot(), 'c1')?.keeping).toBe(keeping);
const here = (snapshot: QueueSnapshot, sees: (setup: Setup) => void = () => {}) =>
  staysWith(snapshot, goingOut(snapshot), sees);
const same = (snapshot: QueueSnapshot, sees: (setup: Setup) => void = () => {}) => ({
  to: snapshot.matches('leading')
    ? 'leading'
    : snapshot.matches({ following: 'watching' })
      ? 'following.watching'
      : 'following.resting',
  sees,
});

/** A submission that was stored and is gone was sent or withdrawn by another tab. It is not sent here. */
const emptied = (keeping: string | undefined) => (snapshot: QueueSnapshot) =>
  staysWith(
    snapshot,
    goingOut(snapshot).filter((id) => itemOf(snapshot, id)?.keeping !== 'kept'),
    (setup) => {
      const before = itemOf(snapshot, 'c1')?.keeping;
      if (before === 'kept') kept(keeping)(setup);
      if (before === 'withdrawn') kept(undefined)(setup);
      if (before !== 'memory') return;
      // The store can be read, so it may be able now to store what it could not store before.
      expect(lastStored(setup)).toMatchObject({ type: 'store.put', submission: { id: 'c1' } });
      kept('storing')(setup);
    },
  );

/** What is the same whether this tab sends or another one does. */
const anywhere = {
  'c1 submitted': (snapshot: QueueSnapshot) =>
    has(snapshot, 'c1')
      ? null
      : staysWith(
          snapshot,
          [...without(snapshot, 'c1'), 'c1'],
          stored({ type: 'store.put', submission: c1, drafts: ['chat/global'] }),
        ),
  'c2 submitted': (snapshot: QueueSnapshot) =>
    has(snapshot, 'c2') ? null : staysWith(snapshot, [...goingOut(snapshot), 'c2'], stored({ submission: c2 })),
  'c1 kept': (snapshot: QueueSnapshot) =>
    same(snapshot, (setup) => {
      const before = itemOf(snapshot, 'c1');
      expect(itemOf(setup.actor.getSnapshot(), 'c1')?.keeping).toBe(
        before && (isGone(before) ? before.keeping : 'kept'),
      );
    }),
  'c1 cannot be kept': (snapshot: QueueSnapshot) =>
    same(snapshot, (setup) => {
      const before = itemOf(snapshot, 'c1');
      expect(itemOf(setup.actor.getSnapshot(), 'c1')?.keeping).toBe(
        before && (isGone(before) ? before.keeping : 'memory'),
      );
    }),
  'c1 is gone from the store': (snapshot: QueueSnapshot) =>
    same(snapshot, ({ actor }) => {
      const now = itemOf(actor.getSnapshot(), 'c1');
      if (itemOf(snapshot, 'c1')?.keeping === 'removing') expect(now).toBeUndefined();
      else expect(now).toBe(itemOf(snapshot, 'c1'));
    }),
  'the store has c1': (snapshot: QueueSnapshot) => {
    const item = itemOf(snapshot, 'c1');
    const isOurs = item && (['storing', 'removing'].includes(item.keeping) || item.head !== 'queued');
    const isGoing = isOurs ? goingOut(snapshot).includes('c1') : true;
    const others = goingOut(snapshot).filter((id) => id !== 'c1' && itemOf(snapshot, id)?.keeping !== 'kept');
    const first = itemOf(snapshot, 'c2') && item && snapshot.context.items[0]?.submission.id === 'c2';
    const ids = isGoing ? (first ? [...others, 'c1'] : ['c1', ...others]) : others;
    return staysWith(snapshot, ids, ({ actor }) => expect(selectQuarantined(actor.getSnapshot())).toEqual([record]));
  },
  'the store is empty': emptied(undefined),
  'another tab has withdrawn c1': emptied('withdrawn'),
  'c1 changed by hand': (snapshot: QueueSnapshot) =>
    has(snapshot, 'c1')
      ? staysWith(
          snapshot,
          ordered([...goingOut(snapshot), 'c1'], snapshot),
          stored({ type: 'store.put', submission: { ...uploaded(c1), status: 'waiting', reason: null } }),
        )
      : null,
  'c1 retried': (snapshot: QueueSnapshot) =>
    statusOf(snapshot) === 'refused'
      ? staysWith(snapshot, ordered([...goingOut(snapshot), 'c1'], snapshot), (setup) => {
          // Its file from the beginning (decision 65). It may have arrived, and is told as sent by hand (DECISIONS W2).
          expect(lastStored(setup)).toEqual({
            type: 'store.put',
            submission: { ...c1, wasTried: true, isByHand: true },
          });
          expect(selectRefusal('c1')(setup.actor.getSnapshot())).toBe(null);
          if (setup.ports.message.calls.at(-1)?.submission.id === 'c1')
            expect(setup.ports.message.calls.at(-1)?.tries).toBe(0);
        })
      : null,
  'c1 withdrawn': (snapshot: QueueSnapshot) =>
    has(snapshot, 'c1')
      ? staysWith(snapshot, without(snapshot, 'c1'), (setup) => {
          expect(lastStored(setup)).toEqual({ type: 'store.remove', id: 'c1', isWithdrawn: true });
          expect(has(setup.actor.getSnapshot(), 'c1')).toBe(false);
        })
      : null,
  'there is little room': (snapshot: QueueSnapshot) =>
    same(snapshot, ({ actor }) => expect(selectRoom(actor.getSnapshot())).toBe(9_000_000)),
  'a copy is asked for': (snapshot: QueueSnapshot) => same(snapshot, stored({ type: 'quarantine.copy', key: '4' })),
  'a draft is read again': (snapshot: QueueSnapshot) =>
    same(snapshot, stored({ type: 'quarantine.retry', key: 'draft/gchat' })),
  'a record is deleted': (snapshot: QueueSnapshot) => same(snapshot, stored({ type: 'quarantine.delete', key: '4' })),
  'the queue changed': (snapshot: QueueSnapshot) => here(snapshot),
  'begun again': (snapshot: QueueSnapshot) =>
    goingOut(snapshot).length > 0 ? 'following.watching' : 'following.resting',
};

const settles = (status: 'refused' | 'asking') => (snapshot: QueueSnapshot) =>
  has(snapshot, 'c1')
    ? staysWith(
        snapshot,
        without(snapshot, 'c1'),
        stored({ type: 'store.put', submission: { id: 'c1', status, reason: 'This case is closed.' } }),
      )
    : null;
const settled = (status: 'refused' | 'asking') => ({
  type: 'submission.settled' as const,
  submission: { ...uploaded(c1), status, reason: 'This case is closed.', wasTried: true },
});

/** Where the events of submissions lead. That depends on whether this tab sends them. */
const sending = {
  'send now': (snapshot: QueueSnapshot) =>
    same(snapshot, ({ ports }) => {
      if (sentHere(snapshot)) expect(ports.message.received.at(-1)).toEqual({ type: 'submission.send' });
      // The leader may be another tab.
      expect(ports.leader.received.at(-1)).toEqual({ type: 'leader.send' });
    }),
  'c1 backs off': (snapshot: QueueSnapshot) =>
    isHead(snapshot)
      ? same(snapshot, ({ actor }) =>
          expect(itemOf(actor.getSnapshot(), 'c1')).toMatchObject({
            head: 'backingOff',
            tries: 3,
            trouble: { text: 'Media upload failed', isAnswered: true },
            hasWaited: true,
          }),
        )
      : null,
  'c1 is uploading': (snapshot: QueueSnapshot) =>
    isHead(snapshot) ? same(snapshot, ({ actor }) => expect(selectProgress('c1')(actor.getSnapshot())).toBe(0)) : null,
  'half of c1 is out': (snapshot: QueueSnapshot) =>
    isHead(snapshot)
      ? same(snapshot, ({ actor }) => expect(itemOf(actor.getSnapshot(), 'c1')?.fraction).toBe(0.5))
      : null,
  'c1 uploaded': (snapshot: QueueSnapshot) =>
    isHead(snapshot) ? same(snapshot, stored({ type: 'store.put', submission: uploaded(c1) })) : null,
  'c1 confirmed': (snapshot: QueueSnapshot) =>
    has(snapshot, 'c1')
      ? staysWith(snapshot, without(snapshot, 'c1'), (setup) => {
          expect(lastStored(setup)).toEqual({ type: 'store.remove', id: 'c1' });
          expect(setup.emitted.at(-1)).toMatchObject({
            type: 'submission.delivered',
            submission: { id: 'c1' },
            answer: 'Thanks.',
            wasEarlier: true,
          });
        })
      : null,
  'c1 refused': settles('refused'),
  'c1 asks': settles('asking'),
};
const walk = walkOf({
  machine: queueMachine,
  props,
  input: ({ world }) => ({ me: 'mira', can, world }),
  keeps: ({ context }) => context.items.map(({ submission }) => submission.id),
  key: (snapshot) => [
    snapshot.context.items.map(({ submission: { id, status }, keeping, head }) => [
      id,
      id === 'c1' && status,
      id === 'c1' && (['removing', 'withdrawn', 'memory'].includes(keeping) ? keeping : ''),
      id === 'c1' && keeping === 'storing' && head !== 'queued',
    ]),
  ],
  samples: {
    'elected leader': said('leader', { type: 'leader.elected' }),
    'deposed as leader': said('leader', { type: 'leader.deposed' }),
    'no leader for 2 s': elapsed('xstate.after.leaderCheck.queue.following.watching', 2_000),
    'c1 submitted': { type: 'submission.queue', submission: c1, drafts: ['chat/global'] },
    'c2 submitted': { type: 'submission.queue', submission: c2 },
    'c1 kept': said('store', { type: 'store.kept', id: 'c1' }),
    'c1 cannot be kept': said('store', { type: 'store.failed', id: 'c1' }),
    'c1 is gone from the store': said('store', { type: 'store.removed', id: 'c1' }),
    'the store has c1': said('store', { type: 'store.read', submissions: [c1], quarantined: [record] }),
    'the store is empty': said('store', { type: 'store.read', submissions: [], quarantined: [] }),
    'another tab has withdrawn c1': said('store', {
      type: 'store.read',
      ...{ submissions: [], quarantined: [], withdrawn: ['c1'] },
    }),
    'there is little room': said('store', { type: 'store.tight', room: 9_000_000 }),
    'a copy is asked for': { type: 'quarantine.copy', key: '4' },
    'a draft is read again': { type: 'quarantine.retry', key: 'draft/gchat' },
    'a record is deleted': { type: 'quarantine.delete', key: '4' },
    'c1 changed by hand': {
      type: 'submission.change',
      submission: { ...uploaded(c1), status: 'asking', reason: 'No.' },
    },
    'c1 retried': { type: 'submission.retry', id: 'c1' },
    'c1 withdrawn': { type: 'submission.withdraw', id: 'c1' },
    'c9 changed by hand': { type: 'submission.change', submission: picture('c9') },
    'c9 retried': { type: 'submission.retry', id: 'c9' },
    'c9 withdrawn': { type: 'submission.withdraw', id: 'c9' },
    'send now': { type: 'queue.send' },
    'c1 backs off': backingOff('c1'),
    'c1 is uploading': { type: 'submission.moved', id: 'c1', status: 'uploading', tries: 0, trouble: null },
    'half of c1 is out': { type: 'submission.progressed', id: 'c1', fraction: 0.5 },
    'c1 uploaded': { type: 'submission.changed', submission: uploaded(c1) },
    'c1 confirmed': { type: 'submission.confirmed', id: 'c1', answer: 'Thanks.', wasEarlier: true },
    'c1 refused': settled('refused'),
    'c1 asks': settled('asking'),
    'the queue changed': { type: 'queue.changed' },
    'begun again': { type: 'supervision.restarted' },
  },
  ways: [
    { way: ['elected leader', 'c1 submitted', 'c1 kept', 'the store is empty'] },
    {
      way: ['c1 submitted', 'c1 cannot be kept', 'c2 submitted', said('store', { type: 'store.kept', id: 'c2' })],
      sees: ({ ports }) =>
        expect(ports.store.received.slice(-2)).toMatchObject([
          { type: 'store.put', submission: { id: 'c1' } },
          { type: 'store.moveLast', id: 'c2' },
        ]),
    },
    {
      way: ['elected leader', 'c1 submitted', 'c1 backs off', 'c1 refused'],
      sees: ({ actor }) => expect(itemOf(actor.getSnapshot(), 'c1')?.tries).toBe(0),
    },
    // The tab that takes over may have read it already.
    {
      way: ['elected leader', 'c1 submitted', 'deposed as leader'],
      sees: ({ ports }) => expect(ports.message.running).toBe(false),
    },
    // No other tab knows of it: it goes on whichever tab leads.
    {
      way: ['c1 submitted', 'c1 cannot be kept', 'elected leader'],
      sees: ({ ports }) => expect(ports.message.calls).toHaveLength(1),
    },
    {
      way: ['c1 submitted', 'c1 cannot be kept', 'begun again'],
      sees: ({ ports }) => {
        expect(ports.message.running).toBe(true);
        expect(ports.message.calls).toHaveLength(2);
      },
    },
    // A report that backs off does not hold up the next one.
    {
      way: [
        ...['r1', 'r2'].map((id) => ({ type: 'submission.queue', submission: report(id) })),
        'elected leader',
        backingOff('r1'),
        ...['r2', 'r1'].map((id) => ({ type: 'submission.withdraw', id })),
      ],
      sees: ({ ports }) => expect(ports.report.calls.map(({ submission }) => submission.id)).toEqual(['r1', 'r2']),
    },
  ],
  states: {
    following: {
      sees: ({ ports, actor }) => {
        // Another tab may be sending, so this tab sends only what no other tab knows.
        const head = sentHere(actor.getSnapshot());
        const children = Object.keys(actor.getSnapshot().children);
        expect(children).toEqual(['store', 'leader', 'notices', ...(head ? [head] : [])]);
        expect(ports.message.running).toBe(head !== undefined);
        expect([ports.store.calls, ports.leader.calls]).toEqual([[{ userId: 'mira' }], [{ userId: 'mira' }]]);
        expect(ports.notices.calls).toMatchObject([{ queue: expect.anything() }]);
        for (const item of actor.getSnapshot().context.items)
          expect(item.head === 'queued').toBe(item.submission.id !== head);
      },
      takes: { ...anywhere, ...sending, 'elected leader': 'leading' },
    },
    'following.resting': { sees: ({ actor }) => expect(goingOut(actor.getSnapshot())).toEqual([]) },
    'following.watching': {
      sees: ({ actor, ports }) => {
        expect(goingOut(actor.getSnapshot())).not.toEqual([]);
        expect(ports.leader.received).toContainEqual({ type: 'leader.check' });
      },
      takes: {
        'no leader for 2 s': (snapshot) => ({
          to: 'following.watching',
          sees: ({ ports }) => {
            expect(goingOut(snapshot)).not.toEqual([]);
            expect(ports.leader.received.length).toBeGreaterThan(1);
          },
        }),
      },
    },
    leading: {
      sees: ({ ports, actor }) => {
        // One at a time, the first of its chat.
        const [head] = goingOut(actor.getSnapshot());
        const children = Object.keys(actor.getSnapshot().children);
        expect(children).toEqual(['store', 'leader', 'notices', ...(head ? [head] : [])]);
        expect(ports.message.running).toBe(head !== undefined);
        if (head) {
          const call = ports.message.calls.at(-1);
          expect(call).toMatchObject({ submission: { id: head }, me: 'mira', isRepeatable: true });
        }
      },
      takes: {
        ...anywhere,
        ...sending,
        'deposed as leader': (snapshot) => (goingOut(snapshot).length > 0 ? 'following.watching' : 'following.resting'),
      },
    },
  },
});
testWalk(walk);
testMutants(walk);
