import './styles/index.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createActor, type EventObject, fromCallback, fromPromise, type NonReducibleUnknown, waitFor } from 'xstate';
import type { Message } from './contract/chats';
import { statusOf } from './contract/failure';
import type { LoginRequest, SignupRequest } from './contract/people';
import type { ChatAddress } from './contract/topics';
import type { ChatTopicCommand, HistoryRequest } from './machines/chat/ports';
import { clockMachine } from './machines/session/clock.machine';
import { expiryMachine } from './machines/session/expiry.machine';
import { type MessagingCharts, messagingMachine } from './machines/session/messaging.machine';
import { sessionMachine } from './machines/session/session.machine';
import { selectIsRestoring, selectMe, selectToken } from './machines/session/session.select';
import { createApi } from './services/api';
import { loadConfig } from './services/config';
import { watchNetwork, watchPageReturns } from './services/page';
import { createTokenStore } from './services/token';
import { createTrace } from './services/trace';
import { offerTrace } from './services/trace.channel';
import { world } from './services/world';
import { AppProvider, type Machines } from './views/app';
import { lazily } from './views/lazily';
import { focusHeadings, followSession } from './views/navigation';
import { createAppRouter } from './views/router';

const config = await loadConfig();
const trace = createTrace();
offerTrace(trace, world.createId());
const tokens = createTokenStore();
const api = createApi({
  base: config.apiBase,
  token: () => selectToken(session.getSnapshot()),
  onUnauthorized: (token) => session.send({ type: 'session.rejected', ...(token === null ? {} : { token }) }),
});

/** What the chats share: one connection, fetched after the login. */
const messaging = lazily(async () => {
  const [{ REALTIME_PATH }, { createRealtime }, { realtimeMachine }, { outboxMachine }, { deliveryMachine }] =
    await Promise.all([
      import('./contract/topics'),
      import('./services/realtime/realtime'),
      import('./machines/chat/realtime.machine'),
      import('./machines/chat/outbox.machine'),
      import('./machines/chat/delivery.machine'),
    ]);
  const wire = createRealtime({
    address: new URL(config.apiBase + REALTIME_PATH, document.baseURI).href,
    watchPageReturns,
    token: () => selectToken(session.getSnapshot()),
    userId: () => selectMe(session.getSnapshot())?.id ?? null,
    isTokenGood: () =>
      api.call('profile', {}).then(
        () => true,
        (error) => statusOf(error) !== 401,
      ),
  });
  const chatTopic = fromCallback<ChatTopicCommand, { chat: ChatAddress }>(({ input, sendBack, receive }) => {
    const { publish, leave } = wire.joinChat(input.chat, sendBack);
    receive(({ action, body }) => publish(action, body));
    return leave;
  });
  const realtime = realtimeMachine.provide({
    actors: {
      connection: fromCallback(({ sendBack }) => wire.connect(sendBack)),
      network: fromCallback(({ sendBack }) => watchNetwork(sendBack)),
    },
  });
  const delivery = deliveryMachine.provide({ actors: { chatTopic } });
  return { wire, chatTopic, realtime, outbox: outboxMachine.provide({ actors: { delivery } }) };
});

const pageReturns = fromCallback<EventObject, NonReducibleUnknown>(({ sendBack }) =>
  watchPageReturns(() => sendBack({ type: 'page.shown', at: world.now() })),
);
const session = createActor(
  sessionMachine.provide({
    actors: {
      clock: clockMachine.provide({ actors: { pageReturns } }),
      expiry: expiryMachine.provide({ actors: { pageReturns } }),
      readToken: fromPromise(async () => tokens.read()),
      keepToken: fromPromise(async ({ input }) => tokens.keep(input.token)),
      dropToken: fromPromise(async ({ input }) => tokens.drop(input.token)),
      tokenChanges: fromCallback(({ sendBack }) => tokens.watch(sendBack)),
      messaging: messagingMachine.provide({
        actors: { fetchCharts: fromPromise<MessagingCharts>(() => messaging.load()) },
      }),
      fetchProfile: fromPromise(({ signal }) => api.call('profile', { signal })),
    },
  }),
  { input: { world }, inspect: trace.inspect },
).start();

const machines: Machines = {
  login: lazily(async () => {
    const { loginMachine } = await import('./machines/session/login.machine');
    const logIn = fromPromise<string, LoginRequest>(
      async ({ input, signal }) => (await api.call('login', { body: input, signal })).token,
    );
    return loginMachine.provide({ actors: { logIn } });
  }),
  chatList: lazily(async () => {
    const [{ chatListMachine }, { wire }] = await Promise.all([
      import('./machines/chat/chatList.machine'),
      messaging.load(),
    ]);
    return chatListMachine.provide({
      actors: {
        fetchGroups: fromPromise(({ signal }) => api.call('chatGroups', { signal })),
        groupsTopic: fromCallback<EventObject, { userId: string }>(({ input, sendBack }) =>
          wire.watchGroups(input.userId, () => sendBack({ type: 'groups.changed' })),
        ),
      },
    });
  }),
  conversation: lazily(async () => {
    const [{ conversationMachine }, { historyMachine }, { catchUpMachine }, { chatTopic }] = await Promise.all([
      import('./machines/chat/conversation.machine'),
      import('./machines/chat/history.machine'),
      import('./machines/chat/catchUp.machine'),
      messaging.load(),
    ]);
    const fetchHistory = fromPromise<readonly Message[], HistoryRequest>(({ input: { chat, ...query }, signal }) =>
      chat.kind === 'global'
        ? api.call('globalMessages', { query, signal })
        : api.call('chatMessages', { params: { chatId: chat.chatId }, query, signal }),
    );
    return conversationMachine.provide({
      actors: {
        chatTopic,
        fetchGroup: fromPromise(async ({ input, signal }) => {
          const entries = await api.call('chatGroups', { signal });
          return entries.find(({ chatGroup }) => chatGroup.id === input.chatId)?.chatGroup ?? null;
        }),
        history: historyMachine.provide({
          actors: { fetchHistory, catchUp: catchUpMachine.provide({ actors: { fetchHistory } }) },
        }),
      },
    });
  }),
  signup: lazily(async () => {
    const { signupMachine } = await import('./machines/session/signup.machine');
    return signupMachine.provide({
      actors: {
        signUp: fromPromise<unknown, SignupRequest>(({ input, signal }) => api.call('signup', { body: input, signal })),
      },
    });
  }),
};

const router = createAppRouter(session, machines);
followSession(router, session);
focusHeadings(router);
// Until it is known who is there, nothing is shown: no login screen flashes up before a member's chats.
await waitFor(session, (snapshot) => !selectIsRestoring(snapshot));
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <AppProvider value={{ session, machines, config, world, inspect: trace.inspect }}>
      <RouterProvider router={router} />
    </AppProvider>
  </StrictMode>,
);
