import { expect } from 'vitest';
import { type QueueSnapshot, queueMachine } from '../../../src/machines/submissions/queue.machine';
import {
  selectFreeBytes,
  selectIsUnreadable,
  selectProgress,
  selectQuarantined,
  selectRefusal,
} from '../../../src/machines/submissions/queue.select';
import { testMutants } from '../../kit/mutants';
import { elapsed, said, testWalk, walkOf } from '../../kit/walk';
import {
  c1,
  c2,
  can,
  emptied,
  goingOut,
  has,
  here,
  isGone,
  isHead,
  itemOf,
  kept,
  lastStored,
  ordered,
  props,
  record,
  same,
  sentHere,
  standing,
  statusOf,
  staysWith,
  stored,
  wiped,
  without,
} from './queueFacts';
import { backingOff, picture, report, uploaded } from './samples';

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
    return staysWith(snapshot, ids, (setup) => {
      standing(setup);
      expect(selectQuarantined(setup.actor.getSnapshot())).toEqual([record]);
    });
  },
  'the store is empty': emptied(undefined),
  'the browser has deleted c1': wiped,
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
          // The file is uploaded anew (DECISIONS 65). An earlier try may have arrived, but the member wants this one, too (DECISIONS W2).
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
          expect(lastStored(setup)).toEqual({ type: 'store.remove', id: 'c1', drafts: ['c'], isWithdrawn: true });
          expect(has(setup.actor.getSnapshot(), 'c1')).toBe(false);
        })
      : null,
  'the screen of c1 was left': (snapshot: QueueSnapshot) =>
    has(snapshot, 'c1')
      ? same(snapshot, ({ actor }) => expect(itemOf(actor.getSnapshot(), 'c1')?.screen).toBe('left'))
      : null,
  'the store cannot be read': (snapshot: QueueSnapshot) =>
    same(snapshot, ({ actor, ports }) => {
      expect(selectIsUnreadable(actor.getSnapshot())).toBe(true);
      expect(ports.leader.received.at(-1)).toEqual({ type: 'leader.resign' });
    }),
  'there is little room': (snapshot: QueueSnapshot) =>
    same(snapshot, ({ actor }) => expect(selectFreeBytes(actor.getSnapshot())).toBe(9_000_000)),
  'a copy is asked for': (snapshot: QueueSnapshot) => same(snapshot, stored({ type: 'quarantine.copy', key: '4' })),
  'a draft is read again': (snapshot: QueueSnapshot) =>
    same(snapshot, stored({ type: 'quarantine.retry', key: 'draft/gchat' })),
  'a record is deleted': (snapshot: QueueSnapshot) => same(snapshot, stored({ type: 'quarantine.delete', key: '4' })),
  'the queue changed': (snapshot: QueueSnapshot) => here(snapshot),
  'begun again': (snapshot: QueueSnapshot) =>
    goingOut(snapshot).length > 0 ? 'following.watching' : 'following.resting',
};

const givenBack = (status: 'refused' | 'asking') => (snapshot: QueueSnapshot) =>
  has(snapshot, 'c1')
    ? staysWith(
        snapshot,
        without(snapshot, 'c1'),
        stored({ type: 'store.put', submission: { id: 'c1', status, reason: 'This case is closed.' } }),
      )
    : null;
const returned = (status: 'refused' | 'asking') => ({
  type: 'submission.returned' as const,
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
  'c1 refused': givenBack('refused'),
  'c1 asks': givenBack('asking'),
};
const walk = walkOf({
  machine: queueMachine,
  props,
  input: ({ world }) => ({ myId: 'mira', can, world }),
  keeps: ({ context }) => context.items.map(({ submission }) => submission.id),
  key: (snapshot) => [
    snapshot.context.items.map(({ submission: { id, status }, keeping, head }) => [
      id,
      id === 'c1' && status,
      id === 'c1' && (['removing', 'withdrawn', 'memory', 'lost'].includes(keeping) ? keeping : ''),
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
    'the store has c1': said('store', { type: 'store.read', submissions: [c1], quarantined: [record], withdrawn: [] }),
    'the store is empty': said('store', { type: 'store.read', submissions: [], quarantined: [], withdrawn: [] }),
    'another tab has withdrawn c1': said('store', {
      type: 'store.read',
      ...{ submissions: [], quarantined: [], withdrawn: ['c1'] },
    }),
    'the browser has deleted c1': said('store', {
      type: 'store.read',
      ...{ submissions: [], quarantined: [], withdrawn: [], lost: ['c1'] },
    }),
    'the store cannot be read': said('store', { type: 'store.unreadable' }),
    'nothing was left unstored': said('store', { type: 'store.recovered', unstored: [] }),
    'c1 was left unstored': said('store', { type: 'store.recovered', unstored: [c1] }),
    'the last notes take 5 s': elapsed('xstate.after.storeWait.queue.recovering', 5_000),
    'there is little room': said('store', { type: 'store.tight', freeBytes: 9_000_000 }),
    'a copy is asked for': { type: 'quarantine.copy', key: '4' },
    'a draft is read again': { type: 'quarantine.retry', key: 'draft/gchat' },
    'a record is deleted': { type: 'quarantine.delete', key: '4' },
    'c1 changed by hand': {
      type: 'submission.change',
      submission: { ...uploaded(c1), status: 'asking', reason: 'No.' },
    },
    'c1 retried': { type: 'submission.retry', id: 'c1' },
    'c1 withdrawn': { type: 'submission.withdraw', id: 'c1', drafts: ['c'] },
    'the screen of c1 was left': { type: 'submission.shown', id: 'c1', screen: 'left' },
    'c9 changed by hand': { type: 'submission.change', submission: picture('c9') },
    'c9 retried': { type: 'submission.retry', id: 'c9' },
    'c9 withdrawn': { type: 'submission.withdraw', id: 'c9' },
    'send now': { type: 'queue.send' },
    'c1 backs off': backingOff('c1'),
    'c1 is uploading': { type: 'submission.moved', id: 'c1', status: 'uploading', tries: 0, trouble: null },
    'half of c1 is out': { type: 'submission.progressed', id: 'c1', fraction: 0.5 },
    'c1 uploaded': { type: 'submission.changed', submission: uploaded(c1) },
    'c1 confirmed': { type: 'submission.confirmed', id: 'c1', answer: 'Thanks.', wasEarlier: true },
    'c1 refused': returned('refused'),
    'c1 asks': returned('asking'),
    'the queue changed': { type: 'queue.changed' },
    'begun again': { type: 'supervision.restarted' },
  },
  ways: [
    { way: ['elected leader', 'nothing was left unstored', 'c1 submitted', 'c1 kept', 'the store is empty'] },
    {
      way: ['c1 submitted', 'c1 cannot be kept', 'c2 submitted', said('store', { type: 'store.kept', id: 'c2' })],
      sees: ({ ports }) =>
        expect(ports.store.received.slice(-2)).toMatchObject([
          { type: 'store.put', submission: { id: 'c1' } },
          { type: 'store.moveLast', id: 'c2' },
        ]),
    },
    {
      way: ['elected leader', 'nothing was left unstored', 'c1 submitted', 'c1 backs off', 'c1 refused'],
      sees: ({ actor }) => expect(itemOf(actor.getSnapshot(), 'c1')?.tries).toBe(0),
    },
    // The tab that leads now may have read c1 from the store already, so this tab stops sending it.
    {
      way: ['elected leader', 'nothing was left unstored', 'c1 submitted', 'deposed as leader'],
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
    // The store deletes c1 when it has stored c2: until then c1 is only hidden. A second press makes nothing more of c1.
    {
      way: [
        'elected leader',
        'nothing was left unstored',
        'c1 submitted',
        'c1 kept',
        { type: 'submission.queue', submission: c2, replaces: 'c1' },
        { type: 'submission.queue', submission: picture('c3'), replaces: 'c1' },
      ],
      sees: ({ actor, ports }) => {
        expect(ports.store.received.at(-1)).toEqual({ type: 'store.put', submission: c2, replaces: 'c1' });
        expect(ports.store.received.map(({ type }) => type)).not.toContain('store.remove');
        expect(['c1', 'c2', 'c3'].map((id) => has(actor.getSnapshot(), id))).toEqual([false, true, false]);
        expect(ports.message.calls.at(-1)?.submission.id).toBe('c2');
      },
    },
    // A report that backs off does not hold up the next one.
    {
      way: [
        ...['r1', 'r2'].map((id) => ({ type: 'submission.queue', submission: report(id) })),
        'elected leader',
        'nothing was left unstored',
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
      takes: {
        ...anywhere,
        ...sending,
        'elected leader': {
          to: 'recovering',
          sees: ({ ports }) => expect(ports.store.received.at(-1)).toEqual({ type: 'store.recover' }),
        },
      },
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
          sees: ({ ports, actor }) => {
            const [first] = goingOut(snapshot);
            const item = actor.getSnapshot().context.items.find(({ submission }) => submission.id === first);
            // Unless this tab sends it itself, it has had to wait for a tab that sends.
            expect(item && (item.head !== 'queued' || item.hasWaited)).toBe(true);
            expect(ports.leader.received.length).toBeGreaterThan(1);
          },
        }),
      },
    },
    recovering: {
      sees: ({ ports, actor }) => {
        // The store has not been read again yet.
        const head = sentHere(actor.getSnapshot());
        expect(ports.message.running).toBe(head !== undefined);
      },
      takes: {
        ...anywhere,
        ...sending,
        'deposed as leader': (snapshot) => (goingOut(snapshot).length > 0 ? 'following.watching' : 'following.resting'),
        'the last notes take 5 s': 'leading',
        'nothing was left unstored': 'leading',
        'c1 was left unstored': (snapshot) => ({
          to: 'leading',
          sees: (setup) => {
            const before = itemOf(snapshot, 'c1');
            if (!before || before.keeping === 'memory' || before.keeping === 'lost') {
              kept('storing')(setup);
              expect(lastStored(setup)).toMatchObject({ type: 'store.put', submission: { id: 'c1' } });
            } else kept(before.keeping)(setup);
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
          expect(call).toMatchObject({ submission: { id: head }, myId: 'mira', isRepeatable: true });
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
