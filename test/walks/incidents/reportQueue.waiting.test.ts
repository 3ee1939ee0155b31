import { describe, expect, it } from 'vitest';
import { CallFailure } from '../../../src/contract/failure';
import type { ReportQueueCommand } from '../../../src/machines/incidents/ports.report';
import { selectIsDeleting, selectReports, selectUnkept } from '../../../src/machines/incidents/reportQueue.select';
import { recorder } from '../../kit/walk';
import { leading, r1, r2 } from './queueing';

const offline = new CallFailure('network', 0);

describe('waiting reports', () => {
  it.each([
    ['on this device', [], true],
    ['in memory alone', ['r1'], false],
  ])('tell whoever asks, once, when they are kept: %s', (_, unkept, isKept) => {
    const { ports, queue } = leading();
    const requester = recorder<NonNullable<Extract<ReportQueueCommand, { type: 'report.queue' }>['replyTo']>>();
    queue.send({ type: 'report.queue', report: r1, replyTo: requester.ref });
    ports.reportStore.emit({ type: 'store.read', reports: [], unkept: [], settled: null });
    ports.reportStore.emit({ type: 'store.read', reports: [r2], unkept: [], settled: 'r2' });
    expect(requester.received).toEqual([]);
    for (let times = 0; times < 2; times++)
      ports.reportStore.emit({ type: 'store.read', reports: [r1], unkept, settled: 'r1' });
    expect(requester.received).toEqual([{ type: 'report.stored', id: 'r1', isKept }]);
    queue.stop();
  });

  it('are not asked about any more once they are gone', () => {
    const { store, queue } = leading(r1, r2);
    queue.send({ type: 'deletion.ask', id: 'r1' });
    expect(selectIsDeleting(queue.getSnapshot())).toBe(true);
    store([r2]);
    expect(selectIsDeleting(queue.getSnapshot())).toBe(false);
    queue.send({ type: 'deletion.confirm' });
    expect(selectReports(queue.getSnapshot())).toEqual([r2]);
    queue.stop();
  });

  it('are tried again after 5, 10, 20, 40 and then every 60 seconds, until the network is back', async () => {
    const { clock, fail, sent, ports, queue } = leading(r1);
    for (const seconds of [5, 10, 20, 40, 60, 60]) {
      const before = sent().length;
      await fail(offline);
      clock.increment(seconds * 1000 - 1);
      expect(sent()).toHaveLength(before);
      clock.increment(1);
      expect(sent()).toHaveLength(before + 1);
    }
    await fail(offline);
    ports.network.emit({ type: 'network.returned' });
    await fail(offline);
    clock.increment(5_000);
    expect(ports.reportDelivery.running).toBe(true);
    queue.stop();
  });

  it('do not block each other: one that fails lets the next one go first', async () => {
    const { clock, fail, sent, queue } = leading(r1, r2);
    for (let tries = 0; tries < 3; tries++) {
      await fail(new CallFailure('refused', 500));
      clock.increment(60_000);
    }
    expect(sent()).toEqual(['r1', 'r2', 'r1', 'r2']);
    queue.stop();
  });

  it('are not sent again by a reading of the store that was under way when they were delivered', async () => {
    const { ports, store, sent, queue } = leading(r1);
    ports.reportDelivery.resolve({ kind: 'delivered', answer: { message: null, incidentId: '9' } });
    await new Promise((resolve) => setImmediate(resolve));
    store([r1]);
    store([], 'r1');
    expect(sent()).toEqual(['r1']);
    queue.stop();
  });

  it('say which of them this browser cannot keep', () => {
    const { ports, queue } = leading(r1);
    ports.reportStore.emit({ type: 'store.read', reports: [r1], unkept: ['r1'], settled: null });
    expect(selectUnkept(queue.getSnapshot())).toEqual(['r1']);
    queue.stop();
  });
});
