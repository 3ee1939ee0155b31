import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settle } from '../../kit/walk';
import { completion, initiation, picture, report, text, uploaded } from './samples';
import { failure, submitting, told } from './submitting';

const returnedAs = (status: 'refused' | 'asking', reason: string | null) => ({
  type: 'submission.returned',
  submission: { status, reason },
});
const statuses = ({ queue }: ReturnType<typeof submitting>) =>
  queue.received.flatMap((event) => (event.type === 'submission.moved' ? [event.status] : []));

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('a submission that does not arrive', () => {
  it.each([
    ['without chance', 0, [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]],
    ['less half of a quarter', 0.5, [1_750, 3_500, 7_000, 14_000, 28_000, 52_500, 52_500]],
  ])('is tried again after 2 s, 4 s, 8 s … 60 s, %s, and never given up', (_, random, waits) => {
    const { clock, send, queue, open } = submitting(completion('d1'), { random: () => random });
    open();
    for (const [tries, wait] of waits.entries()) {
      send.emit(failure(0));
      clock.increment(wait - 1);
      expect(send.calls).toHaveLength(tries + 1);
      clock.increment(1);
      expect(send.calls).toHaveLength(tries + 2);
    }
    expect(queue.received.map(({ type }) => type)).not.toContain('submission.returned');
  });

  it.each([500, 502, 503, 504, 507])('is not refused because of server errors, however many: %i', (status) => {
    const { clock, send, queue, open } = submitting(text('c1'));
    open();
    for (let tries = 1; tries <= 20; tries++) {
      send.emit(failure(status, 'No room.'));
      clock.increment(60_000);
    }
    expect(send.calls).toHaveLength(21);
    expect(queue.received.map(({ type }) => type)).not.toContain('submission.returned');
  });

  it('is not refused if the server closes connections with an ERROR because of it, however often', () => {
    const { clock, send, queue, open, lose } = submitting(text('c1'));
    open();
    for (let tries = 1; tries <= 20; tries++) {
      send.emit({ type: 'attempt.sent' });
      lose(true);
      // Between two tries the chats have a connection: a fresh one does not shorten the wait.
      open();
      expect(send.calls).toHaveLength(tries);
      clock.increment(60_000);
      expect(send.calls).toHaveLength(tries + 1);
    }
    expect(queue.received.map(({ type }) => type)).not.toContain('submission.returned');
  });

  it('is sent at once on a new connection, when the app comes to the front, and by hand', () => {
    const { send, channel, open, actor } = submitting(text('c1'));
    open();
    for (const again of [
      open,
      () => channel.emit({ type: 'page.shown' }),
      () => actor.send({ type: 'submission.send' }),
    ]) {
      send.emit(failure(503));
      expect(send.running).toBe(false);
      again();
      expect(send.running).toBe(true);
    }
    expect(send.calls).toHaveLength(4);
  });
});

describe('a message', () => {
  it('is published on every new connection until its echo comes, and never after', () => {
    const one = submitting(text('c1'));
    one.open();
    one.send.emit({ type: 'attempt.sent' });
    one.lose();
    one.open();
    expect(one.send.calls).toHaveLength(2);
    one.lose();
    // The echo of an earlier try comes while nothing is under way.
    one.channel.emit({ type: 'attempt.confirmed' });
    expect(told(one)).toMatchObject({ type: 'submission.confirmed', id: 'c1', wasEarlier: false });
    expect([one.channel.running, one.send.running]).toEqual([false, false]);
  });

  it('goes on uploading when the connection is lost, and is sent on the next one', () => {
    const { send, upload, open, lose, clock } = submitting(picture('c1'));
    open();
    lose();
    upload.emit({ type: 'attempt.uploaded', submission: uploaded(picture('c1')) });
    // Without a connection nothing can be handed over.
    send.emit(failure(0));
    open();
    expect(send.calls).toHaveLength(2);
    send.emit({ type: 'attempt.sent' });
    clock.increment(9_999);
    expect([upload.calls.length, send.calls.length]).toEqual([1, 2]);
  });

  it('whose file arrived after some tries waits 2 s again if the message itself does not arrive', () => {
    const { send, upload, open, clock } = submitting(picture('c1'));
    open();
    for (const _ of [1, 2, 3]) {
      upload.emit(failure(0));
      clock.increment(60_000);
    }
    upload.emit({ type: 'attempt.uploaded', submission: uploaded(picture('c1')) });
    send.emit(failure(503));
    clock.increment(2_000);
    expect(send.calls).toHaveLength(2);
  });

  it('is aborted after 60 s without upload progress, and tried again', () => {
    const { clock, upload, open } = submitting(picture('c1'));
    open();
    for (const fraction of [0.25, 0.5, 1]) {
      clock.increment(59_999);
      upload.emit({ type: 'attempt.progressed', fraction });
    }
    clock.increment(59_999);
    expect([upload.running, upload.calls.length]).toEqual([true, 1]);
    clock.increment(1);
    expect(upload.running).toBe(false);
    clock.increment(2_000);
    expect([upload.running, upload.calls.length]).toEqual([true, 2]);
  });

  it('uploads its file once more if the server has deleted it (400), and is refused if that did not help', () => {
    const one = submitting(uploaded(picture('c1')));
    one.open();
    expect(one.upload.calls).toEqual([]);
    one.send.emit(failure(400, 'There is no such uploaded file.'));
    expect(one.upload.calls).toEqual([{ submission: picture('c1'), myId: 'mira' }]);
    one.upload.emit({ type: 'attempt.uploaded', submission: uploaded(picture('c1'), '/media/8') });
    one.send.emit(failure(400, 'There is no such uploaded file.'));
    expect(one.upload.calls).toHaveLength(1);
    expect(told(one)).toMatchObject(returnedAs('refused', 'There is no such uploaded file.'));
  });

  it('of text alone is refused by a 400 at once', () => {
    const one = submitting(text('c1'));
    one.open();
    one.send.emit(failure(400, 'The text is too long.'));
    expect(one.upload.calls).toEqual([]);
    expect(told(one)).toMatchObject(returnedAs('refused', 'The text is too long.'));
  });

  it.each([
    ['of a case', '5', 'Upload failed'],
    ['of the Global Chat', null, 'Media upload failed'],
  ])('whose file is refused without a reason shows the text of S1 §8: %s', (_, chatId, reason) => {
    const one = submitting(picture('c1', chatId));
    one.open();
    one.upload.emit(failure(413));
    expect(told(one)).toMatchObject(returnedAs('refused', reason));
  });
});

describe('a message to a server that does not recognise repeats (DECISIONS W2)', () => {
  const publishedOnce = () => {
    const one = submitting(text('c1'), { isRepeatable: false });
    one.open();
    one.send.emit({ type: 'attempt.sent' });
    return one;
  };
  const ways: [string, (one: ReturnType<typeof publishedOnce>) => void][] = [
    ['no echo came', ({ clock }) => [10_000, 2_000].forEach((ms) => void clock.increment(ms))],
    ['the connection was lost', ({ lose, open }) => [lose(), open()]],
    ['the server ended the connection', ({ lose, clock }) => [lose(true), clock.increment(2_000)]],
    ['the connection was renewed', ({ open }) => open()],
  ];

  it.each(ways)('is looked for, and confirmed if it is there: %s', async (_, happen) => {
    const one = publishedOnce();
    happen(one);
    expect([one.verify.running, one.send.calls.length]).toEqual([true, 1]);
    one.verify.resolve(true);
    await settle();
    expect(told(one)).toMatchObject({ type: 'submission.confirmed', wasEarlier: true });
  });

  it.each(ways)("is 'Not sent' if it is not there, and is not sent again automatically: %s", async (_, happen) => {
    const one = publishedOnce();
    happen(one);
    one.verify.resolve(false);
    await settle();
    expect(told(one)).toMatchObject(returnedAs('refused', 'The message could not be sent.'));
    expect(one.send.calls).toHaveLength(1);
  });

  it('is sent again after Retry, but only once, and only if it is not there', async () => {
    const retried = () => {
      const one = submitting({ ...text('c1'), wasTried: true, isByHand: true }, { isRepeatable: false });
      one.open();
      expect([one.verify.running, one.send.calls.length]).toEqual([true, 0]);
      return one;
    };
    const arrived = retried();
    arrived.verify.resolve(true);
    await settle();
    expect([told(arrived), arrived.send.calls.length]).toMatchObject([{ type: 'submission.confirmed' }, 0]);

    const missing = retried();
    missing.verify.resolve(false);
    await settle();
    missing.send.emit({ type: 'attempt.sent' });
    missing.clock.increment(10_000);
    missing.clock.increment(2_000);
    missing.verify.resolve(false);
    await settle();
    expect(told(missing)).toMatchObject(returnedAs('refused', 'The message could not be sent.'));
    expect(missing.send.calls).toHaveLength(1);
  });

  it.each([503, 507])('is sent again automatically if the server had no room or no time for it: %i', (status) => {
    const one = publishedOnce();
    one.send.emit(failure(status, 'Please wait a moment.'));
    one.clock.increment(2_000);
    expect([one.verify.calls.length, one.send.calls.length]).toEqual([0, 2]);
  });

  it('is confirmed by an echo that comes while it is looked for', () => {
    const one = publishedOnce();
    one.open();
    one.channel.emit({ type: 'attempt.confirmed' });
    expect(told(one)).toMatchObject({ type: 'submission.confirmed', id: 'c1' });
    expect(one.verify.running).toBe(false);
  });

  it('is looked for again if the server cannot be asked', async () => {
    const one = publishedOnce();
    one.open();
    one.verify.reject(failure(0).error);
    await settle();
    one.clock.increment(2_000);
    expect([one.verify.calls.length, one.send.calls.length]).toEqual([2, 1]);
  });

  it('is sent again automatically if it was never handed over, because there was no connection', () => {
    const one = submitting(text('c1'), { isRepeatable: false });
    one.open();
    one.send.emit(failure(0));
    one.clock.increment(2_000);
    expect([one.verify.calls.length, one.send.calls.length]).toEqual([0, 2]);
  });

  it('is stored as tried before it can arrive, and no longer when it cannot have arrived', () => {
    const one = submitting(text('c1'), { isRepeatable: false });
    one.open();
    const changes = () =>
      one.queue.received.flatMap((event) => (event.type === 'submission.changed' ? [event.submission.wasTried] : []));
    expect(changes()).toEqual([true]);
    one.send.emit(failure(0));
    expect(changes()).toEqual([true, false]);
  });
});

describe('a report to a server without idempotency keys (DECISIONS W3)', () => {
  const sending = () => {
    const one = submitting(report('r1', { isNew: true }), { isRepeatable: false });
    one.open();
    expect(one.send.calls).toHaveLength(1);
    return one;
  };
  const lost: [string, (one: ReturnType<typeof sending>) => void][] = [
    ['the connection broke', ({ send, open }) => [send.emit(failure(0)), open()]],
    ['the network was lost', ({ lose, open }) => [lose(), open()]],
    ['a gateway gave up', ({ send, open }) => [send.emit(failure(504)), open()]],
    ['nothing more went out for 60 s', ({ clock }) => [clock.increment(60_000), clock.increment(2_000)]],
  ];

  it.each(lost)('is left to the member to decide if its answer was lost: %s', (_, lose) => {
    const one = sending();
    one.send.emit({ type: 'attempt.progressed', fraction: 0.1 });
    lose(one);
    expect(told(one)).toMatchObject(returnedAs('asking', null));
    expect(one.send.calls).toHaveLength(1);
  });

  const unsent = lost.filter(([name]) => name !== 'a gateway gave up');
  it.each(unsent)('is sent again automatically if no byte of it was sent: %s', (_, lose) => {
    const one = sending();
    lose(one);
    expect(one.send.calls).toHaveLength(2);
    expect(one.queue.received.map(({ type }) => type)).not.toContain('submission.returned');
  });

  it.each([401, 408, 425, 429, 503, 507])(
    'is sent again automatically if the server did not accept it for now: %i',
    (status) => {
      const one = sending();
      one.send.emit({ type: 'attempt.progressed', fraction: 1 });
      one.send.emit(failure(status));
      one.clock.increment(2_000);
      expect(one.send.calls).toHaveLength(2);
    },
  );
});

const edited = { ...completion('d1'), wasTried: true, replacesTried: true };
describe.each([initiation('s1'), completion('d1')])('of a case, the $kind', (submission) => {
  it.each([404, 409])('is refused by a %i of its first try', async (status) => {
    const one = submitting(submission);
    one.open();
    one.send.emit(failure(status, 'The case is closed.'));
    expect(one.verify.calls).toEqual([]);
    const { submission: refused } = told(one) as unknown as { submission: { reason: string } };
    expect(refused).toMatchObject({ status: 'refused', refusedBy: status });
    expect(refused.reason).toContain('The case is closed.');
  });

  it.each([404, 409])('is looked for after a %i if an earlier try had no answer', async (status) => {
    for (const hasArrived of [true, false]) {
      const one = submitting(submission.kind === 'completion' ? edited : submission);
      one.open();
      one.send.emit({ type: 'attempt.sent' });
      one.send.emit(failure(0));
      one.clock.increment(2_000);
      one.send.emit(failure(status, 'The case is closed.'));
      expect(one.verify.running).toBe(true);
      one.verify.resolve(hasArrived);
      await settle();
      expect(told(one)?.type).toBe(hasArrived ? 'submission.confirmed' : 'submission.returned');
    }
  });

  it('is sent again if the server does not recognise repeats and does not have it', async () => {
    const one = submitting(submission, { isRepeatable: false });
    one.open();
    one.send.emit({ type: 'attempt.sent' });
    one.lose();
    one.open();
    expect(one.verify.running).toBe(true);
    one.verify.resolve(false);
    await settle();
    expect(one.send.calls).toHaveLength(2);
  });

  it('waits 60 s for its answer', () => {
    const one = submitting(submission);
    one.open();
    one.send.emit({ type: 'attempt.sent' });
    one.clock.increment(59_999);
    expect(statuses(one).at(-1)).toBe('confirming');
    one.clock.increment(1);
    expect(statuses(one).at(-1)).toBe('backingOff');
  });
});
