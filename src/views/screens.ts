// The members' screens beside the chats. Each is fetched with its route; this list of them with the first one.
export const screens = {
  assignment: async () => (await import('./cases/AssignmentScreen')).AssignmentScreen,
  gallery: async () => (await import('./incidents/gallery/GalleryScreen')).GalleryScreen,
  incident: async () => (await import('./incidents/incident/IncidentScreen')).IncidentScreen,
  incidentUpdate: async () => (await import('./incidents/incident/IncidentUpdateScreen')).IncidentUpdateScreen,
  leaderboard: async () => (await import('./people/LeaderboardScreen')).LeaderboardScreen,
  live: async () => (await import('./incidents/live/LiveScreen')).LiveScreen,
  myCases: async () => (await import('./cases/MyCasesScreen')).MyCasesScreen,
  report: async () => (await import('./incidents/report/ReportScreen')).ReportScreen,
};
