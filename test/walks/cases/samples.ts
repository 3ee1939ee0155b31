import type { MyCase } from '../../../src/contract/cases';
import type { Incident } from '../../../src/contract/incidents';
import type { Candidate, Team } from '../../../src/contract/teams';

/** A dog at the old bridge, with a team. */
export const incident = (parts: Partial<Incident> = {}): Incident => ({
  id: '3',
  status: 'ASSIGNED',
  animalType: 'DOG',
  informerName: 'Lakshmi Iyer',
  contactNumber: '9812345670',
  location: 'Old bridge, east bank',
  description: 'Hit by a scooter.',
  latitude: null,
  longitude: null,
  reportedAt: '2026-03-10T08:00:00.000Z',
  lastUpdated: '2026-03-10T08:00:00.000Z',
  caseCount: 0,
  mediaFileCount: 0,
  mediaFiles: [],
  interestedUsers: [],
  ...parts,
});

export const candidate = (userId: string, parts: Partial<Candidate> = {}): Candidate => ({
  userId,
  firstName: userId.charAt(0).toUpperCase() + userId.slice(1),
  experienceLevel: 'Beginner',
  distanceFromIncident: null,
  isEngagedInActiveCase: false,
  hasPreviouslyWorkedOnIncident: false,
  hasShownInterest: false,
  hasVehicle: false,
  hasMedicineBox: false,
  canProvideShelter: false,
  ...parts,
});

const member = (userId: string) => ({
  userId,
  firstName: userId.charAt(0).toUpperCase() + userId.slice(1),
  fullName: '',
});

export const team = (...userIds: string[]): Team => ({
  teamName: 'Team 3',
  assignedBy: 'Kabir',
  teamMembers: userIds.map(member),
});

/** Mira's case about the dog at the bridge. */
export const myCase = (parts: Partial<MyCase> = {}): MyCase => ({
  caseId: '8',
  incidentId: '3',
  status: 'IN_PROGRESS',
  animalType: 'DOG',
  location: 'Old bridge, east bank',
  description: 'Hit by a scooter.',
  teamName: 'Team 3',
  reportedAt: '2026-03-10T08:00:00.000Z',
  ...parts,
});
