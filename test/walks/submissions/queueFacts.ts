import { expect } from 'vitest';
import type { AnyEventObject } from 'xstate';
import type { MessageSubmission } from '../../../src/contract/submissions';
import type { QueueSnapshot } from '../../../src/machines/submissions/queue.machine';
import { selectIsUnreadable, selectItem } from '../../../src/machines/submissions/queue.select';
import type { Item } from '../../../src/rules/submissions/queue';
import { scriptedWorld, streamPort } from '../../kit/walk';
import { picture } from './samples';

/** A server that recognises repeated messages, as ours does. */
export const can = (capability: string) => capability === 'safeRepeats';
export const props = () => ({
  ports: {
    store: streamPort<AnyEventObject, { userId: string }>(),
    leader: streamPort<AnyEventObject, { userId: string }>(),
    notices: streamPort(),
    report: streamPort<never, { submission: { id: string } }>(),
    message: streamPort<never, { submission: MessageSubmission; myId: string; isRepeatable: boolean; tries: number }>(),
  },
  world: scriptedWorld(),
});
export type Setup = ReturnType<typeof props> & {
  readonly actor: { getSnapshot(): QueueSnapshot };
  readonly emitted: readonly AnyEventObject[];
};

export const [c1, c2] = [picture('c1'), picture('c2')];
export const record = { key: '4', what: 'message', foundAt: 0, isReadable: true, isUnreadable: false };
export const itemOf = ({ context }: QueueSnapshot, id: string) =>
  context.items.find(({ submission }) => submission.id === id);
export const has = (snapshot: QueueSnapshot, id: string) => selectItem(id)(snapshot) !== undefined;
export const statusOf = (snapshot: QueueSnapshot) => selectItem('c1')(snapshot)?.submission.status;
export const isGone = ({ keeping }: Item) => ['removing', 'withdrawn'].includes(keeping);
/** The submissions that are sent by themselves, in order: those that are neither refused, nor asking, nor withdrawn. */
export const goingOut = ({ context }: QueueSnapshot) =>
  context.items.flatMap(({ submission, keeping }) =>
    keeping !== 'removing' && keeping !== 'withdrawn' && submission.status === 'waiting' ? [submission.id] : [],
  );

/** The submission that this tab sends: the first, if this tab leads, or if no other tab can know of that submission. */
export const sentHere = (snapshot: QueueSnapshot) => {
  const [first = ''] = goingOut(snapshot);
  const item = itemOf(snapshot, first);
  const isUnknown = item?.keeping === 'memory' || (item?.keeping === 'storing' && item.head !== 'queued');
  return item && (snapshot.matches('leading') || isUnknown) ? first : undefined;
};
export const isHead = (snapshot: QueueSnapshot) => sentHere(snapshot) === 'c1';

const whenLeading = (snapshot: QueueSnapshot) =>
  (['leading', 'recovering'] as const).find((state) => snapshot.matches(state));
/** The state in which the queue stays if these are sent next. A tab that does not lead watches the one that does. */
const staying = (snapshot: QueueSnapshot, ids: readonly string[]) =>
  whenLeading(snapshot) ?? (ids.length > 0 ? 'following.watching' : 'following.resting');
export const staysWith = (snapshot: QueueSnapshot, ids: readonly string[], sees: (setup: Setup) => void) => ({
  to: staying(snapshot, ids),
  sees: (setup: Setup) => {
    expect(goingOut(setup.actor.getSnapshot())).toEqual(ids);
    sees(setup);
  },
});
export const without = (snapshot: QueueSnapshot, id: string) => goingOut(snapshot).filter((other) => other !== id);
export const ordered = (ids: readonly string[], snapshot: QueueSnapshot) =>
  snapshot.context.items.flatMap(({ submission: { id } }) => (ids.includes(id) ? [id] : []));
export const lastStored = ({ ports }: Setup) => ports.store.received.at(-1);
export const stored = (expected: object) => (setup: Setup) => expect(lastStored(setup)).toMatchObject(expected);
export const kept = (keeping: string | undefined) => (setup: Setup) =>
  expect(itemOf(setup.actor.getSnapshot(), 'c1')?.keeping).toBe(keeping);
export const here = (snapshot: QueueSnapshot, sees: (setup: Setup) => void = () => {}) =>
  staysWith(snapshot, goingOut(snapshot), sees);
export const same = (snapshot: QueueSnapshot, sees: (setup: Setup) => void = () => {}) => ({
  to:
    whenLeading(snapshot) ?? (snapshot.matches({ following: 'watching' }) ? 'following.watching' : 'following.resting'),
  sees,
});

/** The store was read, so this tab may become the leader. */
export const standing = ({ actor, ports }: Setup) => {
  expect(selectIsUnreadable(actor.getSnapshot())).toBe(false);
  expect(ports.leader.received.filter(({ type }) => type !== 'leader.check').at(-1)).toEqual({ type: 'leader.stand' });
};

const wasStored = (keeping?: string) => keeping === 'kept' || keeping === 'lost';
/** The browser has deleted c1: the tab that leads stores it again, and others keep it until they lead. */
export const wiped = (snapshot: QueueSnapshot) =>
  here(snapshot, (setup) => {
    standing(setup);
    const before = itemOf(snapshot, 'c1')?.keeping;
    const after = wasStored(before) ? (snapshot.matches('leading') ? 'storing' : 'lost') : before;
    kept(before === 'memory' ? 'storing' : before === 'withdrawn' ? undefined : after)(setup);
    if (before === 'kept' && after === 'storing') stored({ type: 'store.put', submission: { id: 'c1' } })(setup);
  });
/** A submission that was stored and is gone was sent or withdrawn by another tab. It is not sent here. */
export const emptied = (keeping: string | undefined) => (snapshot: QueueSnapshot) =>
  staysWith(
    snapshot,
    goingOut(snapshot).filter((id) => !wasStored(itemOf(snapshot, id)?.keeping)),
    (setup) => {
      standing(setup);
      const before = itemOf(snapshot, 'c1')?.keeping;
      if (wasStored(before)) kept(keeping)(setup);
      if (before === 'withdrawn') kept(undefined)(setup);
      if (before !== 'memory') return;
      // The store can be read, so it may be able now to store what it could not store before.
      expect(lastStored(setup)).toMatchObject({ type: 'store.put', submission: { id: 'c1' } });
      kept('storing')(setup);
    },
  );
