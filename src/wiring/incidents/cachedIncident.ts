import { Incident, Incidents } from '../../contract/incidents';
import type { Cached } from '../../machines/feed.machine';
import { cacheOf } from '../cache/cache';
import { cacheKeys } from '../cache/cacheKeys';
import type { Gateways } from '../gateways';

/**
 * The server's time to answer before an incident is shown as the list has it, in milliseconds. The list lacks parts of the
 * page, so what is shown would move when the answer comes.
 */
const LIST_WAIT = 2_000;

/** The copy of an incident that its page has cached; null if there is none. */
export const readWholeCachedIncident = (gateways: Gateways, id: string): Promise<Cached<Incident> | null> =>
  cacheOf(gateways, Incident).read(cacheKeys.incident(id));

/**
 * The cached copy of an incident, or the incident as the cached list of live incidents has it. The list lacks the notes, the files and
 * the chat. If it is newer than the copy, its facts are put into the copy: a place that was corrected since would lead the team astray.
 */
export async function readCachedIncident(gateways: Gateways, id: string): Promise<Cached<Incident> | null> {
  const whole = await readWholeCachedIncident(gateways, id);
  if (!whole && navigator.onLine) await new Promise((resolve) => setTimeout(resolve, LIST_WAIT));
  const list = await cacheOf(gateways, Incidents).read(cacheKeys.live);
  const listed = list?.data.find((incident) => incident.id === id);
  if (!list || !listed) return whole;
  if (!whole) return { data: listed, asOf: list.asOf };
  if (whole.asOf >= list.asOf) return whole;
  const { status, location, description, latitude, longitude, contactNumber, lastUpdated } = listed;
  const newer = { status, location, description, latitude, longitude, contactNumber, lastUpdated };
  return { data: { ...whole.data, ...newer }, asOf: whole.asOf };
}
