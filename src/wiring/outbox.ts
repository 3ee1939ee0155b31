import type { EventObject } from 'xstate';
import { outboxMachine } from '../machines/chat/outbox.machine';
import type { StoreCommand } from '../machines/chat/ports';
import { fromStream } from '../machines/supervision';
import { becomeLeader } from '../services/leader';
import { openMessageStore } from '../services/messageStore';
import { provideDelivery } from './delivery';
import type { Gateways } from './gateways';

/** The outbox with its ports: the store on this device, the leader among the tabs, and the delivery of a message. */
export const provideOutbox = (gateways: Gateways) =>
  outboxMachine.provide({
    actors: {
      delivery: provideDelivery(gateways),
      deliveryLeader: fromStream<EventObject, { userId: string }>(({ input, sendBack }) =>
        becomeLeader(`delivery.${input.userId}`, () => sendBack({ type: 'leader.elected' })),
      ),
      store: fromStream<StoreCommand, { userId: string }>(({ input, sendBack, receive }) => {
        const store = openMessageStore(input.userId, sendBack);
        receive(store.order);
        return store.close;
      }),
    },
  });
