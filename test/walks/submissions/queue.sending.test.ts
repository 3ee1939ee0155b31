import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Message } from '../../../src/contract/chats';
import { selectProgress, selectRefusal, selectWaitingCount } from '../../../src/machines/submissions/queue.select';
import { settle } from '../../kit/walk';
import { caseChat, echoOf, globalChat } from '../chat/samples';
import { queueing, scriptedStore } from './queueing';
import { completion, initiation, known, picture, report, text, uploaded } from './samples';
import { failure } from './submitting';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('messages (DECISIONS 41)', () => {
  it('are kept while there is no connection, and sent in order, one at a time, when it is there', async () => {
    const { wire, add, waiting } = queueing();
    add(text('c1'), text('c2'), text('c3'));
    await settle();
    expect(wire.published).toEqual([]);
    wire.open();
    for (const [index, id] of ['c1', 'c2', 'c3'].entries()) {
      expect(wire.sent(globalChat)).toEqual(['c1', 'c2', 'c3'].slice(0, index + 1));
      wire.deliver(globalChat, echoOf(id, String(index + 1)));
      await settle();
    }
    expect(waiting()).toEqual([]);
    expect(wire.listeners()).toBe(0);
  });

  it('that waited before a reload are sent in order, before newer ones', async () => {
    const store = scriptedStore([text('c1'), text('c2')]);
    const { wire, add, waiting } = queueing({ store });
    add({ ...text('c3'), queuedAt: text('c1').queuedAt + 1 });
    await settle();
    expect(waiting()).toEqual(['c1', 'c2', 'c3']);
    wire.open();
    wire.deliver(globalChat, echoOf('c1', '1'));
    await settle();
    expect(wire.sent(globalChat)).toEqual(['c1', 'c2']);
  });

  it('that are not confirmed are sent again after a reconnect; confirmed ones are not', async () => {
    const { wire, add } = queueing();
    wire.open();
    add(text('c1'), text('c2'));
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

  it('of one chat do not delay those of another', async () => {
    const { wire, add, waiting } = queueing();
    wire.open();
    add(text('c1', '5'), text('g1'), text('c2', '5'));
    await settle();
    expect([wire.sent(caseChat), wire.sent(globalChat)]).toEqual([['c1'], ['g1']]);
    wire.deliver(globalChat, echoOf('g1', '1'));
    expect(waiting()).toEqual(['c1', 'c2']);
  });

  it('that are refused are shown as failed and delay nothing; a retry by hand sends them again', async () => {
    const { queue, wire, add, waiting } = queueing();
    wire.open();
    add(text('c1'), text('c2'));
    await settle();
    wire.refuse(globalChat, 403, 'You are not a participant of this chat.', 'c1');
    await settle();
    expect(selectRefusal('c1')(queue.getSnapshot())).toBe('You are not a participant of this chat.');
    expect(selectWaitingCount(queue.getSnapshot())).toBe(1);
    wire.deliver(globalChat, echoOf('c2', '1'));
    wire.lose();
    wire.open();
    expect(waiting()).toEqual(['c1']);
    expect(wire.sent(globalChat)).toEqual(['c1', 'c2']);
    queue.send({ type: 'submission.retry', id: 'c1' });
    await settle();
    expect(wire.sent(globalChat)).toEqual(['c1', 'c2', 'c1']);
    expect(selectRefusal('c1')(queue.getSnapshot())).toBe(null);
    wire.deliver(globalChat, echoOf('c1', '2'));
    expect(selectWaitingCount(queue.getSnapshot())).toBe(0);
  });

  it('are not lost when an older one is retried while the next is on its way', async () => {
    const { queue, wire, add, waiting } = queueing();
    wire.open();
    add(text('c1'), text('c2'));
    await settle();
    wire.refuse(globalChat, 400, 'No.', 'c1');
    await settle();
    queue.send({ type: 'submission.retry', id: 'c1' });
    await settle();
    // The echo of the second comes while the first has its turn again.
    wire.deliver(globalChat, echoOf('c2', '1'));
    wire.deliver(globalChat, echoOf('c1', '2'));
    await settle();
    wire.deliver(globalChat, echoOf('c2', '1'));
    expect(waiting()).toEqual([]);
  });

  it.each([429, 503, 507])('keep their order if the server accepts no more for now: %i', async (status) => {
    const { clock, wire, add, item } = queueing();
    wire.open();
    add(text('c1'), text('c2'));
    await settle();
    wire.refuse(globalChat, status, 'Please wait a moment.', 'c1');
    expect(item('c1')).toMatchObject({ head: 'backingOff', trouble: { text: 'Please wait a moment.' } });
    clock.increment(1_999);
    expect(wire.sent(globalChat)).toEqual(['c1']);
    clock.increment(1);
    expect(wire.sent(globalChat)).toEqual(['c1', 'c1']);
  });

  it('keep their order if the server closes connections because of them, however many', async () => {
    const { clock, wire, add, waiting } = queueing();
    wire.open();
    add(text('c1'), text('c2'));
    await settle();
    for (let times = 0; times < 10; times++) {
      wire.lose(true);
      wire.open();
      clock.increment(60_000);
    }
    expect(new Set(wire.sent(globalChat))).toEqual(new Set(['c1']));
    wire.deliver(globalChat, echoOf('c1', '1'));
    await settle();
    expect([waiting(), wire.sent(globalChat).at(-1)]).toEqual([['c2'], 'c2']);
  });

  it('can be withdrawn at the head or behind it', async () => {
    const { queue, wire, add, waiting } = queueing();
    add(text('c1'), text('c2'), text('c3'));
    queue.send({ type: 'submission.withdraw', id: 'c2' });
    queue.send({ type: 'submission.withdraw', id: 'c1' });
    expect(waiting()).toEqual(['c3']);
    wire.open();
    await settle();
    expect(wire.sent(globalChat)).toEqual(['c3']);
    expect(wire.listeners()).toBe(1);
  });

  it('are looked for in the history of a server without safe repeats, and are sent once (DECISIONS W2)', async () => {
    const there = echoOf('c1', '1', { clientMessageId: null, timestamp: new Date(text('c1').queuedAt).toISOString() });
    const { wire, add, waiting, item } = queueing({ isRepeatable: false, history: [there] });
    wire.open();
    add(text('c1'), text('c2'));
    await settle();
    wire.lose();
    wire.open();
    await settle();
    expect([waiting(), wire.sent(globalChat)]).toEqual([['c2'], ['c1', 'c2']]);
    wire.lose();
    wire.open();
    await settle();
    expect(item('c2')?.submission).toMatchObject({ status: 'refused', reason: 'The message could not be sent.' });
    expect(wire.sent(globalChat)).toEqual(['c1', 'c2']);
  });
});

describe('a message that is shown as not sent by a server without safe repeats (DECISIONS W2)', () => {
  const bare = (id: string, at: string) =>
    echoOf(id, at, { clientMessageId: null, timestamp: new Date(text(id).queuedAt).toISOString() });
  /** One that was tried and could not be found, and another tab. */
  async function notSent() {
    const store = scriptedStore();
    const history: Message[] = [];
    const one = queueing({ store, isRepeatable: false, history });
    one.wire.open();
    one.add(text('c1'));
    await settle();
    one.wire.lose();
    one.wire.open();
    await settle();
    expect(one.item('c1')?.submission).toMatchObject({ status: 'refused', wasTried: true });
    return { ...one, history };
  }

  it('disappears when its echo comes late, in every tab, and is not sent again', async () => {
    const { store, wire, waiting } = await notSent();
    const other = queueing({ store, isLeader: false });
    await settle();
    wire.deliver(globalChat, echoOf('c9', '8'));
    expect(waiting()).toEqual(['c1']);
    wire.deliver(globalChat, bare('c1', '9'));
    await settle();
    expect([waiting(), other.waiting(), store.ids()]).toEqual([[], [], []]);
    expect(wire.sent(globalChat)).toEqual(['c1']);
    expect(wire.listeners()).toBe(0);
  });

  it('disappears, too, if the echo came while there was no connection', async () => {
    const { wire, waiting, history } = await notSent();
    wire.lose();
    history.push(bare('c1', '9'));
    wire.open();
    await settle();
    expect(waiting()).toEqual([]);
  });

  it('disappears, too, in a tab that begins to send after a reload', async () => {
    const { store, queue } = await notSent();
    queue.stop();
    const again = queueing({ store, isRepeatable: false, history: [bare('c1', '9')] });
    again.wire.open();
    await settle();
    expect(again.waiting()).toEqual([]);
  });

  it('is sent when it is retried, here or in another tab, and its late echo is no longer listened for', async () => {
    const { store, wire, item } = await notSent();
    const other = queueing({ store, isLeader: false });
    await settle();
    other.queue.send({ type: 'submission.retry', id: 'c1' });
    await settle();
    expect(wire.sent(globalChat)).toEqual(['c1', 'c1']);
    expect([item('c1')?.head, wire.listeners()]).toEqual(['confirming', 1]);
  });

  it('is not listened for if the server recognises repeats, because its refusal is final', async () => {
    const { wire, add, waiting } = queueing();
    wire.open();
    add(text('c1'));
    await settle();
    wire.refuse(globalChat, 403, 'You are not a participant of this chat.', 'c1');
    await settle();
    expect([waiting(), wire.listeners()]).toEqual([['c1'], 0]);
  });
});

describe('a picture', () => {
  it('is sent before the text that was submitted after it', async () => {
    const { wire, upload, add, queue, store } = queueing();
    wire.open();
    add(picture('c1'), text('c2'));
    await settle();
    expect(selectProgress('c1')(queue.getSnapshot())).toBe(0);
    upload.emit({ type: 'attempt.progressed', fraction: 0.4 });
    expect(selectProgress('c1')(queue.getSnapshot())).toBe(0.4);
    expect(wire.published).toEqual([]);
    upload.emit({ type: 'attempt.uploaded', submission: uploaded(picture('c1')) });
    expect(selectProgress('c1')(queue.getSnapshot())).toBeUndefined();
    expect(wire.published.at(-1)?.body).toMatchObject({
      clientMessageId: 'c1',
      mediaUrl: '/media/7',
      mediaType: 'IMAGE',
    });
    // After a reload it is not uploaded again.
    expect(store.find('c1')?.content).toMatchObject({ body: { mediaUrl: '/media/7' } });
    wire.deliver(globalChat, echoOf('c1', '1', { mediaUrl: '/media/7' }));
    await settle();
    expect(wire.sent(globalChat)).toEqual(['c1', 'c2']);
  });

  it('that is withdrawn half-way is aborted, and shows no progress any more', async () => {
    const { wire, upload, add, queue } = queueing();
    wire.open();
    add(picture('c1'));
    await settle();
    upload.emit({ type: 'attempt.progressed', fraction: 0.4 });
    queue.send({ type: 'submission.withdraw', id: 'c1' });
    expect(upload.running).toBe(false);
    expect(selectProgress('c1')(queue.getSnapshot())).toBeUndefined();
  });

  it('that is retried is uploaded from the beginning, and at once, however often it failed before', async () => {
    const { wire, upload, add, queue, clock, item } = queueing();
    wire.open();
    add(picture('c1'));
    await settle();
    for (let tries = 0; tries < 3; tries++) {
      upload.emit(failure(503));
      clock.increment(60_000);
    }
    upload.emit(failure(413, 'The file is too large.'));
    await settle();
    expect(selectRefusal('c1')(queue.getSnapshot())).toBe('The file is too large.');
    expect(upload.calls).toHaveLength(4);
    queue.send({ type: 'submission.retry', id: 'c1' });
    await settle();
    expect(upload.calls).toHaveLength(5);
    expect(item('c1')?.tries).toBe(0);
  });
});

describe('reports', () => {
  const [r1, r2] = [report('r1', { isNew: true }), report('r2', { isNew: true })];
  const sent = ({ send }: ReturnType<typeof queueing>) => send.calls.map(({ submission }) => submission.id);

  it('let the next one pass if one fails, and do not abort the one that is being sent', async () => {
    const one = queueing();
    one.add(r1, r2);
    await settle();
    expect(sent(one)).toEqual(['r1']);
    one.send.emit(failure(503));
    expect(sent(one)).toEqual(['r1', 'r2']);
    // The wait of the first is over while the second is going out.
    one.clock.increment(2_000);
    expect(sent(one)).toEqual(['r1', 'r2', 'r1']);
    expect(one.queue.getSnapshot().children).toMatchObject({ r1: expect.anything(), r2: expect.anything() });
    expect(one.item('r2')?.head).toBe('sending');
  });

  it('that waited announce that they were sent, were refused, or ask; one that was sent at once announces nothing', async () => {
    const one = queueing({ store: scriptedStore([r1]) });
    await settle();
    one.send.emit({ type: 'attempt.confirmed' });
    expect(one.told).toEqual([{ tone: 'success', text: 'Your waiting report has been sent: MG Road', lifetime: null }]);
    one.add(r2);
    await settle();
    one.send.emit({ type: 'attempt.confirmed' });
    expect(one.told).toHaveLength(1);
    one.add(report('r3', { isNew: true }));
    await settle();
    one.send.emit(failure(503));
    one.clock.increment(2_000);
    one.send.emit(failure(400, 'Description is required.'));
    expect(one.told.at(-1)).toEqual({
      tone: 'danger',
      text: 'A waiting report could not be sent. Description is required.',
    });
  });

  it('that may be duplicates ask, and are sent as the member answers', async () => {
    const one = queueing({ store: scriptedStore([report('r1')]) });
    await settle();
    one.check.resolve(report('r1', { similar: [known] }));
    await settle();
    expect(one.told.at(-1)).toMatchObject({
      tone: 'info',
      text: expect.stringContaining('may be about an incident that is known already'),
    });
    expect([sent(one), one.store.find('r1')?.status]).toEqual([[], 'asking']);
    one.queue.send({ type: 'submission.change', submission: { ...r1, status: 'asking' } });
    await settle();
    expect([sent(one), one.store.find('r1')?.status]).toEqual([['r1'], 'waiting']);
  });

  it('can be submitted again, under the same id, right after they were withdrawn', async () => {
    const one = queueing();
    one.add(r1);
    await settle();
    one.queue.send({ type: 'submission.withdraw', id: 'r1' });
    one.add(r1);
    await settle();
    expect([one.waiting(), one.store.ids()]).toEqual([['r1'], ['r1']]);
    expect(sent(one)).toEqual(['r1', 'r1']);
  });
});

it('a case is initiated before it is completed, and another case waits for neither', async () => {
  const one = queueing();
  one.add(initiation('s1', '3'), completion('d1', '3'), completion('d2', '4'));
  await settle();
  const sent = () => one.send.calls.map(({ submission }) => submission.id);
  expect(sent()).toEqual(['s1', 'd2']);
  expect(one.waiting('incident/3')).toEqual(['s1', 'd1']);
  one.queue.send({ type: 'submission.confirmed', id: 's1', answer: null, wasEarlier: false });
  await settle();
  expect(sent()).toEqual(['s1', 'd2', 'd1']);
});
