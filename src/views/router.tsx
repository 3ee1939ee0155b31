import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Navigate,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { SessionRef } from '../machines/session/session.machine';
import type { DirectorySearch } from '../rules/people/volunteers';
import { isSuperAdmin, seesApprovals, seesInventory } from '../rules/roles';
import type { SearchAddress } from '../rules/search';
import type { AssignmentSearch } from './cases/AssignmentScreen';
import type { ChatSearch } from './chat/chat';
import { ScreenFailure } from './failure';
import type { LiveSearch } from './incidents/live/LiveControls';
import { lazyScreen } from './lazy';
import type { NotificationsSearch } from './notifications/NotificationsScreen';
import { LoadingState } from './parts/page/States';
import { createGuards, readWanted } from './routeGuards';

/** The screens with their charts filled in. `members` is the layout of all screens that need a login. */
type ScreenName =
  | 'audit'
  | 'superAdmin'
  | 'approvals'
  | 'assignment'
  | 'chatList'
  | 'conversation'
  | 'gallery'
  | 'globalChat'
  | 'incident'
  | 'incidentUpdate'
  | 'inventory'
  | 'kit'
  | 'leaderboard'
  | 'live'
  | 'login'
  | 'members'
  | 'myCases'
  | 'notifications'
  | 'profile'
  | 'report'
  | 'search'
  | 'share'
  | 'signup'
  | 'volunteer'
  | 'volunteers';
export type Screens = Readonly<Record<ScreenName, RouteComponent>>;

const underDevelopment = (title: string) =>
  lazyScreen(async () => {
    const { UnderDevelopmentScreen } = await import('./parts/page/UnderDevelopmentScreen');
    return () => <UnderDevelopmentScreen title={title} />;
  });

/** Every route of S1 §2 and S2 §2. */
export function createAppRouter(session: SessionRef, screens: Screens) {
  const guards = createGuards(session);
  const root = createRootRoute();
  const members = createRoute({
    getParentRoute: () => root,
    id: 'members',
    beforeLoad: guards.member,
    component: screens.members,
  });
  const inside = () => members;
  // Routes are made here, not in the tree: there the types would lose their paths, and links to nowhere would pass.
  const unknown = createRoute({ getParentRoute: () => root, path: '$', beforeLoad: guards.unknown });
  const start = createRoute({
    getParentRoute: inside,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/chat', replace: true });
    },
  });
  /** A screen that every member may open. */
  const screen = <Path extends string>(route: { path: Path; component: RouteComponent }) =>
    createRoute({ getParentRoute: inside, ...route });
  /** A screen that every member may open, with search parameters. */
  const screenWith = <Path extends string, Search>(route: {
    path: Path;
    validateSearch: (search: Record<string, unknown>) => Search;
    component: RouteComponent;
  }) => createRoute({ getParentRoute: inside, ...route });
  /** A screen for members with certain roles. */
  const screenFor = <Path extends string>(
    isAllowed: Parameters<typeof guards.role>[0],
    route: { path: Path; component: RouteComponent },
  ) => createRoute({ getParentRoute: inside, beforeLoad: guards.role(isAllowed), ...route });
  /** A screen for those who are not logged in. */
  const visitors = <Path extends string>(route: { path: Path; component: RouteComponent }) =>
    createRoute({ getParentRoute: () => root, validateSearch: readWanted, beforeLoad: guards.visitor, ...route });

  return createRouter({
    history: createHashHistory(),
    defaultPreload: 'intent',
    // The loading state is replaced as soon as the screen is loaded, without a minimum time.
    defaultPendingMinMs: 0,
    defaultErrorComponent: ScreenFailure,
    defaultPendingComponent: () => <LoadingState label="Loading…" />,
    // An address that cannot be decoded, such as /incident/%, matches no route, not even the one of unknown paths.
    defaultNotFoundComponent: () => <Navigate to="/" replace />,
    routeTree: root.addChildren([
      visitors({ path: '/login', component: screens.login }),
      visitors({ path: '/signup', component: screens.signup }),
      unknown,
      members.addChildren([
        start,
        screenWith({
          path: '/gchat',
          validateSearch: (search): ChatSearch => search,
          component: screens.globalChat,
        }),
        screen({ path: '/chat', component: screens.chatList }),
        screenWith({
          path: '/chat/$chatId',
          validateSearch: (search): ChatSearch => search,
          component: screens.conversation,
        }),
        screen({ path: '/my-cases', component: screens.myCases }),
        screenWith({
          path: '/live',
          validateSearch: (search): LiveSearch => search,
          component: screens.live,
        }),
        screen({ path: '/incident/$incidentId', component: screens.incident }),
        screen({ path: '/incident/$incidentId/update', component: screens.incidentUpdate }),
        screen({ path: '/incident/$incidentId/media', component: screens.gallery }),
        screenWith({
          path: '/incident/$incidentId/assign',
          validateSearch: (search): AssignmentSearch => search,
          component: screens.assignment,
        }),
        screenWith({
          path: '/search',
          validateSearch: (search): SearchAddress => search,
          component: screens.search,
        }),
        screen({ path: '/share', component: screens.share }),
        screen({ path: '/report', component: screens.report }),
        screen({ path: '/leaderboard', component: screens.leaderboard }),
        screen({ path: '/adoptions', component: underDevelopment('Adoptions') }),
        screen({ path: '/events', component: underDevelopment('Events') }),
        screenWith({
          path: '/volunteers',
          validateSearch: (search): DirectorySearch => search,
          component: screens.volunteers,
        }),
        screen({ path: '/volunteer/$volunteerId', component: screens.volunteer }),
        screenFor(seesApprovals, { path: '/approvals', component: screens.approvals }),
        screen({ path: '/profile', component: screens.profile }),
        screen({ path: '/profile/first-aid-kit/$userId', component: screens.kit }),
        screenFor(seesInventory, { path: '/inventory', component: screens.inventory }),
        screenWith({
          path: '/notifications',
          validateSearch: (search): NotificationsSearch => search,
          component: screens.notifications,
        }),
        screenFor(isSuperAdmin, { path: '/superadmin', component: screens.superAdmin }),
        screenFor(isSuperAdmin, { path: '/superadmin/audit', component: screens.audit }),
      ]),
    ]),
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
  interface HistoryState {
    /** The id of the waiting report that opens in the report form. */
    edit?: string | undefined;
  }
}
