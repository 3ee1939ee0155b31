import { type EventObject, fromPromise } from 'xstate';
import type { Incident } from '../../contract/incidents';
import type { LiveSource } from '../../rules/liveFilter';
import { stream, unprovided } from '../chat/ports';

/** The live list, or the summary of all incidents (S1 §7). Rejects with a CallFailure. */
export const fetchIncidents = fromPromise<readonly Incident[], { source: LiveSource }>(() =>
  Promise.reject(unprovided('fetchIncidents')),
);

/** What our server's own topic of incidents says (DECISIONS 12). */
export type IncidentsTopicEvent =
  /** From here on every change is heard of; said again after each reconnect, for what was missed. */
  { type: 'topic.opened' } | { type: 'incident.changed' };
export const incidentsTopic = stream<EventObject, undefined>('incidentsTopic');
