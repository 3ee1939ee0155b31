import { createHashHistory, createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import type { ComponentType } from 'react';
import type { MessagingRef } from '../machines/session/messaging.machine';
import { selectIsMissing, selectIsRunning } from '../machines/session/messaging.select';
import type { SessionRef } from '../machines/session/session.machine';
import { selectMessaging, selectToken } from '../machines/session/session.select';
import { isSuperAdmin, seesApprovals, seesInventory } from '../rules/roles';
import { type Machines, useApp } from './app';
import { ScreenFailure } from './failure';
import { createGuards, readWanted } from './guards';
import type { LiveSearch } from './incidents/live/liveSearch';
import { type Lazy, LoadFailure, lazily } from './lazily';
import { LoadingState } from './parts/LoadingState';

/** A screen that arrives with its route. The router calls `preload` before it renders, and at the first sign of interest. */
function screen(fetchScreen: () => Promise<ComponentType>, machine?: Lazy<unknown>) {
  const parts = lazily(fetchScreen);
  const Screen = () => parts.loaded && <parts.loaded />;
  const preload = async () => {
    await Promise.all([parts.load(), machine?.load()]);
  };
  return Object.assign(Screen, { preload });
}

/** A screen of later work. */
const coming = (title: string) =>
  screen(async () => {
    const { ComingScreen } = await import('./parts/ComingScreen');
    return () => <ComingScreen title={title} />;
  });

const underDevelopment = (title: string) =>
  screen(async () => {
    const { UnderDevelopmentScreen } = await import('./parts/UnderDevelopmentScreen');
    return () => <UnderDevelopmentScreen title={title} />;
  });

const shell = lazily(async () => (await import('./shell/Shell')).Shell);

/**
 * The layout of all protected routes. It is there only while somebody is signed in, and starts anew for the next one:
 * no screen ever outlives the member it was made for.
 */
function MembersArea() {
  const { session } = useApp();
  const token = useSelector(session, selectToken);
  const messaging = useSelector(session, selectMessaging);
  return token !== null && messaging && <WithMessaging key={token} messaging={messaging} />;
}
MembersArea.preload = async () => {
  await shell.load();
};

function WithMessaging({ messaging }: { messaging: MessagingRef }) {
  const isRunning = useSelector(messaging, selectIsRunning);
  const isMissing = useSelector(messaging, selectIsMissing);
  if (isMissing)
    return <ScreenFailure error={new LoadFailure()} reset={() => messaging.send({ type: 'messaging.retry' })} />;
  return isRunning && shell.loaded ? <shell.loaded /> : <LoadingState label="Loading…" />;
}

/** Every route of S1 §2 and S2 §2. */
export function createAppRouter(session: SessionRef, machines: Machines) {
  const guards = createGuards(session);
  const later = (name: keyof typeof import('./screens').screens) =>
    screen(async () => (await import('./screens')).screens[name](), machines[name]);
  const root = createRootRoute();
  const members = createRoute({
    getParentRoute: () => root,
    id: 'members',
    beforeLoad: guards.member,
    component: MembersArea,
  });
  const inside = () => members;

  return createRouter({
    history: createHashHistory(),
    defaultPreload: 'intent',
    defaultErrorComponent: ScreenFailure,
    defaultPendingComponent: () => <LoadingState label="Loading…" />,
    routeTree: root.addChildren([
      createRoute({
        getParentRoute: () => root,
        path: '/login',
        validateSearch: readWanted,
        beforeLoad: guards.visitor,
        component: screen(async () => (await import('./session/LoginScreen')).LoginScreen, machines.login),
      }),
      createRoute({
        getParentRoute: () => root,
        path: '/signup',
        validateSearch: readWanted,
        beforeLoad: guards.visitor,
        component: screen(async () => (await import('./session/SignupScreen')).SignupScreen, machines.signup),
      }),
      createRoute({ getParentRoute: () => root, path: '$', beforeLoad: guards.stray }),
      members.addChildren([
        createRoute({
          getParentRoute: inside,
          path: '/',
          beforeLoad: () => {
            throw redirect({ to: '/chat', replace: true });
          },
        }),
        createRoute({
          getParentRoute: inside,
          path: '/gchat',
          component: screen(
            async () => (await import('./chat/GlobalChatScreen')).GlobalChatScreen,
            machines.conversation,
          ),
        }),
        createRoute({
          getParentRoute: inside,
          path: '/chat',
          component: screen(
            async () => (await import('./chat/chatList/ChatListScreen')).ChatListScreen,
            machines.chatList,
          ),
        }),
        createRoute({
          getParentRoute: inside,
          path: '/chat/$chatId',
          component: screen(
            async () => (await import('./chat/ConversationScreen')).ConversationScreen,
            machines.conversation,
          ),
        }),
        createRoute({
          getParentRoute: inside,
          path: '/my-cases',
          component: later('myCases'),
        }),
        createRoute({
          getParentRoute: inside,
          path: '/live',
          validateSearch: (search): LiveSearch => search,
          component: later('live'),
        }),
        createRoute({
          getParentRoute: inside,
          path: '/incident/$incidentId',
          component: later('incident'),
        }),
        createRoute({
          getParentRoute: inside,
          path: '/incident/$incidentId/update',
          component: later('incidentUpdate'),
        }),
        createRoute({
          getParentRoute: inside,
          path: '/incident/$incidentId/media',
          component: later('gallery'),
        }),
        createRoute({
          getParentRoute: inside,
          path: '/incident/$incidentId/assign',
          component: later('assignment'),
        }),
        createRoute({
          getParentRoute: inside,
          path: '/report',
          component: later('report'),
        }),
        createRoute({
          getParentRoute: inside,
          path: '/leaderboard',
          component: later('leaderboard'),
        }),
        createRoute({ getParentRoute: inside, path: '/adoptions', component: underDevelopment('Adoptions') }),
        createRoute({ getParentRoute: inside, path: '/events', component: underDevelopment('Events') }),
        createRoute({ getParentRoute: inside, path: '/volunteers', component: coming('Volunteers') }),
        createRoute({ getParentRoute: inside, path: '/volunteer/$volunteerId', component: coming('Volunteer') }),
        createRoute({
          getParentRoute: inside,
          path: '/approvals',
          beforeLoad: guards.role(seesApprovals),
          component: coming('Approvals'),
        }),
        createRoute({ getParentRoute: inside, path: '/profile', component: coming('Profile') }),
        createRoute({
          getParentRoute: inside,
          path: '/profile/first-aid-kit/$userId',
          component: coming('My First-Aid Kit'),
        }),
        createRoute({
          getParentRoute: inside,
          path: '/inventory',
          beforeLoad: guards.role(seesInventory),
          component: coming('Inventory'),
        }),
        createRoute({ getParentRoute: inside, path: '/notifications', component: coming('Notifications') }),
        createRoute({
          getParentRoute: inside,
          path: '/superadmin',
          beforeLoad: guards.role(isSuperAdmin),
          component: coming('Super Admin'),
        }),
      ]),
    ]),
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
