import type { EventObject } from 'xstate';
import type { ReportStoreCommand } from '../machines/incidents/ports.report';
import { reportQueueMachine } from '../machines/incidents/reportQueue.machine';
import type { NoticesEvent } from '../machines/session/notices.machine';
import { fromStream } from '../machines/supervision';
import { becomeLeader } from '../services/leader';
import { watchNetwork } from '../services/page';
import { openReportStore } from '../services/reportStore';
import type { Gateways } from './gateways';
import { provideReportDelivery } from './reportDelivery';

/** Shows a bar or toast, on whichever screen the member is. */
export type Notify = (notice: Extract<NoticesEvent, { type: 'notice.show' }>) => void;

/** The waiting reports with their ports: the store on this device, the leader among its tabs, and the delivery. */
export const provideReportQueue = (gateways: Gateways, notify: Notify) =>
  reportQueueMachine.provide({
    actors: {
      deliveryLeader: fromStream<EventObject, { userId: string }>(({ input, sendBack }) =>
        becomeLeader(`reports.${input.userId}`, () => sendBack({ type: 'leader.elected' })),
      ),
      network: fromStream(({ sendBack }) => watchNetwork(sendBack)),
      reportDelivery: provideReportDelivery(gateways),
      reportNotices: fromStream<Parameters<Notify>[0], undefined>(({ receive }) => receive(notify)),
      reportStore: fromStream<ReportStoreCommand, { userId: string }>(({ input, sendBack, receive }) => {
        const store = openReportStore(input.userId, sendBack);
        receive(store.order);
        return store.close;
      }),
    },
  });
