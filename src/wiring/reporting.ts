import { fromPromise } from 'xstate';
import { reportingMachine } from '../machines/incidents/reporting.machine';
import type { reportQueueMachine } from '../machines/incidents/reportQueue.machine';
import type { NoticesEvent } from '../machines/session/notices.machine';
import { arrivingWith } from './arriving';
import type { Gateways } from './gateways';

/** Shows a bar or toast, on whichever screen the member is. */
export type Notify = (notice: Extract<NoticesEvent, { type: 'notice.show' }>) => void;

/** What keeps the member's waiting reports, with its ports. The queue's own code comes when it is needed. */
export function provideReporting(gateways: Gateways, notify: Notify) {
  let queue: typeof reportQueueMachine | null = null;
  return reportingMachine.provide({
    actors: {
      fetchQueue: fromPromise<unknown>(async () => {
        queue ??= (await import('./late')).provideReportQueue(gateways, notify);
      }),
      reportQueue: arrivingWith(() => queue),
    },
  });
}
