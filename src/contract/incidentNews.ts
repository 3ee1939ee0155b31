import * as v from 'valibot';
import { OptionalId } from './primitives';

/**
 * The body of a message on /topic/incidents: the id of the changed incident (DECISIONS 12). It has a file of its own because every
 * chat loads it.
 */
export const IncidentNews = v.object({ incidentId: OptionalId });
