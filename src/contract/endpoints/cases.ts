import { InitiateRequest, MyCases } from '../cases';
import type { Endpoint } from '../endpoint';
import { MessageAnswer } from '../incidents';
import { MovementRequest } from '../movement';
import { AnyAnswer } from '../primitives';
import { Assignment, AssignRequest, Candidates, Team, TeamKit } from '../teams';
import { screenCalls } from './screens';

/** These calls can be repeated safely with the same key (DECISIONS 9, 281). */
const once = { 'Idempotency-Key': 'idempotencyKeys' } as const;

/** Teams and cases, S1 §7 and S2 §7. Completing is multipart: a JSON part 'details' and file parts 'mediaFiles'. */
export const caseEndpoints = {
  team: { method: 'GET', path: '/api/incidents/{id}/assignment/team', answer: Team },
  teamKit: { method: 'GET', path: '/api/incidents/{id}/assignment/team/items', answer: TeamKit },
  candidates: { method: 'GET', path: '/api/incidents/{id}/assignment/volunteers', answer: Candidates },
  assignTeam: {
    method: 'POST',
    path: '/api/incidents/{id}/assignment/assign-team',
    headers: once,
    query: { seen: 'seen' },
    body: AssignRequest,
    answer: Assignment,
  },
  myCases: { ...screenCalls.myCases, answer: MyCases },
  initiateCase: {
    method: 'POST',
    path: '/api/cases/{incidentId}/initiate-confirm',
    body: InitiateRequest,
    answer: AnyAnswer,
  },
  /** Beyond the specification: used only if the server has the capability 'movement'. */
  move: { method: 'PUT', path: '/api/cases/{incidentId}/movement', body: MovementRequest, answer: AnyAnswer },
  completeCase: {
    method: 'POST',
    path: '/api/cases/{incidentId}/close',
    headers: once,
    answer: MessageAnswer,
  },
} as const satisfies Record<string, Endpoint>;
