import { fastify } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueue } from '../../server/areas/notifications/push/queue';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** A queue of messages to the push services of these names. None is sent to an end. The pauses are those of docs/push.md. */
function queueOf() {
  const lines: string[] = [];
  const sent: string[] = [];
  const { log } = fastify({ logger: { stream: { write: (line) => lines.push(line) } } });
  const queue = createQueue<string>({
    log,
    pauses: [5 * SECOND, 30 * SECOND, 2 * MINUTE],
    serviceOf: (message) => message,
    send: (message) => new Promise(() => sent.push(message)),
    closed: () => {},
  });
  return { queue, lines, sent };
}

it('sends at most 16 messages at the same time, and 8 to the same push service', () => {
  const { queue, sent } = queueOf();
  const nineTo = (service: string) => Array<string>(9).fill(service);
  queue.add(nineTo('a'));
  expect(sent).toHaveLength(8);
  queue.add([...nineTo('b'), ...nineTo('c')]);
  expect(sent).toHaveLength(16);
});

describe('a further try of a push message (DECISIONS 387)', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ['comes after its pause', null, 5 * SECOND],
    ['does not come sooner because the push service would take it', 0, 5 * SECOND],
    ['comes when the push service asks for it', 4 * MINUTE, 4 * MINUTE],
    ['waits ten minutes at most, whatever the push service asks for', 60 * MINUTE, 10 * MINUTE],
  ])('%s', (_, asked, pause) => {
    const again = vi.fn();
    expect(queueOf().queue.tryAgain(0, 1, again, asked)).toBe(true);
    vi.advanceTimersByTime(pause - 1);
    expect(again).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(again).toHaveBeenCalledOnce();
  });

  it('is not made after the third one, nor when the server ends', () => {
    const { queue } = queueOf();
    const again = vi.fn();
    expect([2, 3].map((tries) => queue.tryAgain(tries, 1, again))).toEqual([true, false]);
    queue.end();
    expect(queue.tryAgain(0, 1, again)).toBe(false);
    vi.advanceTimersByTime(10 * MINUTE);
    expect(again).not.toHaveBeenCalled();
  });

  it('has room for 10,000 messages together with those that wait; the rest is dropped, and the log says so', () => {
    const { queue, lines } = queueOf();
    expect(queue.tryAgain(0, 4_000, () => {})).toBe(true);
    expect([6_001, 6_000].map((count) => queue.tryAgain(0, count, () => {}))).toEqual([false, true]);
    queue.add(['one too many']);
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['too many push messages wait']);
  });
});
