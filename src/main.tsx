import './styles/index.css';
import { RouterProvider } from '@tanstack/react-router';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import {
  createActor,
  type EventObject,
  fromPromise,
  type InspectionEvent,
  type NonReducibleUnknown,
  waitFor,
} from 'xstate';
import { canFrom } from './contract/capabilities';
import { sessionEndpoints } from './contract/endpoints/session';
import { earlyAnswers } from './early';
import { clockMachine } from './machines/session/clock.machine';
import { expiryMachine } from './machines/session/expiry.machine';
import { sessionMachine } from './machines/session/session.machine';
import { selectIsRestoring, selectMe, selectNoticesActor, selectToken } from './machines/session/session.select';
import { fromStream } from './machines/supervision';
import { type ApiOptions, createApi } from './services/api/api';
import { configIn, fetchConfig } from './services/api/config';
import { reloadWhenReachable, watchNetworkReturns, watchPageReturns, whenIdle } from './services/device/page';
import { createTokenStore } from './services/storage/token';
import type { EarlyEvent } from './services/trace/trace';
import { world } from './services/world';
import { AppProvider } from './views/app';
import { loadMissing, loadPostponed } from './views/lazy';
import {
  closeOverlaysOnBack,
  focusHeadings,
  followSession,
  keepScrollPositions,
  loadMissingScreens,
  numberNewEntries,
} from './views/navigation';
import { retryFailed } from './views/parts/retries';
import { wantedPath } from './views/routeGuards';
import { createAppRouter } from './views/router';
import { clearCacheAtLogout } from './wiring/cache/clearCache';
import { followPush } from './wiring/notifications/followPush';
import { createScreens } from './wiring/screens';
import { cacheProfile, readCachedProfile } from './wiring/session/cachedProfile';
import { tokenAfter } from './wiring/session/tokenAfter';
import { startAhead } from './wiring/startAhead';

/**
 * Starts the app. It is a function and not top-level code, because in the build the files of the screens import the file that contains
 * this module. A top-level `await` for a screen would wait for a file that waits for this one.
 */
async function start() {
  const config = configIn(document.getElementById('app-config')?.textContent) ?? (await fetchConfig());
  const can = canFrom(config.capabilities);
  const tokens = createTokenStore();
  const apiOptions: ApiOptions = {
    can,
    base: config.apiBase,
    token: () => selectToken(session.getSnapshot()),
    onUnauthorized: async (refused) => (refused === null ? null : tokenAfter(session, refused)),
    ahead: earlyAnswers,
    onPasswordRequired: () => session.send({ type: 'password.required' }),
  };
  const api = createApi(apiOptions);

  const [inspect, loadTrace] = prepareTrace();
  const pageReturns = fromStream<EventObject, NonReducibleUnknown>(({ sendBack }) =>
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
        tokenChanges: fromStream(({ sendBack }) => tokens.watch(sendBack)),
        fetchProfile: fromPromise(({ signal }) => api.call(sessionEndpoints.profile, { signal })),
        readCachedProfile: fromPromise(({ input }) => readCachedProfile(input.userId)),
      },
    }),
    { input: { world }, inspect },
  );

  const screens = createScreens({
    api,
    apiOptions,
    userId: () => selectMe(session.getSnapshot())?.id ?? null,
    vapidPublicKey: config.vapidPublicKey,
    expiresAt: () => (session.getSnapshot().context.claims?.exp ?? 0) * 1000,
    username: () => selectMe(session.getSnapshot())?.username ?? null,
    renewToken: (token) => session.send({ type: 'token.renewed', ...tokens.keep(token) }),
    explainEnd: (reason) => session.send({ type: 'session.endReported', reason }),
    notify: (notice) => selectNoticesActor(session.getSnapshot())?.send(notice),
  });
  numberNewEntries(() => router.history);
  const router = createAppRouter(session, screens);
  followSession(router, session, () => {
    selectNoticesActor(session.getSnapshot())?.send({ type: 'notices.clear' });
    const me = selectMe(session.getSnapshot());
    if (me) startAhead(api, me.id, wantedPath(router.latestLocation));
  });
  cacheProfile(session);
  session.start();
  focusHeadings(router);
  keepScrollPositions(router);
  closeOverlaysOnBack(router);
  watchNetworkReturns(() => {
    loadMissing();
    loadMissingScreens(router);
    retryFailed();
  });
  router.subscribe('onRendered', () => whenIdle(loadPostponed));

  // Until the session is restored and the screen has loaded, the page shows the skeleton of index.html.
  await waitFor(session, (snapshot) => !selectIsRestoring(snapshot));
  // The router follows the address only after it has been rendered. An address that changes while it loads is loaded, too.
  let loading: unknown;
  do {
    loading = router.history.location;
    await router.load();
  } while (router.history.location !== loading);
  // StrictMode is not used: it starts every screen's actor twice, and calls that the first actor has begun fail in the second.
  const root = createRoot(document.getElementById('root') as HTMLElement);
  document.querySelector('.stuck')?.remove();
  // flushSync also runs the effects, so that data that has already arrived is in the first frame.
  flushSync(() =>
    root.render(
      <AppProvider value={{ session, config, can, world, inspect, reload: reloadWhenReachable }}>
        <RouterProvider router={router} />
      </AppProvider>,
    ),
  );

  clearCacheAtLogout(session);
  followPush(session, api, apiOptions, config.vapidPublicKey);
  whenIdle(loadTrace);
}

/**
 * The trace of the rules workbench. It is loaded after the first screen is shown, because it must not delay the start. What the actors do
 * before is kept for it, so that it begins with the start.
 */
function prepareTrace() {
  let early: EarlyEvent[] = [];
  let look = (event: InspectionEvent): unknown => early.push({ at: world.now(), event });
  const inspect = (event: InspectionEvent) => void look(event);
  const loadTrace = () =>
    void import('./services/trace/trace.channel')
      .then(({ watchActors }) => watchActors(world.createId(), early))
      // The app works without a trace.
      .catch(() => () => {})
      .then((watch) => {
        look = watch;
        early = [];
      });
  return [inspect, loadTrace] as const;
}

void start();
