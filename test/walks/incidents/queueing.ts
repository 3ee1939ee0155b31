import { type AnyEventObject, createActor, SimulatedClock } from 'xstate';
import { reportQueueMachine } from '../../../src/machines/incidents/reportQueue.machine';
import type { OutgoingReport, ReportOutcome } from '../../../src/rules/reports';
import { promisePort, scriptedWorld, streamPort } from '../../kit/walk';
import { outgoingReport } from './reportSamples';

/** Two reports that wait. */
export const r1 = outgoingReport();
export const r2 = outgoingReport({ id: 'r2', details: { ...r1.details, location: 'Old harbour' } });

/** The scripted surroundings of a queue. */
export const props = () => ({
  ports: {
    deliveryLeader: streamPort<AnyEventObject, { userId: string }>(),
    network: streamPort<AnyEventObject>(),
    reportDelivery: promisePort<ReportOutcome, { report: OutgoingReport }>(),
    reportNotices: streamPort<AnyEventObject>(),
    reportStore: streamPort<AnyEventObject, { userId: string }>(),
  },
  world: scriptedWorld(),
});

/** A queue whose turn it is, with scripted ports. */
export function leading(...reports: OutgoingReport[]) {
  const { ports, world } = props();
  const clock = new SimulatedClock();
  const actors = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, port.logic]));
  const machine = reportQueueMachine.provide({ actors: actors as never });
  const queue = createActor(machine, { clock, input: { me: 'mira', world } }).start();
  const store = (items: OutgoingReport[], settled: string | null = null) =>
    ports.reportStore.emit({ type: 'store.read', reports: items, unkept: [], settled });
  store(reports);
  ports.deliveryLeader.emit({ type: 'leader.elected' });
  const fail = async (error: unknown) => {
    ports.reportDelivery.resolve({ kind: 'failed', error });
    await new Promise((resolve) => setImmediate(resolve));
  };
  const sent = () => ports.reportDelivery.calls.map(({ report }) => report.id);
  return { ports, clock, queue, store, fail, sent };
}
