import './styles/index.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createActor, type EventObject, fromCallback, fromPromise, type NonReducibleUnknown, waitFor } from 'xstate';
import type { LoginRequest, SignupRequest } from './contract/people';
import { clockMachine } from './machines/session/clock.machine';
import { sessionMachine } from './machines/session/session.machine';
import { selectIsRestoring, selectToken } from './machines/session/session.select';
import { createApi } from './services/api';
import { loadConfig } from './services/config';
import { watchPageReturns } from './services/page';
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

const pageReturns = fromCallback<EventObject, NonReducibleUnknown>(({ sendBack }) =>
  watchPageReturns(() => sendBack({ type: 'page.shown' })),
);
const session = createActor(
  sessionMachine.provide({
    actors: {
      clock: clockMachine.provide({ actors: { pageReturns } }),
      pageReturns,
      readToken: fromPromise(async () => tokens.read()),
      keepToken: fromPromise(async ({ input }) => tokens.keep(input.token)),
      dropToken: fromPromise(async ({ input }) => tokens.drop(input.token)),
      tokenChanges: fromCallback(({ sendBack }) => tokens.watch(sendBack)),
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
