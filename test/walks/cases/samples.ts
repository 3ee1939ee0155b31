import type { MyCase } from '../../../src/contract/cases';
import type { Incident } from '../../../src/contract/incidents';
import type { CompletionSubmission, InitiationSubmission } from '../../../src/contract/submissions';
import type { Candidate, Team } from '../../../src/contract/teams';
import type { Item } from '../../../src/rules/submissions/queue';

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
  team: [],
  ...parts,
});

export const candidate = (userId: string, parts: Partial<Candidate> = {}): Candidate => ({
  userId,
  firstName: userId.charAt(0).toUpperCase() + userId.slice(1),
  experienceLevel: 'Beginner',
  distanceFromIncident: null,
  availabilityStatus: 'Available',
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

/** A case submission as the queue has it. */
export const itemOf = (submission: Item['submission'], parts: Partial<Item> = {}): Item => ({
  submission,
  keeping: 'kept',
  head: 'queued',
  tries: 0,
  trouble: null,
  fraction: 0,
  hasWaited: false,
  screen: null,
  ...parts,
});

/** When what these tests submit is submitted; the clock of the scripted world shows that time, too. */
const queuedAt = Date.parse('2026-03-10T09:00:00Z');
export const label = 'Dog, Old bridge, east bank';

/** Who begins the case about the dog. */
export const initiationOf = (
  participatingUserIds: readonly string[],
  parts: Partial<InitiationSubmission> = {},
): InitiationSubmission => ({
  id: 'id-1',
  kind: 'initiation',
  queuedAt,
  status: 'waiting',
  wasTried: false,
  reason: null,
  content: { incidentId: '3', label, participatingUserIds },
  ...parts,
});

/** The case about the dog is done. */
export const completionOf = (
  content: Partial<CompletionSubmission['content']> = {},
  parts: Partial<CompletionSubmission> = {},
): CompletionSubmission => ({
  id: 'id-1',
  kind: 'completion',
  queuedAt,
  status: 'waiting',
  wasTried: false,
  reason: null,
  content: { incidentId: '3', label, resolutionNotes: 'Healed.', place: null, files: [], ...content },
  ...parts,
});
