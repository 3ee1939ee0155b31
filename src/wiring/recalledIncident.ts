import { Incident, Incidents } from '../contract/incidents';
import type { Recalled } from '../machines/feed.machine';
import type { Gateways } from './gateways';
import { keptOf } from './kept';
import { knownKeys } from './knownKeys';

/** The copy of an incident that its page has kept; null if there is none. */
export const recallWholeIncident = (gateways: Gateways, id: string): Promise<Recalled<Incident> | null> =>
  keptOf(gateways, Incident).recall(knownKeys.incident(id));

/**
 * The kept copy of an incident, or the incident as the kept list of live incidents has it. The list lacks the notes, the files and
 * the chat.
 */
export async function recallIncident(gateways: Gateways, id: string): Promise<Recalled<Incident> | null> {
  const whole = await recallWholeIncident(gateways, id);
  if (whole) return whole;
  const list = await keptOf(gateways, Incidents).recall(knownKeys.live);
  const listed = list?.data.find((incident) => incident.id === id);
  return list && listed ? { data: listed, asOf: list.asOf } : null;
}
