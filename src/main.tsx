import './styles/index.css';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import {
  createActor,
  type EventObject,
  fromPromise,
  type InspectionEvent,
  type NonReducibleUnknown,
  waitFor,
} from 'xstate';
import { sessionEndpoints } from './contract/endpoints/session';
import type { LoginRequest } from './contract/people';
import type { SignupRequest } from './contract/signup';
import { clockMachine } from './machines/session/clock.machine';
import { expiryMachine } from './machines/session/expiry.machine';
import { type MessagingCharts, messagingMachine } from './machines/session/messaging.machine';
import { sessionMachine } from './machines/session/session.machine';
import { selectIsRestoring, selectMe, selectNoticesActor, selectToken } from './machines/session/session.select';
import { fromStream } from './machines/supervision';
import { type ApiOptions, createApi } from './services/api';
import { loadConfig } from './services/config';
import { reloadWhenReachable, watchNetworkReturns, watchPageReturns } from './services/page';
import { createTokenStore } from './services/token';
import { world } from './services/world';
import { AppProvider, type Machines, type ScreenMachines } from './views/app';
import { failureParts } from './views/failure';
import { lazily } from './views/lazily';
import { askAgain, focusHeadings, followSession } from './views/navigation';
import { createAppRouter } from './views/router';
import type { Notify } from './wiring/reporting';

const config = await loadConfig();
const tokens = createTokenStore();
const token = (): string | null => selectToken(session.getSnapshot());
const userId = (): string | null => selectMe(session.getSnapshot())?.id ?? null;
const calls: ApiOptions = {
  base: config.apiBase,
  token,
  onUnauthorized: (refused) =>
    session.send({ type: 'session.rejected', ...(refused === null ? {} : { token: refused }) }),
};
const api = createApi(calls);

/** Looks on at every actor once the first screen stands: the trace is for the rules workbench, and must delay nobody. */
let look: (event: InspectionEvent) => void = () => {};
const inspect = (event: InspectionEvent) => look(event);

const notify: Notify = (notice) => selectNoticesActor(session.getSnapshot())?.send(notice);
const chats = lazily(async () => (await import('./main.chat')).wireChats({ api, calls, userId, notify }));
const screens = lazily(async () => (await import('./main.screens')).wireScreens((await chats.load()).gateways));
const ofScreen = <Name extends keyof ScreenMachines>(name: Name): ScreenMachines[Name] =>
  // The union of all machines is too much for TypeScript to follow: the name says which one it is.
  lazily<unknown>(async () => (await screens.load())[name].load()) as ScreenMachines[Name];
const pageReturns = fromStream<EventObject, NonReducibleUnknown>(({ sendBack }) =>
  watchPageReturns(() => sendBack({ type: 'page.shown', at: world.now() })),
);
const session = createActor(
  sessionMachine.provide({
    actors: {
      clock: clockMachine.provide({ actors: { pageReturns } }),
      expiry: expiryMachine.provide({ actors: { pageReturns } }),
      messaging: messagingMachine.provide({
        actors: { fetchCharts: fromPromise<MessagingCharts>(() => chats.load()) },
      }),
      readToken: fromPromise(async () => tokens.read()),
      keepToken: fromPromise(async ({ input }) => tokens.keep(input.token)),
      dropToken: fromPromise(async ({ input }) => tokens.drop(input.token)),
      tokenChanges: fromStream(({ sendBack }) => tokens.watch(sendBack)),
      fetchProfile: fromPromise(({ signal }) => api.call(sessionEndpoints.profile, { signal })),
    },
  }),
  { input: { world }, inspect },
).start();

const machines: Machines = {
  login: lazily(async () => {
    const { loginMachine } = await import('./machines/session/login.machine');
    const logIn = fromPromise<string, LoginRequest>(
      async ({ input, signal }) => (await api.call(sessionEndpoints.login, { body: input, signal })).token,
    );
    return loginMachine.provide({ actors: { logIn } });
  }),
  signup: lazily(async () => {
    const [{ signupMachine }, { signupEndpoints }] = await Promise.all([
      import('./machines/session/signup.machine'),
      import('./contract/endpoints/signup'),
    ]);
    const signUp = fromPromise<unknown, SignupRequest>(({ input, signal }) =>
      api.call(signupEndpoints.signup, { body: input, signal }),
    );
    return signupMachine.provide({ actors: { signUp } });
  }),
  chatList: lazily(async () => (await chats.load()).chatList),
  conversation: lazily(async () => (await chats.load()).conversation),
  assignment: ofScreen('assignment'),
  gallery: ofScreen('gallery'),
  incident: ofScreen('incident'),
  incidentDetails: ofScreen('incidentDetails'),
  incidentUpdate: ofScreen('incidentUpdate'),
  leaderboard: ofScreen('leaderboard'),
  live: ofScreen('live'),
  myCases: ofScreen('myCases'),
  report: ofScreen('report'),
};

const router = createAppRouter(session, machines);
followSession(router, session);
focusHeadings(router);
watchNetworkReturns(() => askAgain(router));
// Until it is known who is there, nothing is shown: no login screen flashes up before a member's chats.
await waitFor(session, (snapshot) => !selectIsRestoring(snapshot));
// Not in StrictMode: it starts every screen's actor twice, and what the first start has under way fails in the second.
createRoot(document.getElementById('root') as HTMLElement).render(
  <AppProvider value={{ session, machines, config, world, inspect, reload: reloadWhenReachable }}>
    <RouterProvider router={router} />
  </AppProvider>,
);

// What the first screen can do without; where it does not arrive, nothing is missed.
const ignore = () => {};
failureParts.load().catch(ignore);
import('./services/trace.channel').then(({ watchActors }) => {
  look = watchActors(world.createId());
}, ignore);
