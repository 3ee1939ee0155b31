import { Incident, Incidents } from '../contract/incidents';
import type { Recalled } from '../machines/feed.machine';
import type { Gateways } from './gateways';
import { keptOf } from './kept';
import { knownKeys } from './knownKeys';

/**
 * The server's time to answer before an incident is shown as the list has it, in milliseconds. The list lacks parts of the
 * page, so what is shown would move when the answer comes.
 */
const LIST_WAIT = 2_000;

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
  if (navigator.onLine) await new Promise((resolve) => setTimeout(resolve, LIST_WAIT));
  const list = await keptOf(gateways, Incidents).recall(knownKeys.live);
  const listed = list?.data.find((incident) => incident.id === id);
  return list && listed ? { data: listed, asOf: list.asOf } : null;
}
