import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { type ReportingSnapshot, reportingMachine } from '../../../src/machines/incidents/reporting.machine';
import { selectQueue } from '../../../src/machines/incidents/reporting.select';
import { testMutants } from '../../kit/mutants';
import {
  broken,
  done,
  elapsed,
  failed,
  promisePort,
  scriptedWorld,
  streamPort,
  testWalk,
  walkOf,
} from '../../kit/walk';
import { outgoingReport } from './reportSamples';

const props = () => ({
  ports: {
    fetchQueue: promisePort<unknown>(),
    reportQueue: streamPort<never, { me: string }>(),
  },
  world: scriptedWorld(),
});
type Ports = ReturnType<typeof props>['ports'];
const queued = { type: 'report.queue', report: outgoingReport() } as const;
const held = (to: string) => ({
  to,
  sees: ({ actor }: { actor: { getSnapshot(): ReportingSnapshot } }) =>
    expect(actor.getSnapshot().context.pending.at(-1)).toEqual(queued),
});
const wanting = { wanted: 'fetching', 'a report comes': held('fetching') };
const passed = (type: string) => ({
  to: 'running.started',
  sees: ({ ports }: { ports: Ports }) => expect(ports.reportQueue.received.at(-1)?.type).toBe(type),
});

const walk = walkOf({
  machine: reportingMachine.provide({ actions: { logFailure: () => {} } }),
  props,
  input: ({ world }) => ({ me: '7', world }),
  key: ({ context }) => Math.min(context.pending.length, 2),
  samples: {
    'three seconds': elapsed('xstate.after.firstThingsFirst.reporting.arriving', 3_000),
    'the queue comes': done('fetchQueue'),
    'the queue does not come': failed('fetchQueue'),
    'five seconds': elapsed('xstate.after.retryDelay.reporting.waiting', 5_000),
    'the queue breaks': broken('reportQueue'),
    wanted: { type: 'queue.want' },
    'a report comes': queued,
    'one is retried': { type: 'report.retry', id: 'r1' },
    'one is new': { type: 'report.confirm', id: 'r1' },
    'one is withdrawn': { type: 'report.withdraw', id: 'r1' },
  },
  states: {
    arriving: {
      sees: ({ ports, read }) => {
        expect(ports.fetchQueue.running || ports.reportQueue.running).toBe(false);
        expect(read(selectQueue)).toBeUndefined();
      },
      takes: { 'three seconds': 'fetching', ...wanting },
    },
    fetching: {
      sees: ({ ports, read }) => {
        expect(ports.fetchQueue.running).toBe(true);
        expect(read(selectQueue)).toBeUndefined();
      },
      takes: {
        'the queue comes': {
          to: 'running.started',
          sees: ({ ports, actor }) => {
            expect(ports.reportQueue.calls.at(-1)).toMatchObject({ me: '7' });
            expect(actor.getSnapshot().context.pending).toEqual([]);
          },
        },
        'the queue does not come': 'waiting',
        'a report comes': held('fetching'),
      },
    },
    waiting: {
      sees: ({ ports, read }) => {
        expect(ports.fetchQueue.running || ports.reportQueue.running).toBe(false);
        expect(read(selectQueue)).toBeUndefined();
      },
      takes: { 'five seconds': 'fetching', ...wanting },
    },
    'running.started': {
      sees: ({ ports, read }) => {
        expect(ports.reportQueue.running).toBe(true);
        expect(read(selectQueue)).toBeDefined();
      },
      takes: {
        'the queue breaks': 'waiting',
        'a report comes': passed('report.queue'),
        'one is retried': passed('report.retry'),
        'one is new': passed('report.confirm'),
        'one is withdrawn': passed('report.withdraw'),
      },
    },
  },
});
testWalk(walk);
testMutants(walk);

describe('reports that come before the code of the queue', () => {
  it('are handed over in their order, once', async () => {
    const { ports, world } = props();
    const machine = reportingMachine.provide({
      actors: { fetchQueue: ports.fetchQueue.logic as never, reportQueue: ports.reportQueue.logic as never },
    });
    const reporting = createActor(machine, { input: { me: '7', world } }).start();
    reporting.send(queued);
    reporting.send({ type: 'report.queue', report: outgoingReport({ id: 'r2' }) });
    ports.fetchQueue.resolve(undefined);
    await new Promise((resolve) => setImmediate(resolve));
    expect(ports.reportQueue.received.map(({ report }) => report.id)).toEqual(['r1', 'r2']);
    reporting.stop();
  });
});
