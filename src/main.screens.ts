import type { ScreenMachines } from './views/app';
import { lazily } from './views/lazily';
import type { Doors } from './wiring/doors';

/**
 * The part of the wiring that is fetched with the first screen beside the chats: which code each of those screens' charts
 * comes with. It is a file of its own, for the first load has no use for a list that grows with every screen.
 */
export const wireScreens = (doors: Doors): ScreenMachines => ({
  assignment: lazily(async () => (await import('./wiring/assignment')).provideAssignment(doors)),
  gallery: lazily(async () => (await import('./wiring/incident')).provideGallery(doors)),
  incident: lazily(async () => (await import('./wiring/incident')).provideIncident(doors)),
  incidentDetails: lazily(async () => (await import('./wiring/incidentDetails')).provideIncidentDetails(doors)),
  incidentUpdate: lazily(async () => (await import('./wiring/incident')).provideIncidentUpdate(doors)),
  leaderboard: lazily(async () => (await import('./wiring/people')).provideLeaderboard(doors)),
  live: lazily(async () => (await import('./wiring/live')).provideLive(doors)),
  myCases: lazily(async () => (await import('./wiring/cases')).provideMyCases(doors)),
  report: lazily(async () => {
    // What keeps a report that cannot be sent comes with the form: without a connection it would be too late.
    const [{ provideReport }] = await Promise.all([import('./wiring/report'), import('./wiring/late')]);
    return provideReport(doors);
  }),
});
