import { fromCallback } from 'xstate';
import { sessionEndpoints } from './contract/endpoints/session';
import { statusOf } from './contract/failure';
import { REALTIME_PATH } from './contract/topics';
import { realtimeMachine } from './machines/chat/realtime.machine';
import { fromStream } from './machines/supervision';
import { prepareFormats } from './rules/messages';
import type { Api, ApiOptions } from './services/api';
import { watchNetwork, watchPageReturns, whenIdle } from './services/page';
import { createRealtime } from './services/realtime/realtime';
import { provideChatList, provideConversation } from './wiring/chat';
import type { Gateways } from './wiring/gateways';
import { provideOutbox } from './wiring/outbox';
import { type Notify, provideReporting } from './wiring/reporting';

interface ChatWiring {
  readonly api: Api;
  readonly calls: ApiOptions;
  userId(): string | null;
  readonly notify: Notify;
}

/** The part of the wiring that is fetched after the login: the chats' charts with their ports, around one connection. */
export function wireChats({ api, calls, userId, notify }: ChatWiring) {
  const realtime = createRealtime({
    address: new URL(calls.base + REALTIME_PATH, document.baseURI).href,
    watchPageReturns,
    token: calls.token,
    userId,
    isTokenGood: () =>
      api.call(sessionEndpoints.profile, {}).then(
        () => true,
        (error) => statusOf(error) !== 401,
      ),
  });
  const gateways: Gateways = { api, realtime, calls };
  // While the first answers are on their way, so that the messages of the first chat need not wait for it.
  whenIdle(prepareFormats);
  return {
    gateways,
    realtime: realtimeMachine.provide({
      actors: {
        connection: fromCallback(({ sendBack }) => realtime.connect(sendBack)),
        network: fromStream(({ sendBack }) => watchNetwork(sendBack)),
      },
    }),
    outbox: provideOutbox(gateways),
    reporting: provideReporting(gateways, notify),
    chatList: provideChatList(gateways),
    conversation: provideConversation(gateways),
  };
}
