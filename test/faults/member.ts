import { createActor, type EventObject, fromCallback, fromPromise } from 'xstate';
import type { Message } from '../../src/contract/chats';
import { chatEndpoints } from '../../src/contract/endpoints/chat';
import { sessionEndpoints } from '../../src/contract/endpoints/session';
import { statusOf } from '../../src/contract/failure';
import { type ChatAddress, REALTIME_PATH } from '../../src/contract/topics';
import { catchUpMachine } from '../../src/machines/chat/catchUp.machine';
import { composerMachine } from '../../src/machines/chat/composer.machine';
import { conversationMachine } from '../../src/machines/chat/conversation.machine';
import { deliveryMachine } from '../../src/machines/chat/delivery.machine';
import { historyMachine } from '../../src/machines/chat/history.machine';
import { selectIsReady, selectTimeline } from '../../src/machines/chat/history.select';
import { outboxMachine } from '../../src/machines/chat/outbox.machine';
import { selectItems } from '../../src/machines/chat/outbox.select';
import type { HistoryRequest, StoreCommand } from '../../src/machines/chat/ports';
import { realtimeMachine } from '../../src/machines/chat/realtime.machine';
import { selectIsLive } from '../../src/machines/chat/realtime.select';
import type { Me } from '../../src/machines/world';
import { isTemp } from '../../src/rules/messages';
import { createApi } from '../../src/services/api';
import { createRealtime } from '../../src/services/realtime/realtime';
import { chatTopicThrough } from '../../src/wiring/gateways';
import { recorder } from '../kit/walk';
import type { Times } from './times';

/** Somebody signed in. */
export interface Account {
  readonly me: Me;
  readonly token: string;
}

/** A member with the app's own charts and services, without a screen. */
export interface Member {
  readonly me: Me;
  write(text: string): void;
  /** The texts on the screen that the server has confirmed, in their order there. */
  shown(): string[];
  /** How many messages wait in the outbox. */
  waiting(): number;
  /** Nothing waits any more, and the connection is up. */
  isAtRest(): boolean;
  isReady(): boolean;
  /** How often history was asked for, and how often a connection was begun, since the start. */
  efforts(): { readonly fetches: number; readonly connections: number };
  /** How often the session was ended, which nothing here should do. */
  rejections(): number;
  stop(): void;
}

const GLOBAL_CHAT: ChatAddress = { kind: 'global' };
const nothing = fromCallback<EventObject, never>(() => {});

/** Opens the global chat for a member, over the network at `base`. */
export function openMember(base: string, { me, token }: Account, times: Times): Member {
  let [unauthorized, fetches, connections] = [0, 0, 0];
  const calls = { base, can: () => true, token: () => token, onUnauthorized: () => void unauthorized++ };
  const api = createApi(calls);
  const realtime = createRealtime({
    address: base + REALTIME_PATH,
    token: () => token,
    userId: () => me.id,
    can: calls.can,
    isTokenGood: () =>
      api.call(sessionEndpoints.profile, {}).then(
        () => true,
        (error) => statusOf(error) !== 401,
      ),
    watchPageReturns: () => () => {},
    heartbeat: times.heartbeat,
  });
  const chatTopic = chatTopicThrough({ api, realtime, calls });
  const session = recorder();

  const connection = createActor(
    realtimeMachine.provide({
      actors: {
        connection: fromCallback(({ sendBack }) => {
          connections++;
          return realtime.connect(sendBack);
        }),
        network: nothing as never,
      },
      delays: { reconnectDelay: times.reconnectDelay, connectTimeout: times.connectTimeout },
    }),
    { input: { session: session.ref as never } },
  );
  const outbox = createActor(
    outboxMachine.provide({
      actors: {
        store: memoryStore,
        deliveryLeader: fromCallback(({ sendBack }) => sendBack({ type: 'leader.elected' })),
        delivery: deliveryMachine.provide({
          actors: { chatTopic },
          delays: {
            echoWait: ({ context }) => Math.min(times.echoWait * context.tries, 6 * times.echoWait),
            rateLimitWait: times.rateLimitWait,
          },
        }),
      },
    }),
    { input: { me: me.id } },
  );
  const fetchHistory = fromPromise<readonly Message[], HistoryRequest>(({ input: { chat: _, ...query }, signal }) => {
    fetches++;
    return api.call(chatEndpoints.globalMessages, { query, signal });
  });
  let ids = 0;
  const conversation = createActor(
    conversationMachine.provide({
      actors: {
        chatTopic,
        composer: composerMachine.provide({ actors: { draftStore: nothing as never } }),
        history: historyMachine.provide({
          actors: {
            fetchHistory,
            catchUp: catchUpMachine.provide({
              actors: { fetchHistory },
              delays: { catchUpDelay: ({ context }) => times.catchUpDelay * context.tries },
            }),
          },
        }),
      },
    }),
    {
      input: {
        chat: GLOBAL_CHAT,
        me,
        outbox,
        knownNames: [],
        world: { now: () => Date.now(), createId: () => `${Date.now()}-${me.username}-${++ids}` },
      },
    },
  );
  for (const actor of [connection, outbox, conversation]) actor.start();
  const history = () => conversation.getSnapshot().children.history;
  const timeline = () => {
    const snapshot = history()?.getSnapshot();
    return snapshot ? selectTimeline(snapshot) : [];
  };

  return {
    me,
    write: (text) => conversation.send({ type: 'draft.submitted', text, files: [], replyTo: null }),
    shown: () =>
      timeline()
        .filter((message) => !isTemp(message))
        .map(({ text }) => text ?? ''),
    isReady: () => {
      const snapshot = history()?.getSnapshot();
      return snapshot !== undefined && selectIsReady(snapshot) && selectIsLive(connection.getSnapshot());
    },
    waiting: () => selectItems(outbox.getSnapshot()).length,
    isAtRest: () =>
      selectIsLive(connection.getSnapshot()) &&
      selectItems(outbox.getSnapshot()).length === 0 &&
      !timeline().some(isTemp),
    efforts: () => ({ fetches, connections }),
    rejections: () => session.received.length + unauthorized,
    stop() {
      for (const actor of [conversation, outbox, connection]) actor.stop();
    },
  };
}

/** A store that lives as long as the process; it takes its orders as the one on disk does, later and one after the other. */
const memoryStore = fromCallback<StoreCommand, { userId: string }>(({ receive, sendBack }) => {
  sendBack({ type: 'store.read', items: [] });
  receive((order) => {
    if (order.type !== 'store.put') return;
    const { clientMessageId } = order.outgoing.body;
    setImmediate(() => sendBack({ type: 'store.kept', clientMessageId }));
  });
});
