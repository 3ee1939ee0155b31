import type { ComponentType } from 'react';
import { fromPromise } from 'xstate';
import { sessionEndpoints } from '../contract/endpoints/session';
import { CallFailure } from '../contract/failure';
import type { LoginRequest } from '../contract/people';
import { loginMachine } from '../machines/session/login.machine';
import { withMachine } from '../views/app';
import { lazy, lazyScreen } from '../views/lazy';
import type { Screens } from '../views/router';
import { LoginScreen } from '../views/session/LoginScreen';
import type { Gateways } from './gateways';
import type { MembersWiring } from './members';

/**
 * Creates the screens with their charts. Each is loaded with its route from a file of its own; the login screen is in the app's
 * first file.
 */
export function createScreens(wiring: MembersWiring): Screens {
  const { api } = wiring;
  const login = loginMachine.provide({
    actors: {
      logIn: fromPromise<string, LoginRequest>(async ({ input, signal }) => {
        const answer = await api.call(sessionEndpoints.login, { body: input, signal });
        if ('token' in answer) return answer.token;
        throw new CallFailure('refused', 200, answer.message);
      }),
    },
  });
  const members = lazy(async () => (await import('./members')).wireMembers(wiring));
  // When the member starts to type on the login screen, the code behind the login is fetched. If that fails, the next screen
  // fetches it again.
  const fetchMembers = () => void members.load().catch(() => {});
  const member = (fetchScreen: () => Promise<(gateways: Gateways) => ComponentType>) =>
    lazyScreen(async () => {
      const [{ gateways }, screenOf] = await Promise.all([members.load(), fetchScreen()]);
      return screenOf(gateways);
    });

  return {
    login: () => <LoginScreen machine={login} onTyping={fetchMembers} />,
    signup: lazyScreen(async () => {
      const { SignupScreen, provideSignup } = await import('./session/signup');
      return withMachine(SignupScreen, provideSignup(api));
    }),
    members: lazyScreen(async () => (await members.load()).MembersArea),
    chatList: lazyScreen(async () => (await members.load()).ChatListScreen),
    conversation: lazyScreen(async () => (await members.load()).ConversationScreen),
    globalChat: lazyScreen(async () => (await members.load()).GlobalChatScreen),
    assignment: member(async () => {
      const { AssignmentScreen, provideAssignment } = await import('./cases/assignment');
      return (gateways) => withMachine(AssignmentScreen, provideAssignment(gateways));
    }),
    gallery: member(async () => {
      const { GalleryScreen, provideGallery } = await import('./incidents/incident');
      return (gateways) => withMachine(GalleryScreen, provideGallery(gateways));
    }),
    incident: member(async () => {
      const { IncidentScreen, provideIncident } = await import('./incidents/incident');
      return (gateways) => withMachine(IncidentScreen, provideIncident(gateways));
    }),
    incidentUpdate: member(async () => {
      const { IncidentUpdateScreen, provideIncidentUpdate } = await import('./incidents/incident');
      return (gateways) => withMachine(IncidentUpdateScreen, provideIncidentUpdate(gateways));
    }),
    inventory: member(async () => {
      const { InventoryScreen, provideInventory } = await import('./supplies/inventory');
      return (gateways) => withMachine(InventoryScreen, provideInventory(gateways));
    }),
    kit: member(async () => {
      const { KitScreen, provideKit } = await import('./supplies/kit');
      return (gateways) => withMachine(KitScreen, provideKit(gateways));
    }),
    leaderboard: member(async () => {
      const { LeaderboardScreen, provideLeaderboard } = await import('./people/leaderboard');
      return (gateways) => withMachine(LeaderboardScreen, provideLeaderboard(gateways));
    }),
    live: member(async () => {
      const { liveScreen } = await import('./incidents/live');
      return liveScreen;
    }),
    myCases: member(async () => {
      const { MyCasesScreen, provideMyCases } = await import('./cases/cases');
      return (gateways) => withMachine(MyCasesScreen, provideMyCases(gateways, wiring));
    }),
    notifications: member(async () => {
      const { NotificationsScreen, provideNotifications } = await import('./notifications/notifications');
      return (gateways) => withMachine(NotificationsScreen, provideNotifications(gateways, wiring));
    }),
    profile: member(async () => {
      const { ProfileScreen, provideProfile } = await import('./people/profile');
      return (gateways) => withMachine(ProfileScreen, provideProfile(gateways, wiring));
    }),
    report: member(async () => {
      const { ReportScreen, provideReport } = await import('./incidents/report');
      return () => withMachine(ReportScreen, provideReport());
    }),
    share: member(async () => {
      const { ShareScreen, provideShare } = await import('./share');
      return (gateways) => withMachine(ShareScreen, provideShare(gateways));
    }),
    search: member(async () => {
      const { SearchScreen, provideSearch } = await import('./search');
      return (gateways) => withMachine(SearchScreen, provideSearch(gateways));
    }),
    approvals: member(async () => {
      const { ApprovalsScreen, provideApprovals } = await import('./people/approvals');
      return (gateways) => withMachine(ApprovalsScreen, provideApprovals(gateways));
    }),
    superAdmin: member(async () => {
      const { SuperAdminScreen, provideSuperAdmin } = await import('./admin/admin');
      return (gateways) => withMachine(SuperAdminScreen, provideSuperAdmin(gateways));
    }),
    audit: member(async () => {
      const { AuditScreen, provideAudit } = await import('./admin/admin');
      return (gateways) => withMachine(AuditScreen, provideAudit(gateways));
    }),
    volunteer: member(async () => {
      const { VolunteerScreen, provideVolunteer } = await import('./people/volunteers');
      return (gateways) => withMachine(VolunteerScreen, provideVolunteer(gateways));
    }),
    volunteers: member(async () => {
      const { VolunteersScreen, provideVolunteers } = await import('./people/volunteers');
      return (gateways) => withMachine(VolunteersScreen, provideVolunteers(gateways));
    }),
  };
}
