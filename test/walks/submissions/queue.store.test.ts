import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Submission } from '../../../src/contract/submissions';
import { selectUnkeptCount } from '../../../src/machines/submissions/queue.select';
import { scriptedWorld, settle } from '../../kit/walk';
import { caseChat, echoOf, globalChat } from '../chat/samples';
import { scriptedWire } from '../chat/wire';
import { queueing, scriptedStore } from './queueing';
import { completion, report, text } from './samples';
import { failure } from './submitting';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('what had to wait', () => {
  /** Submitted hours ago by the clock of the queue. */
  const old = <Kind extends Submission>(submission: Kind): Kind => ({ ...submission, queuedAt: 0 });
  const sent = (text: string) => ({ tone: 'success', text });

  it('is told when it is sent: messages together, when the last of them is sent', async () => {
    const store = scriptedStore([old(text('c1')), old(text('c2', '5')), old(text('c3'))]);
    const { wire, add, told } = queueing({ store });
    await settle();
    wire.open();
    // What was written just now did not have to wait.
    add({ ...text('c4'), queuedAt: scriptedWorld().now() });
    for (const [chat, id] of [
      [globalChat, 'c1'],
      [caseChat, 'c2'],
      [globalChat, 'c3'],
    ] as const) {
      expect(told).toEqual([]);
      wire.deliver(chat, echoOf(id, id.slice(1)));
      await settle();
    }
    expect(told).toEqual([sent('Your 3 waiting messages have been sent.')]);
    wire.deliver(globalChat, echoOf('c4', '4'));
    add(old(text('c5')));
    await settle();
    wire.deliver(globalChat, echoOf('c5', '5'));
    expect(told.slice(1)).toEqual([sent('Your waiting message has been sent.')]);
  });

  it('is told, too, if the last message of several is refused or deleted', async () => {
    const { queue, wire, told } = queueing({ store: scriptedStore(['c1', 'c2', 'c3'].map((id) => old(text(id)))) });
    await settle();
    wire.open();
    wire.deliver(globalChat, echoOf('c1', '1'));
    await settle();
    wire.refuse(globalChat, 403, 'No.', 'c2');
    await settle();
    expect(told).toEqual([]);
    queue.send({ type: 'submission.withdraw', id: 'c3' });
    expect(told).toEqual([sent('Your waiting message has been sent.')]);
  });

  it('is told in every tab, whichever tab has sent it', async () => {
    const store = scriptedStore([old(text('c1')), old(text('c2')), old(report('r1', { isNew: true }))]);
    const [here, there] = [queueing({ store }), queueing({ store, isLeader: false })];
    await settle();
    here.send.emit({ type: 'attempt.confirmed' });
    here.wire.open();
    here.wire.deliver(globalChat, echoOf('c1', '1'));
    await settle();
    here.wire.deliver(globalChat, echoOf('c2', '2'));
    const all = [
      { ...sent('Your waiting report has been sent: MG Road'), lifetime: null },
      sent('Your 2 waiting messages have been sent.'),
    ];
    expect([here.told, there.told]).toEqual([all, all]);
  });

  it('is told in every tab if the server refuses it, and in none if it was withdrawn or had just been submitted', async () => {
    const store = scriptedStore([old(completion('d1')), old(text('c1'))]);
    const [here, there] = [queueing({ store }), queueing({ store, isLeader: false })];
    await settle();
    here.send.emit(failure(403, 'You have left the team.'));
    await settle();
    const refused = [{ tone: 'danger', text: expect.stringContaining('The case could not be completed') }];
    expect([here.told, there.told]).toEqual([refused, refused]);
    here.queue.send({ type: 'submission.withdraw', id: 'c1' });
    there.queue.send({ type: 'submission.withdraw', id: 'd1' });
    here.add({ ...report('r1', { isNew: true }), queuedAt: scriptedWorld().now() });
    await settle();
    here.send.emit({ type: 'attempt.confirmed' });
    await settle();
    expect([here.told, there.told, store.ids()]).toEqual([refused, refused, []]);
  });
});

describe('the store of the queue (DECISIONS 41)', () => {
  it('stores every submission, and does not delay its sending', async () => {
    const { wire, add, store, item } = queueing();
    await settle();
    wire.open();
    add(text('c1'));
    expect(store.ids()).toEqual(['c1']);
    expect(item('c1')?.keeping).toBe('storing');
    await settle();
    expect(item('c1')?.keeping).toBe('kept');
    expect(wire.sent(globalChat)).toEqual(['c1']);
    wire.deliver(globalChat, echoOf('c1', '1'));
    expect(store.ids()).toEqual([]);
  });

  it('delays nothing when it cannot store: submissions are sent from memory, and the member is told', async () => {
    const { queue, wire, add, store, waiting } = queueing();
    store.break();
    wire.open();
    add(text('c1'), text('c2'));
    await settle();
    expect(selectUnkeptCount(queue.getSnapshot())).toBe(2);
    expect(wire.sent(globalChat)).toEqual(['c1']);
    wire.deliver(globalChat, echoOf('c1', '1'));
    await settle();
    expect([wire.sent(globalChat), waiting()]).toEqual([['c1', 'c2'], ['c2']]);
  });

  it('leaves what it cannot store to the tab that has it, even if another tab leads', async () => {
    const [store, wire] = [scriptedStore(), scriptedWire()];
    const here = queueing({ store, wire });
    const other = queueing({ store, wire, isLeader: false });
    wire.open();
    await settle();
    store.break();
    other.add(text('c1'), text('c2'));
    await settle();
    expect([here.waiting(), wire.sent(globalChat)]).toEqual([[], ['c1']]);
    wire.deliver(globalChat, echoOf('c1', '1'));
    await settle();
    expect([other.waiting(), wire.sent(globalChat)]).toEqual([['c2'], ['c1', 'c2']]);
    // As soon as it is kept, the tab that leads sends it.
    store.mend();
    store.read();
    await settle();
    expect([here.waiting(), other.item('c2')?.head]).toEqual([['c2'], 'queued']);
    wire.deliver(globalChat, echoOf('c2', '2'));
    await settle();
    expect([here.waiting(), other.waiting(), store.ids()]).toEqual([[], [], []]);
  });

  it('sends what it could not store again after it failed and was restarted, even if another tab leads', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { queue, wire, add, store, item } = queueing({ isLeader: false });
    store.break();
    wire.open();
    add(text('c1'));
    await settle();
    expect(wire.sent(globalChat)).toEqual(['c1']);
    // It fails at what it cannot read, and its submissions are stopped.
    queue.send({ type: 'store.read', submissions: null as never, quarantined: [], withdrawn: [] });
    await settle();
    expect(wire.sent(globalChat)).toEqual(['c1', 'c1']);
    wire.deliver(globalChat, echoOf('c1', '1'));
    expect(item('c1')).toBeUndefined();
  });

  it('stores what it could not store before as soon as it can be read', async () => {
    const { add, store, waiting } = queueing();
    store.break();
    add(text('c1'), text('c2'));
    await settle();
    expect(store.ids()).toEqual([]);
    store.mend();
    store.read();
    await settle();
    expect(store.ids()).toEqual(['c1', 'c2']);
    // The store has them now: another tab may take them from it.
    store.clear();
    expect(waiting()).toEqual([]);
  });

  it('is stored again by the tab that sends, if the browser has deleted the store, and goes out once and unannounced', async () => {
    const [store, wire] = [scriptedStore(), scriptedWire()];
    const here = queueing({ store, wire });
    const other = queueing({ store, wire, isLeader: false });
    here.add(text('c1'), text('c2'));
    await settle();
    wire.open();
    expect(wire.sent(globalChat)).toEqual(['c1']);
    for (const { clock } of [here, other]) clock.increment(20_000);
    store.wipe();
    await settle();
    expect([here.waiting(), other.waiting(), store.ids()]).toEqual(Array(3).fill(['c1', 'c2']));
    expect([here.item('c1')?.keeping, other.item('c1')?.keeping]).toEqual(['kept', 'kept']);
    expect([here.told, other.told, wire.sent(globalChat)]).toEqual([[], [], ['c1']]);
    wire.deliver(globalChat, echoOf('c1', '1'));
    await settle();
    expect([here.waiting(), other.waiting(), store.ids()]).toEqual(Array(3).fill(['c2']));
  });

  it('stays in a tab that does not send, if the browser has deleted the store, until that tab sends', async () => {
    const store = scriptedStore([text('c1')]);
    const here = queueing({ store, isLeader: false });
    await settle();
    store.wipe();
    await settle();
    expect([here.waiting(), here.told, store.ids()]).toEqual([['c1'], [], []]);
    here.elect();
    await settle();
    expect(store.ids()).toEqual(['c1']);
  });

  it('loses nothing that it could not store when another tab changes it', async () => {
    const store = scriptedStore();
    const here = queueing({ store });
    store.break();
    here.add(text('c1'));
    await settle();
    const other = queueing({ store, isLeader: false });
    other.add(text('c2'));
    other.queue.send({ type: 'submission.withdraw', id: 'c2' });
    await settle();
    expect(here.waiting()).toEqual(['c1']);
  });

  it('does not bring back what was withdrawn while it was being read', async () => {
    const { queue, add, waiting } = queueing();
    add(text('c1'));
    await settle();
    queue.send({ type: 'submission.withdraw', id: 'c1' });
    queue.send({ type: 'store.read', submissions: [text('c1'), text('c2')], quarantined: [], withdrawn: [] });
    expect(waiting()).toEqual(['c2']);
  });

  it('brings what another tab has sent, and the tab that leads sends it', async () => {
    const [store, wire] = [scriptedStore(), scriptedWire()];
    const here = queueing({ store, wire });
    const other = queueing({ store, wire, isLeader: false });
    wire.open();
    other.add(text('c1'));
    here.add(text('c2'));
    await settle();
    expect([here.waiting(), other.waiting()]).toEqual([
      ['c1', 'c2'],
      ['c1', 'c2'],
    ]);
    expect(wire.sent(globalChat)).toEqual(['c1']);
    wire.deliver(globalChat, echoOf('c1', '1'));
    await settle();
    expect(other.waiting()).toEqual(['c2']);
    expect(wire.sent(globalChat)).toEqual(['c1', 'c2']);
  });

  it('is sent by the next tab when the first one is closed', async () => {
    const [store, wire] = [scriptedStore(), scriptedWire()];
    const here = queueing({ store, wire });
    const other = queueing({ store, wire, isLeader: false });
    here.add(text('c1'));
    await settle();
    here.queue.stop();
    wire.open();
    await settle();
    expect(wire.published).toEqual([]);
    other.elect();
    await settle();
    expect(wire.sent(globalChat)).toEqual(['c1']);
  });

  it('is read again by the next tab before it sends: the first one may have been killed in the middle of a try', async () => {
    const [store, wire] = [scriptedStore(), scriptedWire()];
    const here = queueing({ store, wire, isRepeatable: false });
    const other = queueing({ store, wire, isLeader: false, isRepeatable: false });
    here.add(text('c1'));
    await settle();
    here.queue.stop();
    store.changeUnheard({ ...text('c1'), wasTried: true });
    wire.open();
    other.elect();
    expect(other.item('c1')?.head).toBe('queued');
    await settle();
    // The server is asked whether it has the message.
    expect(other.item('c1')?.submission.wasTried).toBe(true);
    expect(wire.published).toEqual([]);
  });

  it('is sent from memory if a tab that is gone had noted it and it cannot be stored', async () => {
    const [store, wire] = [scriptedStore(), scriptedWire()];
    store.break();
    store.note(text('c1'));
    const { queue } = queueing({ store, wire });
    wire.open();
    await settle();
    expect(selectUnkeptCount(queue.getSnapshot())).toBe(1);
    expect(wire.sent(globalChat)).toEqual(['c1']);
  });

  it('is not sent any more by a tab that is no longer the leader: everything under way stops', async () => {
    const [store, wire] = [scriptedStore(), scriptedWire()];
    const here = queueing({ store, wire });
    here.add(text('c1'), text('c2', '5'));
    await settle();
    expect(wire.listeners()).toBe(2);
    here.depose();
    expect(wire.listeners()).toBe(0);
    wire.open();
    await settle();
    expect(wire.published).toEqual([]);
    expect(here.waiting()).toEqual(['c1', 'c2']);
    here.elect();
    await settle();
    expect(wire.sent(globalChat)).toEqual(['c1']);
  });

  it('lets a submission be withdrawn in any tab, also one that is under way', async () => {
    const store = scriptedStore();
    const here = queueing({ store });
    const other = queueing({ store, isLeader: false });
    here.add(text('c1'), text('c2'));
    await settle();
    other.queue.send({ type: 'submission.withdraw', id: 'c1' });
    expect(here.waiting()).toEqual(['c2']);
    here.wire.open();
    await settle();
    expect(here.wire.sent(globalChat)).toEqual(['c2']);
    expect(here.wire.listeners()).toBe(1);
  });
});
