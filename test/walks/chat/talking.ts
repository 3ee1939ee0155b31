import { createActor, type EventObject, fromCallback, SimulatedClock } from 'xstate';
import type { Message } from '../../../src/contract/chats';
import type { ChatAddress } from '../../../src/contract/topics';
import { selectBarText } from '../../../src/machines/chat/bar.machine';
import { catchUpMachine } from '../../../src/machines/chat/catchUp.machine';
import { composerMachine } from '../../../src/machines/chat/composer.machine';
import { conversationMachine } from '../../../src/machines/chat/conversation.machine';
import { selectParts } from '../../../src/machines/chat/conversation.select';
import { deliveryMachine } from '../../../src/machines/chat/delivery.machine';
import { historyMachine } from '../../../src/machines/chat/history.machine';
import { selectTimeline } from '../../../src/machines/chat/history.select';
import { outboxMachine } from '../../../src/machines/chat/outbox.machine';
import type { HistoryRequest, StoreCommand } from '../../../src/machines/chat/ports';
import { tickOf } from '../../../src/rules/messages';
import type { Outgoing } from '../../../src/rules/outgoing';
import { promisePort, scriptedWorld } from '../../kit/walk';
import { globalChat, ids, mira, settle } from './samples';
import { scriptedWire } from './wire';

/** A conversation with all its real parts and a real outbox, over a scripted connection and a scripted history. */
export function talking({ chat = globalChat, items = [] }: { chat?: ChatAddress; items?: readonly Outgoing[] } = {}) {
  const clock = new SimulatedClock();
  const wire = scriptedWire();
  const history = promisePort<readonly Message[], HistoryRequest>();
  const delivery = deliveryMachine.provide({ actors: { chatTopic: wire.chatTopic } });
  const store = fromCallback<StoreCommand, { userId: string }>(({ sendBack, receive }) => {
    sendBack({ type: 'store.read', items });
    receive((order) => {
      if (order.type === 'store.put')
        sendBack({ type: 'store.kept', clientMessageId: order.outgoing.body.clientMessageId });
    });
  });
  const deliveryLeader = fromCallback<EventObject, { userId: string }>(({ sendBack }) =>
    sendBack({ type: 'leader.elected' }),
  );
  const outbox = createActor(outboxMachine.provide({ actors: { delivery, deliveryLeader, store } }), {
    clock,
    input: { me: 'mira' },
  }).start();
  const fetchHistory = history.logic as never;
  const logFailure = () => {};
  const catchUp = catchUpMachine.provide({ actors: { fetchHistory }, actions: { logFailure } });
  const actor = createActor(
    conversationMachine.provide({
      actors: {
        chatTopic: wire.chatTopic,
        composer: composerMachine.provide({ actors: { draftStore: fromCallback(() => {}) } }),
        history: historyMachine.provide({ actors: { fetchHistory, catchUp }, actions: { logFailure } }),
      },
    }),
    {
      clock,
      input: {
        chat,
        me: mira,
        world: scriptedWorld(),
        outbox,
        knownNames: [],
      },
    },
  ).start();
  const parts = selectParts(actor.getSnapshot());
  const timeline = () => selectTimeline(parts.history.getSnapshot());
  return {
    actor,
    clock,
    wire,
    history,
    outbox,
    parts,
    timeline,
    /** The ids shown, the first and the last where they are many. */
    shown: () => ids(timeline()),
    viewport: () => parts.viewport.getSnapshot(),
    bar: () => selectBarText(parts.bar.getSnapshot()),
    ticks: () => timeline().map((shown) => tickOf(shown, 'mira')),
    sent: () => wire.sent(chat),
    type(text: string) {
      parts.composer.send({ type: 'draft.changed', text, caret: text.length });
      parts.composer.send({ type: 'draft.submit' });
    },
    async answer(page: readonly Message[]) {
      history.resolve(page);
      await settle();
    },
    async open() {
      wire.open();
      await settle();
    },
    async refuse(error: unknown) {
      history.reject(error);
      await settle();
    },
  };
}

/** One whose newest page is here and whose topic is open. */
export async function talkingAfter(page: readonly Message[]) {
  const chat = talking();
  await chat.open();
  await chat.answer(page);
  return chat;
}
