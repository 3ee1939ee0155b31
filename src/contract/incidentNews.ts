import * as v from 'valibot';
import { OptionalId } from './primitives';

/** The body of a message on /topic/incidents (DECISIONS 12): which incident has changed. In its own file because every chat loads it. */
export const IncidentNews = v.object({ incidentId: OptionalId });
