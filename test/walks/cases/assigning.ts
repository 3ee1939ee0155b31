import type { ActorRef, Snapshot } from 'xstate';
import type { MovingMember } from '../../../src/contract/movement';
import type { Assignment, Team } from '../../../src/contract/teams';
import type { AssignmentSheet, TeamChoice } from '../../../src/machines/cases/ports';
import type { NoticesEvent } from '../../../src/machines/session/notices.machine';
import { promisePort, recorder, streamPort } from '../../kit/walk';
import { candidate } from './samples';

export const volunteers = [
  candidate('mira', { experienceLevel: 'Intermediate', distanceFromIncident: 4 }),
  candidate('ravi', { distanceFromIncident: 1 }),
  candidate('kabir', { experienceLevel: 'Expert' }),
];
export const RAVI_IS_GONE = 'Ravi is no longer a member, and was removed from your choice.';
export const NOON = '2026-03-10T12:00:00.000Z';
const LATER = '2026-03-10T12:05:00.000Z';
export const ravi: MovingMember = { userId: 'ravi', firstName: 'Ravi', movement: 'ON_MY_WAY', movedAt: NOON };
export const sheet = (status: string): AssignmentSheet => ({
  label: 'Dog, Behind the mill',
  status,
  lastUpdated: NOON,
  team: [ravi, { userId: 'mira', firstName: 'Mira', movement: null, movedAt: null }],
  candidates: volunteers,
});
/** Mira has been assigned to another incident, and Ravi's account was deleted. */
export const later = [
  candidate('mira', { experienceLevel: 'Intermediate', distanceFromIncident: 4, isEngagedInActiveCase: true }),
  candidate('kabir', { experienceLevel: 'Expert' }),
];
export const laterSheet = (status: string): AssignmentSheet => ({
  label: 'Cat, Behind the mill',
  status,
  lastUpdated: LATER,
  team: [],
  candidates: later,
});
export const props = () => ({
  ports: {
    assignTeam: promisePort<Assignment, TeamChoice>(),
    feed: streamPort(),
    fetchTeam: promisePort<Team, { incidentId: string }>(),
  },
  notices: recorder<ActorRef<Snapshot<unknown>, NoticesEvent>>(),
});
