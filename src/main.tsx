import './styles/index.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createActor, type EventObject, fromCallback, fromPromise, type NonReducibleUnknown, waitFor } from 'xstate';
import { statusOf } from './contract/failure';
import type { LoginRequest, SignupRequest } from './contract/people';
import { REALTIME_PATH } from './contract/topics';
import { realtimeMachine } from './machines/chat/realtime.machine';
import { clockMachine } from './machines/session/clock.machine';
import { expiryMachine } from './machines/session/expiry.machine';
import { sessionMachine } from './machines/session/session.machine';
import { selectIsRestoring, selectMe, selectToken } from './machines/session/session.select';
import { type ApiOptions, createApi } from './services/api';
import { loadConfig } from './services/config';
import { watchNetwork, watchPageReturns } from './services/page';
import { createRealtime } from './services/realtime/realtime';
import { createTokenStore } from './services/token';
import { createTrace } from './services/trace';
import { offerTrace } from './services/trace.channel';
import { createUpload } from './services/upload';
import { world } from './services/world';
import { AppProvider, type Machines } from './views/app';
import { lazily } from './views/lazily';
import { focusHeadings, followSession } from './views/navigation';
import { createAppRouter } from './views/router';
import type { Doors } from './wiring/doors';
import { provideOutbox } from './wiring/outbox';

const config = await loadConfig();
const trace = createTrace();
offerTrace(trace, world.createId());
const tokens = createTokenStore();
const calls: ApiOptions = {
  base: config.apiBase,
  token: () => selectToken(session.getSnapshot()),
  onUnauthorized: (token) => session.send({ type: 'session.rejected', ...(token === null ? {} : { token }) }),
};
const api = createApi(calls);

const realtime = createRealtime({
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
const doors: Doors = { api, realtime, upload: createUpload(calls) };

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
      realtime: realtimeMachine.provide({
        actors: {
          connection: fromCallback(({ sendBack }) => realtime.connect(sendBack)),
          network: fromCallback(({ sendBack }) => watchNetwork(sendBack)),
        },
      }),
      outbox: provideOutbox(doors),
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
  chatList: lazily(async () => (await import('./wiring/chat')).provideChatList(doors)),
  conversation: lazily(async () => (await import('./wiring/chat')).provideConversation(doors)),
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
