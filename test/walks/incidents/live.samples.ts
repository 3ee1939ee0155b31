import type { Incident } from '../../../src/contract/incidents';

/** An incident as the server sends it, with what a test says about it. */
export const incident = (parts: Partial<Incident> & { id: string }): Incident => ({
  status: 'REPORTED',
  animalType: 'DOG',
  informerName: 'Lakshmi Iyer',
  contactNumber: '9812345670',
  location: 'Old bridge',
  description: 'Needs help.',
  latitude: null,
  longitude: null,
  reportedAt: '2026-03-10T08:00:00Z',
  lastUpdated: '2026-03-10T08:00:00Z',
  caseCount: 0,
  mediaFileCount: 0,
  mediaFiles: [],
  interestedUsers: [],
  ...parts,
});
