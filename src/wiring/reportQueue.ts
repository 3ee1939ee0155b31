import { type EventObject, fromCallback } from 'xstate';
import type { ReportShelfCommand } from '../machines/incidents/ports.report';
import { reportQueueMachine } from '../machines/incidents/reportQueue.machine';
import { watchNetwork } from '../services/page';
import { openReportShelf } from '../services/reportShelf';
import { takeTurn } from '../services/turn';
import type { Doors } from './doors';
import { provideReportDelivery } from './reportDelivery';
import type { Notify } from './reporting';

/** The waiting reports with their ports: the shelf on this device, the turn among its tabs, and the way out. */
export const provideReportQueue = (doors: Doors, notify: Notify) =>
  reportQueueMachine.provide({
    actors: {
      deliveryTurn: fromCallback<EventObject, { userId: string }>(({ input, sendBack }) =>
        takeTurn(`reports.${input.userId}`, () => sendBack({ type: 'turn.granted' })),
      ),
      network: fromCallback(({ sendBack }) => watchNetwork(sendBack)),
      reportDelivery: provideReportDelivery(doors),
      reportNotices: fromCallback<Parameters<Notify>[0], undefined>(({ receive }) => receive(notify)),
      reportShelf: fromCallback<ReportShelfCommand, { userId: string }>(({ input, sendBack, receive }) => {
        const shelf = openReportShelf(input.userId, sendBack);
        receive(shelf.order);
        return shelf.close;
      }),
    },
  });
