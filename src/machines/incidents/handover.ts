import type { ActorRef, Snapshot } from 'xstate';
import type { OutgoingReport } from '../../rules/reports';
import { fromStream } from '../supervision';
import type { ReportQueueCommand } from './ports.report';

/** The report that is on its way, null when none is any more. */
export type HandoverCommand = { type: 'handover.hold'; report: OutgoingReport | null };

interface HandoverInput {
  readonly queue: ActorRef<Snapshot<unknown>, ReportQueueCommand>;
}

/**
 * Holds the report that is on its way. Where it is stopped with one in hand, the screen was left in the middle of an upload: the
 * report goes to those that wait, and is sent from there under the same id.
 */
export const handover = fromStream<HandoverCommand, HandoverInput>(({ input: { queue }, receive }) => {
  let held: OutgoingReport | null = null;
  receive(({ report }) => {
    held = report;
  });
  return () => {
    if (held) queue.send({ type: 'report.queue', report: { ...held, wasTried: true } });
  };
});
