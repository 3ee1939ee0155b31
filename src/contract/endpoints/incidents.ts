import * as v from 'valibot';
import { type Endpoint, idempotencyKey } from '../endpoint';
import {
  CloseRequest,
  Coordinates,
  DeleteRequest,
  Incident,
  IncidentEditBody,
  IncidentHistory,
  Incidents,
  MessageAnswer,
  ReportAnswer,
} from '../incidents';
import { AnyAnswer } from '../primitives';
import { screenCalls } from './screens';

/** The version that a captain's screen shows, so that our server can detect a conflict (DECISIONS 78). */
const asSeen = { seen: 'seen' } as const;
/** Incidents, S1 §7 and S2 §7. A report is multipart: a JSON part 'incident' and file parts 'media'. */
export const incidentEndpoints = {
  liveIncidents: { ...screenCalls.live, answer: Incidents },
  incidentSummary: { method: 'GET', path: '/api/incidents/summary', answer: Incidents },
  reportIncident: {
    method: 'POST',
    path: '/api/incidents/report',
    headers: idempotencyKey,
    answer: ReportAnswer,
  },
  incident: { ...screenCalls.incident, answer: Incident },
  editIncident: {
    method: 'PUT',
    path: '/api/incidents/{id}',
    headers: idempotencyKey,
    query: asSeen,
    body: IncidentEditBody,
    answer: Incident,
  },
  /**
   * `archive` is sent in the body (S2 §7). A proxy may drop the body of a DELETE, so our server also reads it from the query
   * (DECISIONS 8).
   */
  deleteIncident: {
    method: 'DELETE',
    path: '/api/incidents/{id}',
    headers: idempotencyKey,
    query: { ...asSeen, archive: 'deleteQuery' },
    body: v.nullish(DeleteRequest),
    answer: MessageAnswer,
  },
  addInterest: { method: 'POST', path: '/api/incidents/{id}/interest', answer: AnyAnswer },
  removeInterest: { method: 'DELETE', path: '/api/incidents/{id}/interest', answer: AnyAnswer },
  locateIncident: { method: 'PUT', path: '/api/incidents/{id}/location', body: Coordinates, answer: Incident },
  resolveIncident: {
    method: 'PUT',
    path: '/api/incidents/{id}/resolve',
    headers: idempotencyKey,
    query: asSeen,
    answer: AnyAnswer,
  },
  reactivateIncident: {
    method: 'PUT',
    path: '/api/incidents/{id}/reactivate',
    headers: idempotencyKey,
    query: asSeen,
    answer: AnyAnswer,
  },
  closeIncident: {
    method: 'PUT',
    path: '/api/incidents/{id}/close',
    headers: idempotencyKey,
    query: asSeen,
    body: CloseRequest,
    answer: AnyAnswer,
  },
  incidentHistory: { method: 'GET', path: '/api/incidents/{id}/history', answer: IncidentHistory },
  /** Multipart: a JSON part 'note' and file parts 'media'. Used only if the server has the capability 'notes'. */
  addNote: {
    method: 'POST',
    path: '/api/incidents/{id}/notes',
    headers: idempotencyKey,
    answer: AnyAnswer,
  },
  deleteIncidentMedia: { method: 'DELETE', path: '/api/incidents/{id}/media/{mediaId}', answer: AnyAnswer },
} as const satisfies Record<string, Endpoint>;
