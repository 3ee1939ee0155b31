import { InitiateRequest, MyCases } from '../cases';
import { type Endpoint, idempotencyKey } from '../endpoint';
import { MessageAnswer } from '../incidents';
import { MovementRequest } from '../movement';
import { AnyAnswer } from '../primitives';
import { Assignment, AssignRequest, Candidates, Team, TeamKit } from '../teams';
import { screenCalls } from './screens';

/** Teams and cases, S1 §7 and S2 §7. Completing is multipart: a JSON part 'details' and file parts 'mediaFiles'. */
export const caseEndpoints = {
  team: { method: 'GET', path: '/api/incidents/{id}/assignment/team', answer: Team },
  teamKit: { method: 'GET', path: '/api/incidents/{id}/assignment/team/items', answer: TeamKit },
  candidates: { method: 'GET', path: '/api/incidents/{id}/assignment/volunteers', answer: Candidates },
  assignTeam: {
    method: 'POST',
    path: '/api/incidents/{id}/assignment/assign-team',
    headers: idempotencyKey,
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
    headers: idempotencyKey,
    answer: MessageAnswer,
  },
} as const satisfies Record<string, Endpoint>;
