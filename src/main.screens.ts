import type { ScreenMachines } from './views/app';
import { lazily } from './views/lazily';
import type { Gateways } from './wiring/gateways';

/**
 * The part of the wiring that is fetched with the first screen beside the chats: which code each of those screens' charts
 * comes with. It is a file of its own, for the first load has no use for a list that grows with every screen.
 */
export const wireScreens = (gateways: Gateways): ScreenMachines => ({
  assignment: lazily(async () => (await import('./wiring/assignment')).provideAssignment(gateways)),
  gallery: lazily(async () => (await import('./wiring/incident')).provideGallery(gateways)),
  incident: lazily(async () => (await import('./wiring/incident')).provideIncident(gateways)),
  incidentDetails: lazily(async () => (await import('./wiring/incidentDetails')).provideIncidentDetails(gateways)),
  incidentUpdate: lazily(async () => (await import('./wiring/incident')).provideIncidentUpdate(gateways)),
  leaderboard: lazily(async () => (await import('./wiring/people')).provideLeaderboard(gateways)),
  live: lazily(async () => (await import('./wiring/live')).provideLive(gateways)),
  myCases: lazily(async () => (await import('./wiring/cases')).provideMyCases(gateways)),
  report: lazily(async () => {
    // What keeps a report that cannot be sent comes with the form: without a connection it would be too late.
    const [{ provideReport }] = await Promise.all([import('./wiring/report'), import('./wiring/late')]);
    return provideReport(gateways);
  }),
});
